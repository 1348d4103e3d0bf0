import * as z from 'zod/mini';
import { Failure } from '../../core/failures.ts';
import { AllowedValues, saltsOf, newSalt, saltedHash, SaltedHashes } from './allowedValues.ts';

/** The file of a policy, relative to the folder of the project. */
export const policyFile = '.service/secrets.json';

/** A file has one salt, or a few after branches were merged. Each salt costs the reader one computation per finding. */
const mostSalts = 4;

/**
 * The number of salted hashes that a reader computes at most when its time is limited or it does not trust the policy.
 * They take 1 to 2 s; agents wait 10 s for a hook.
 */
export const mostHashesUnasked = 32;

const hash = z
  .string()
  .check(
    z.regex(
      /^(?:scrypt:[\da-f]{32}|sha256):[\da-f]{32}$/,
      'expected scrypt:SALT:DIGEST or sha256:DIGEST, each of 32 hexadecimal digits',
    ),
  );

const shortTexts = (most: number) =>
  z._default(z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(most)), []);

const ruleSchema = z.object({
  /** Findings of the rule are called `project/<id>`. It reaches agents, so it cannot be a sentence. */
  id: z
    .string()
    .check(z.regex(/^[a-z][\da-z-]{0,39}$/, 'expected at most 40 lower-case letters, digits and hyphens')),
  /** A regular expression of RE2, whose time is linear. Its first group, if it has one, is the secret. */
  pattern: z.string().check(z.minLength(1), z.maxLength(500)),
  /** One of them must be in the line of the match, in any case. */
  words: shortTexts(20),
  /** The least entropy of the secret, in bits per character. */
  entropy: z._default(z.number().check(z.gte(0), z.lte(8)), 0),
  /** Values that are not secrets. */
  allow: shortTexts(100),
  /** Texts in which the rule must find something, and texts in which it must not. */
  examples: shortTexts(20),
  nearMisses: shortTexts(20),
});

export type ProjectRule = z.output<typeof ruleSchema>;

export const policySchema = z.object({
  version: z.literal(1),
  /** Patterns of paths that are not scanned. */
  allowPaths: z._default(z.array(z.string()), []),
  /** Values that are not secrets, in any file. */
  allowValues: z._default(z.array(z.object({ hash, reason: z.optional(z.string()) })), []),
  /** The findings when the project began to scan: hashes by file. */
  baseline: z._default(z.record(z.string(), z.array(hash)), {}),
  /** Rules that the project adds. They find more, so they count without consent. */
  rules: z._default(z.array(ruleSchema).check(z.maxLength(50)), []),
});

export type PolicyDocument = z.output<typeof policySchema>;

/** The values and paths that a project allows. */
export interface Policy {
  readonly document: PolicyDocument;
  /** No finding in this file counts, so it need not be read. */
  readonly allowsPath: (path: string) => boolean;
  /** The value is listed or part of the baseline of its file. Blocks the thread when there are salted hashes. */
  readonly allows: (path: string, secret: string, hashes: SaltedHashes) => boolean;
  /** Does the same on a thread of the pool. */
  readonly allowsSoon: (path: string, secret: string, hashes: SaltedHashes) => Promise<boolean>;
}

export const emptyPolicyDocument: PolicyDocument = {
  version: 1,
  allowPaths: [],
  allowValues: [],
  baseline: {},
  rules: [],
};

/**
 * Parses a policy.
 *
 * @throws {Failure} `malformed`, with the name of the field and without its content.
 */
export function parsePolicy(text: string, where: string): PolicyDocument {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may hold a secret.
    throw new Failure('malformed', `${where} is not JSON`);
  }
  const parsed = policySchema.safeParse(json);
  if (parsed.success) {
    if (saltsOf(hashesOf(parsed.data)).size <= mostSalts) return parsed.data;
    throw new Failure('malformed', `${where} has more than ${mostSalts} different salts`);
  }
  const [issue] = parsed.error.issues;
  const reason =
    issue?.code === 'invalid_type'
      ? `expected ${issue.expected}`
      : issue?.code === 'invalid_value'
        ? `expected ${issue.values.join(' or ')}`
        : issue?.message;
  const field = issue?.path.join('.') ?? '';
  throw new Failure(
    'malformed',
    [where, field, reason].filter((part) => part !== undefined && part !== '').join(': '),
  );
}

/** A field that no policy has, such as a misspelled one, whose list would be silently empty. */
export interface UnknownField {
  readonly name: string;
  /** `a policy`, or `rule 1`. */
  readonly place: string;
  /** The fields that this place has. */
  readonly known: readonly string[];
}

/** @param text The content of the file, which `parsePolicy` accepts. */
export function unknownFields(text: string): UnknownField[] {
  const document = z.looseObject({ rules: z.optional(z.array(z.looseObject({}))) }).parse(JSON.parse(text));
  const rules = document.rules ?? [];
  return [
    ...unknownIn('a policy', document, policySchema.shape),
    ...rules.flatMap((rule, index) => unknownIn(`rule ${index + 1}`, rule, ruleSchema.shape)),
  ];
}

function unknownIn(place: string, object: object, shape: object): UnknownField[] {
  const known = Object.keys(shape);
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, place, known }));
}

