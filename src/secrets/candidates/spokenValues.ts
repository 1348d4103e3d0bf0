export const longestValue = 48;
/** Shorter values need a verb or a mark that joins them to their name. */
export const shortestValue = 6;

export const shortestPin = 4;

const shortestMixed = 8;
/** Changes between small letters, capitals and digits in words without marks: words of programs have fewer. */
const fewestSwitches = 5;

/**
 * Returns whether a word of a sentence looks like a password or a token and not like a word of the trade: it has letters
 * and digits, and marks between them (`Winter2024!`) or letters and digits in turn (`x7Kq2mPz`). `utf8mb4`, `SHA-256`,
 * `OAuth2`, versions, paths, addresses, key combinations, and names with dashes or underscores have another form.
 */
export function isMixedWord(word: string): boolean {
  if (word.length < shortestMixed || !/\d/.test(word) || !/[A-Z]/i.test(word)) return false;
  if (isTechnical(word)) return false;
  if (/[!#$%&*+=?@^~]/.test(word)) return /^[\w!#$%&*+=?@^~.-]+$/.test(word);
  return /^[A-Z\d]+$/i.test(word) && /[a-z]/.test(word) && switches(word) >= fewestSwitches && !isHex(word);
}

/** Returns whether a value is the number that a name such as `PIN` means. */
export const isPin = (name: string, value: string): boolean =>
  /^\d{4,8}$/.test(value) && /(?:^|[-_])pin$/i.test(name);

/** Returns whether a word is two small words or more and a number, joined by dashes: `amber-falcon-27`. */
export const isNumberedWords = (word: string): boolean =>
  /^[a-z]{3,12}(?:-[a-z]{3,12}){1,5}-\d{1,4}$/.test(word) && !tradeWord.test(word);

const tradeWord =
  /\b(?:app|api|bot|client|key|node|pass|password|secret|server|service|sha|test|token|user)\b/;

/**
 * Returns whether a word is a version, a file, a path, an address, a package with a version, a variable or type of a
 * program, a parameter of a URL, a combination of keys, the number of a standard, or a person's initial and surname.
 */
export const isTechnical = (word: string): boolean =>
  standard.test(word) || technical.test(word) || programName.test(word) || /^[A-Z]\.[A-Z][a-z]+$/.test(word);

/** `*key_data`, `!is_ready`, `with_ssl=`, `Xoshiro256PlusPlus`, `*Uint8Array*`, `Lcg128Xsl64`, `UniformMatrix4f`, `MarkdownV2`, `**32-bytes**`. */
const programName =
  /^[*&!]*[a-z]+(?:_[a-z\d]+)+=?$|^\*?(?:[A-Z][a-z]{2,})+\d+(?:[A-Z][a-z]{2,})+\*?$|^(?:[A-Z][a-z]+(?:8|16|32|64|128|256|512)?){2,}$|^(?:[A-Z][a-z]{2,})+\d[fid]v?$|^\*?[A-Z][a-z]+V\d\*?$|^\**\d+-(?:bit|byte)s?\**$/;

const standard = /^[A-Z]{2,6}-?\d+(?:[-.]\d+)*[A-Z]?$/;
const technical =
  /\$\d{0,2}$|\$.*\$|^(?:[a-z]+:\/\/|[$/.~]|--|(?:Ctrl|Cmd|Alt|Shift|Strg|Maj)\+|v?\d+\.\d|@?[a-z][a-z./-]*@[~^]?\d|[\w.+-]+@[\w-]+\.[a-z]|[a-z_-]+\/|[a-z_.-]+=)|\.[a-z]{2,4}$|[?&][a-z]+=/;

const isHex = (word: string): boolean => /^[\da-f]+$/i.test(word);

function switches(word: string): number {
  return word.match(/[a-z]+|[A-Z]+|\d+/g)?.length ?? 0;
}
