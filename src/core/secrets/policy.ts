import * as z from 'zod/mini';
import { Failure } from '../failures.ts';
import { pathMatcher } from './pathPattern.ts';

/** Where a project keeps what it allows, relative to its folder. */
export const policyFile = '.service/secrets.json';

const hash = z.string().check(z.regex(/^sha256:[\da-f]{32}$/, 'expected sha256: and 32 hexadecimal digits'));

const policySchema = z.object({
  version: z.literal(1),
  /** Patterns of paths in which nothing is looked for. */
  allowPaths: z._default(z.array(z.string()), []),
  /** Values that are known not to be secrets, wherever they are. */
  allowValues: z._default(z.array(z.object({ hash, reason: z.optional(z.string()) })), []),
  /** What was there when scanning began: per file the hashes of its findings. */
  baseline: z._default(z.record(z.string(), z.array(hash)), {}),
});

export type PolicyDocument = z.output<typeof policySchema>;

/** What a project allows. */
export interface Policy {
  readonly document: PolicyDocument;
  /** No finding in this file counts, so it need not be read. */
  readonly allowsPath: (path: string) => boolean;
  /** The value, by its hash, is listed or part of the baseline of its file. */
  readonly allows: (path: string, hash: string) => boolean;
}

export const emptyPolicyDocument: PolicyDocument = {
  version: 1,
  allowPaths: [],
  allowValues: [],
  baseline: {},
};

/** @throws Failure `malformed`, naming the field, never quoting it. */
export function parsePolicy(text: string, where: string): PolicyDocument {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may hold a secret.
    throw new Failure('malformed', `${where} is not JSON`);
  }
  const parsed = policySchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Failure(
    'malformed',
    `${where}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}`,
  );
}

/** Paths are relative to the folder of the policy, with slashes. */
export function createPolicy(document: PolicyDocument): Policy {
  const paths = document.allowPaths.map(pathMatcher);
  const values = new Set(document.allowValues.map(({ hash: value }) => value));
  const baseline = new Map(
    Object.entries(document.baseline).map(([path, hashes]) => [path, new Set(hashes)]),
  );
  return {
    document,
    allowsPath: (path) => paths.some((matches) => matches(path)),
    allows: (path, value) => values.has(value) || (baseline.get(path)?.has(value) ?? false),
  };
}

/** A document whose baseline is exactly these findings: what was fixed drops out of it. */
export function withBaseline(
  document: PolicyDocument,
  findings: readonly { readonly path: string; readonly hash: string }[],
): PolicyDocument {
  const baseline: Record<string, string[]> = {};
  const sorted = [...findings].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const { path, hash: value } of sorted) {
    const hashes = (baseline[path] ??= []);
    if (!hashes.includes(value)) hashes.push(value);
  }
  return { ...document, baseline };
}

/**
 * The text of a policy that allows a value too; everything else in it stays as it is.
 * @param text what the file holds; undefined where there is none.
 * @throws Failure `malformed` for a file that is no policy: nobody's file is overwritten.
 */
export function withAllowedValue(text: string | undefined, where: string, value: string): string {
  const { allowValues } = text === undefined ? emptyPolicyDocument : parsePolicy(text, where);
  if (text !== undefined && allowValues.some((item) => item.hash === value)) return text;
  // What stands in the file, not what was parsed of it: a later version may know more fields.
  const document = text === undefined ? { version: 1 } : (JSON.parse(text) as object);
  const next = { ...document, allowValues: [...allowValues, { hash: value }] };
  return `${JSON.stringify(next, undefined, 2)}\n`;
}
