import { TooComplex } from '../syntax/commandLine.ts';

/** Code that opens a file, or runs a program, whose name it does not contain as a text. */
const opens =
  /getline[^;}\n]{0,40}<[\s(]*[$\w]|\|\s*getline|\|\s*["'](?:\S*\/)?(?:xargs|(?:ba|da|k|z)?sh)\b|\b(?:system|popen|spawn\w*|exec\w*|qx|subprocess|check_output)\b|`|\b(?:open|file)[\s(][^'"`;)]{0,40}[$\w]|\b(?:File|IO|Path|Deno)[.(]|(?:readFile\w*|file_get_contents|read_text|slurp)\s*\(\s*[^'"`\s)]/;

/** Matches places in code that read a file or run a program, but not those that open a file to write it. */
const reading =
  /\bopen\b(?!\([^()'"]{0,80},\s*['"][wax])|readFile|read_text|\bFile\.|\bIO\.|file_get_contents|\bfile\(|slurp|readlines|\bPath\(|\b(?:system|popen|spawn|exec|subprocess)/g;

/** Characters of code: half of what Linux accepts as one argument. */
const maxCode = 64 * 1024;

/**
 * Returns whether an interpreter takes names of files from the files that its arguments name: `lines` when it reads their
 * lines as its input, and `code` when its code names the file with the list.
 *
 * @throws {TooComplex} for code that is too long to be looked at in time.
 */
export function takesListed(name: string, args: readonly string[]): 'lines' | 'code' | undefined {
  const code = args.filter((text) => /[\s('"`=$]/.test(text)).join('\n');
  if (code.length > maxCode) throw new TooComplex('has code with more than 64 KiB');
  if (!opens.test(code)) return undefined;
  const isAwk = name.endsWith('awk');
  const readsLines =
    isAwk ||
    args.some((text) => /^-[a-z\d]*[np]/i.test(text)) ||
    /<>|<ARGV>|ARGF|fileinput|\bgets\b/.test(code);
  if (readsLines) return 'lines';
  return (code.match(reading)?.length ?? 0) > 1 ? 'code' : undefined;
}