/** Returns the rules of a policy as functions. Paths are relative to the folder of the policy, with slashes. */
export function createPolicy(document = emptyPolicyDocument): Policy {
  const paths = document.allowPaths.map(pathMatcher);
  const anywhere = new AllowedValues(document.allowValues.map(({ hash: value }) => value));
  const baseline = new Map(
    Object.entries(document.baseline).map(([path, hashes]) => [path, new AllowedValues(hashes)]),
  );
  const listsOf = (path: string): AllowedValues[] =>
    [anywhere, baseline.get(path)].filter((list) => list !== undefined);
  return {
    document,
    allowsPath: (path) => paths.some((matches) => matches(path)),
    allows: (path, secret, hashes) => listsOf(path).some((list) => list.includes(secret, hashes)),
    allowsSoon: async (path, secret, hashes) => {
      for (const list of listsOf(path)) if (await list.includesSoon(secret, hashes)) return true;
      return false;
    },
  };
}

function hashesOf({ allowValues, baseline }: PolicyDocument): string[] {
  return [...allowValues.map(({ hash: value }) => value), ...Object.values(baseline).flat()];
}

/** Returns the salt for new hashes in a policy: that of the file, so that one hash per finding is enough. */
export function saltFor(document: PolicyDocument): string {
  const [salt = newSalt()] = saltsOf(hashesOf(document));
  return salt;
}

/**
 * Returns the text of a policy with another baseline. Everything else in it stays unchanged.
 *
 * @param text The content of the file, which `parsePolicy` accepts; undefined if it does not exist.
 * @param baseline The hashes of the findings by file. A file without findings gets no entry.
 */
export function withBaseline(
  text: string | undefined,
  baseline: ReadonlyMap<string, readonly string[]>,
): string {
  const entries = [...baseline].filter(([, hashes]) => hashes.length > 0);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  // Not by assignments: files may be named like the members that every object has, such as "constructor".
  return withFields(text, { baseline: Object.fromEntries(entries) });
}

/**
 * Returns the text of a policy that also allows a value. Everything else in it stays unchanged.
 *
 * @param text The content of the file; undefined if it does not exist.
 * @throws {Failure} `malformed` for a file that is not a policy.
 */
export async function withAllowedValue(
  text: string | undefined,
  where: string,
  secret: string,
): Promise<string> {
  const known = text === undefined ? emptyPolicyDocument : parsePolicy(text, where);
  const listed = new AllowedValues(known.allowValues.map((item) => item.hash));
  if (text !== undefined && (await listed.includesSoon(secret, new SaltedHashes(mostSalts)))) return text;
  // Not those of `known`, which lack the fields of a later version.
  const { allowValues: entries = [] } = JSON.parse(text ?? '{}') as { allowValues?: readonly unknown[] };
  return withFields(text, {
    allowValues: [...entries, { hash: await saltedHash(secret, saltFor(known)) }],
  });
}

/**
 * Returns the text of a policy that also allows values in one file. Everything else in it stays unchanged.
 *
 * @param text The content of the policy; undefined if it does not exist.
 * @param name The file as the policy names it.
 * @throws {Failure} `malformed` for a text that is not a policy.
 */
export async function withBaselineValues(
  text: string | undefined,
  where: string,
  name: string,
  secrets: readonly string[],
): Promise<string> {
  const known = text === undefined ? emptyPolicyDocument : parsePolicy(text, where);
  const salt = saltFor(known);
  const hashes = await Promise.all(secrets.map((secret) => saltedHash(secret, salt)));
  const before = new Map(Object.entries(known.baseline));
  return withBaseline(text, before.set(name, [...new Set([...(before.get(name) ?? []), ...hashes])]));
}

/** Sets fields in the content of a file, and not in the parsed document, which lacks the fields of a later version. */
function withFields(text: string | undefined, fields: object): string {
  const document = text === undefined ? { version: 1 } : (JSON.parse(text) as object);
  return `${JSON.stringify({ ...document, ...fields }, undefined, 2)}\n`;
}

/**
 * Returns a test for paths by a pattern as in ignore files: `*` matches anything but a slash, `**` anything, `?` one
 * character. A pattern without a slash matches names in any folder; one that ends in a slash matches everything below.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const rooted = pattern.startsWith('/') ? pattern.slice(1) : pattern;
  const whole = rooted.endsWith('/') ? `${rooted}**` : rooted;
  const anywhere = !pattern.slice(0, -1).includes('/');
  return (path) => {
    const normal = path.replaceAll('\\', '/').replace(/^\.\//, '');
    if (matches(whole, normal)) return true;
    if (!anywhere) return false;
    for (let slash = normal.indexOf('/'); slash >= 0; slash = normal.indexOf('/', slash + 1))
      if (matches(whole, normal.slice(slash + 1))) return true;
    return false;
  };
}

/** Takes at most pattern × path steps. A regular expression from a repository could take exponential time. */
function matches(pattern: string, path: string): boolean {
  let p = 0;
  let s = 0;
  let star = { p: -1, s: -1 };
  let stars = { p: -1, s: -1 };
  while (s < path.length) {
    const want = pattern.charAt(p);
    if (want === '*' && pattern.charAt(p + 1) === '*') {
      p += pattern.charAt(p + 2) === '/' ? 3 : 2;
      stars = { p, s };
      star = { p: -1, s: -1 };
    } else if (want === '*') star = { p: ++p, s };
    else if (want !== '' && (want === path.charAt(s) || (want === '?' && path.charAt(s) !== '/'))) {
      p++;
      s++;
    } else if (star.p >= 0 && path.charAt(star.s) !== '/') {
      star = { p: star.p, s: star.s + 1 };
      ({ p, s } = star);
    } else if (stars.p >= 0) {
      stars = { p: stars.p, s: stars.s + 1 };
      ({ p, s } = stars);
      star = { p: -1, s: -1 };
    } else return false;
  }
  while (pattern.charAt(p) === '*') p++;
  return p === pattern.length;
}
