import { closeSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding as EngineFinding } from '../../secrets/finding.ts';
import { scan } from '../../secrets/scan.ts';
import { type Finding, type FindSecret, Unreadable } from '../../agents/protocol.ts';
import type { TimeLimit } from '../../agents/timeLimit.ts';
import { openToRead, maxOwnBytes, readAtMost } from '../../node/files/openFile.ts';
import { allowOptimizing } from './runtime.ts';
import { findHiddenRules } from './hiddenRules.ts';
import type * as Policy from './policy/main.ts';

/** Above this number of characters, optimized code saves more time than the compiler needs. */
const manyCharacters = 128 * 1024;
let characters = 0;

interface Searched {
  readonly plain: string;
  readonly findings: readonly EngineFinding[];
}

/**
 * Searches a text for secrets, with and without the NUL characters that it has. They end texts, as in
 * `/proc/<pid>/environ`, so they separate a secret from its neighbours; and they are half of UTF-16 that was decoded as
 * another encoding, where they would hide a secret.
 *
 * Findings that comments in the text allow are returned too: an agent or a repository can have written them, so only the
 * policy that the user agreed to allows something.
 *
 * @returns Each form of the text; one with as many characters as the text comes first.
 */
export function findAll(text: string, path: string | undefined): readonly Searched[] {
  if (!text.includes('\0')) return [{ plain: text, findings: findIn(text, path) }];
  const plain = text.replaceAll('\0', '\n');
  // The line of a finding is one of the text: a NUL ends none.
  const findings = findIn(plain, path).map((finding) => ({ ...finding, line: lineAt(text, finding.start) }));
  const joined = text.replaceAll('\0', '');
  return [
    { plain, findings },
    { plain: joined, findings: findIn(joined, path) },
  ];
}

function findIn(text: string, path: string | undefined): readonly EngineFinding[] {
  if (characters < manyCharacters && (characters += text.length) >= manyCharacters) allowOptimizing();
  return scan(text, { ignoresComments: true, ...(path !== undefined && { path }) }).findings;
}

/** Returns the number of secrets in a text that its comments would let pass in a commit. */
export function countAllowed(text: string, path: string): number {
  return findIn(text, path).length - scan(text, { path }).findings.length;
}

function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

export class EventScan {
  readonly #time: TimeLimit;
  #policies: Policy.EventPolicies | undefined;
  /** Whether the nearest policy may have rules, by folder: a look-up takes as long as ten scans of short texts. */
  readonly #ownRules = new Map<string, boolean>();

  constructor(time: TimeLimit) {
    this.#time = time;
  }

  /** Returns the first secret or, if the user wants that, hidden characters; see `FindSecret`. */
  readonly findSecret: FindSecret = (text, path, root) =>
    this.#findUnallowed(text, path, root) ?? findHiddenRules(text, path);

  /** Returns the first secret of a text that its file did not have before, and that the project does not allow. */
  readonly findNewSecret = (text: string, before: string, path: string): Finding | undefined =>
    this.#findUnallowed(text, path, undefined, before);

  /**
   * Returns the first secret that the project does not allow; see `FindSecret`.
   *
   * @param known A text whose secrets do not count.
   * @throws {Unreadable} when the project's policy cannot be used, or when the time is over.
   */
  #findUnallowed(
    text: string,
    path: string | undefined,
    root: string | undefined,
    known = '',
  ): Finding | undefined {
    for (const { plain, findings } of findAll(text, path)) {
      const fresh = findings.filter(({ start, end }) => !known.includes(plain.slice(start, end)));
      const finding = this.#unallowed(
        { plain, findings: fresh },
        path,
        root,
        known,
        ({ findings: [first], advice }) => first && { rule: first.rule, line: first.line, advice },
      );
      if (finding) return finding;
    }
    return undefined;
  }

  /** Returns all secrets of a text that the project does not allow; see `FindSecret`. The text has no NUL characters. */
  readonly findSecrets = (
    text: string,
    path: string | undefined,
    root: string | undefined,
  ): readonly EngineFinding[] =>
    this.#unallowed({ plain: text, findings: findIn(text, path) }, path, root, '', ({ findings }) => [
      ...findings,
    ]) ?? [];

  /** Asks the policy about the findings, and returns the part of its verdict that `choose` picks; undefined without a question. */
  #unallowed<T>(
    { plain, findings }: Searched,
    path: string | undefined,
    root: string | undefined,
    known: string,
    choose: (verdict: Policy.PolicyVerdict) => T,
  ): T | undefined {
    if (findings.length === 0 && !this.#hasOwnRules(path, root)) return undefined;
    this.#policies ??= new (loadPolicy().EventPolicies)(this.#time);
    try {
      return choose(this.#policies.unallowed(plain, findings, path, root, known));
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      // The cause may quote the file; `service-cli analyze secrets` names the wrong field.
      throw new Unreadable('.service/secrets.json cannot be used');
    }
  }

  /** Whether the nearest policy may have rules. The policy bundle decides; this check spares clean texts its start. */
  #hasOwnRules(path: string | undefined, root: string | undefined): boolean {
    try {
      const folder = path === undefined ? root : dirname(realpathSync.native(path));
      if (folder === undefined || folder === '') return false;
      const result = this.#ownRules.get(folder) ?? nearestPolicyHasRules(realpathSync.native(folder));
      this.#ownRules.set(folder, result);
      return result;
    } catch {
      // The policy bundle denies with the reason.
      return true;
    }
  }
}

function loadPolicy(): typeof Policy {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use; `import()` would start a second module loader
  return require('./policy.js') as typeof Policy;
}

/** @param start A folder by its real path. */
function nearestPolicyHasRules(start: string): boolean {
  for (let folder = start; ; folder = dirname(folder)) {
    const policy = join(folder, '.service', 'secrets.json');
    const stats = lstatSync(policy, { throwIfNoEntry: false });
    // The policy bundle refuses a policy that is not a file.
    if (stats) return !stats.isFile() || mayHaveRules(policy);
    const isTop = folder === dirname(folder);
    if (isTop || lstatSync(join(folder, '.git'), { throwIfNoEntry: false })) return false;
  }
}

/** The policy bundle refuses a policy that is too large. */
function mayHaveRules(policy: string): boolean {
  const file = openToRead(policy);
  try {
    return readAtMost(file, maxOwnBytes)?.includes('"rules"') ?? true;
  } finally {
    closeSync(file);
  }
}
