import { counted } from '../../core/counted.ts';
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { printable, printableJson } from '../../core/printable.ts';
import { describeRule } from '../../secrets/describeRule.ts';
import { saltedHash, SaltedHashes } from '../../secrets/policy/allowedValues.ts';
import { mostHashesUnasked, saltFor, withBaseline } from '../../secrets/policy/policy.ts';
import type { Finding } from '../../secrets/finding.ts';
import { scan } from '../../secrets/scan.ts';
import { Failure } from '../../core/failures.ts';
import { partsInside } from '../../node/files/realPath.ts';
import { applyChanges } from '../../node/files/transaction/fileTransaction.ts';
import { type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../session.ts';
import {
  findPolicy,
  misspelledFields,
  nameInPolicy,
  type ProjectPolicy,
  trustAdvice,
  trustCommand,
} from './projectPolicy.ts';
import { toSarif, type ReportedFinding, doubtfulText, fixTexts } from './sarif.ts';
import { commitsOfRange, pushedCommits } from './git.ts';
import type { FoundSecret } from './verify/verifyFindings.ts';
import {
  committedTexts,
  stagedTexts,
  textsOf,
  unpushedTexts,
  type ScannedText,
  type ReportSkipped,
} from './texts.ts';

export interface SecretsOptions {
  readonly stdin?: true;
  readonly staged?: true;
  readonly range?: string;
  readonly history?: true;
  readonly unpushed?: true;
  /** The remote of a push, or true for one without a name. */
  readonly pushed?: string | true;
  readonly sarif?: true;
  readonly writeBaseline?: true;
  readonly trustPolicy?: true;
  readonly verify?: true;
  readonly low?: true;
}

const stdinName = 'stdin';

/** Scans and prints one line per finding. The exit code is 51 if there is a secret, 1 if something could not be scanned. */
export async function analyzeSecrets(
  context: Context,
  paths: readonly string[],
  options: SecretsOptions,
  stop = new AbortController().signal,
): Promise<ExitCode> {
  const { terminal, session } = context;
  requireValidOptions(terminal, paths, options);
  const cwd = realpathSync.native(terminal.host.cwd);
  const project = findPolicy(cwd, options.trustPolicy ? undefined : session.home);
  for (const problem of misspelledFields(project)) terminal.warn(problem);
  let skipped = 0;
  const skip = (file: string, why: string): void => {
    skipped++;
    terminal.warn(`${file} was not scanned: ${why}.`);
  };
  // Hooks of Git and scans of commits block, so they show only what is a secret.
  const findsDoubtful = !gitSourcesOf(options).includes(true) && !options.verify && !options.writeBaseline;
  const scanner: Scanner = { project, findIn: await finderOf(project, findsDoubtful, skip) };
  const history =
    options.history &&
    (await (await import('./history.ts')).openHistory({ terminal, cwd, basis: basisOf(project), stop }));
  const all: ReportedFinding[] = history ? [...history.findingsBefore] : [];
  skipped += history?.skippedBefore ?? 0;
  const texts = history ? history.texts(all, skip) : await textsToScan(terminal, cwd, paths, options, skip);
  if (options.writeBaseline) return writeBaseline(terminal, scanner, texts);
  const { scanned, found } = await report(terminal, scanner, texts, all, options);
  await history?.finish();
  const findings = all.filter(({ finding }) => !isLow(finding) || options.low === true).length;
  const doubtful = all.filter(({ finding }) => isLow(finding)).length;
  const waiting = all.filter(({ isStatedAllowed }) => isStatedAllowed).length;
  terminal.say(
    summary(findings, doubtful, history ? counted(history.commits, 'commit') : counted(scanned, 'file')),
  );
  if (waiting > 0 && project.distrust) {
    terminal.warn(trustAdvice(project, project.distrust));
    terminal.say('  In a build, pass --trust-policy.');
  }
  if (options.verify && findings > 0) {
    const { verifyFindings } = await import('./verify/verifyFindings.ts');
    await verifyFindings(context, found, ({ file, line, rule }, answer, text) =>
      terminal.answer({ file, line, rule, ...answer }, () => `${printable(file)}:${line}  ${text}`),
    );
  }
  if (findings > 0) return exitCodes.findings;
  return skipped > 0 ? exitCodes.failed : exitCodes.fine;
}

const gitSourcesOf = ({ staged, range, pushed, unpushed, history }: SecretsOptions): boolean[] =>
  [staged, range, pushed, unpushed, history].map((source) => source !== undefined);

function requireValidOptions(terminal: Terminal, paths: readonly string[], options: SecretsOptions): void {
  const { stdin, history, verify } = options;
  const sources = [stdin !== undefined, ...gitSourcesOf(options)].filter(Boolean).length;
  if (Number(paths.length > 0) + sources > 1)
    throw invalidOptions(
      'paths, --stdin, --staged, --range, --history, --pushed and --unpushed cannot be combined',
    );
  if (options.writeBaseline && sources > 0) throw invalidOptions('--write-baseline requires files');
  if (verify && !terminal.isInteractive)
    throw invalidOptions('--verify requires a terminal, so that a user agrees to what is sent');
  if (verify && options.sarif) throw invalidOptions('--verify and --sarif cannot be combined');
  // The file of its progress has no secrets, so a scan that continues could not send them.
  if (verify && history) throw invalidOptions('--verify and --history cannot be combined');
}

/** Returns a digest of the policy and of the reason why it does not apply: both decide about findings. */
function basisOf({ bytes, distrust }: ProjectPolicy): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .update(distrust ?? '')
    .digest('hex');
}

type Texts = AsyncIterable<ScannedText> | Iterable<ScannedText>;

async function textsToScan(
  { host }: Terminal,
  cwd: string,
  paths: readonly string[],
  options: SecretsOptions,
  skip: ReportSkipped,
): Promise<Texts> {
  if (options.stdin) return [{ file: stdinName, path: '', text: await readAll(host.stdin) }];
  if (options.staged) return stagedTexts(cwd, skip);
  if (options.unpushed) return unpushedTexts(cwd, skip);
  if (options.range !== undefined) {
    const commits = await commitsOfRange(cwd, options.range);
    return committedTexts(cwd, commits, '--range', skip);
  }
  if (options.pushed !== undefined) {
    const remote = options.pushed === true ? '' : options.pushed;
    // The pre-commit framework uses variables instead, and its standard input need not end.
    const refs = host.env.PRE_COMMIT === undefined ? await readAll(host.stdin) : '';
    const commits = await pushedCommits(cwd, refs, remote, host.env);
    return committedTexts(cwd, commits, '--pushed', skip);
  }
  return textsOf(paths.length > 0 ? paths : ['.'], cwd, skip);
}

/** The search for secrets, and the policy that allows some of them. */
interface Scanner {
  readonly project: ProjectPolicy;
  /** Returns the findings of the engine and of the project's rules, in the order of the text. */
  readonly findIn: (text: ScannedText) => readonly Finding[];
}

const isLow = ({ confidence }: Finding): boolean => confidence === 'low';

/** @throws {Failure} `malformed` when a rule of the project cannot be used */
async function finderOf(
  { stated, file, folder }: ProjectPolicy,
  findsDoubtful: boolean,
  skip: ReportSkipped,
): Promise<Scanner['findIn']> {
  const { rules } = stated.document;
  if (rules.length === 0) return ({ path, text }) => scan(text, { path, findsDoubtful }).findings;
  const { compileProjectRules } = await import('../../secrets/policy/projectRules.ts');
  const scanByProject = compileProjectRules(rules, file);
  return ({ file: name, path, text }) => {
    const { findings } = scan(text, { path, findsDoubtful });
    // The examples in the policy would be findings, and a file elsewhere belongs to another project.
    if (path === file || (path !== '' && partsInside(folder, path) === undefined)) return findings;
    try {
      return [...findings, ...scanByProject(text, findings)].sort((a, b) => a.start - b.start);
    } catch (error) {
      if (!Failure.is(error, 'malformed')) throw error;
      skip(name, error.message);
      return findings;
    }
  };
}

interface PlacedSecret extends FoundSecret {
  readonly file: string;
  readonly line: number;
}

/** Prints each finding before the next file is read, and adds it to `all`, which has the findings of earlier scans. */
async function report(
  terminal: Terminal,
  scanner: Scanner,
  texts: Texts,
  all: ReportedFinding[],
  { sarif, verify }: SecretsOptions,
): Promise<{ scanned: number; found: readonly PlacedSecret[] }> {
  const verifiable: PlacedSecret[] = [];
  const scanned = new Set<string>();
  const hashes = new SaltedHashes(scanner.project.distrust === undefined ? Infinity : mostHashesUnasked);
  const answer = (found: ReportedFinding): void => {
    if (!sarif) terminal.answer(lineOf(found), () => describeFinding(terminal, found));
  };
  all.forEach(answer);
  for await (const text of texts) {
    scanned.add(text.path);
    for (const found of await findingsOf(text, scanner, hashes)) {
      const { file, finding } = found;
      const { line, rule, start, end } = finding;
      if (verify) verifiable.push({ file, line, rule, secret: text.text.slice(start, end) });
      all.push(found);
      answer(found);
    }
  }
  if (sarif) terminal.host.stdout.write(`${printableJson(toSarif(all, version))}\n`);
  return { scanned: scanned.size, found: verifiable };
}

/** Returns the findings that the policy does not allow. A policy does not apply to files outside its folder. */
async function findingsOf(
  scanned: ScannedText,
  { project, findIn }: Scanner,
  hashes: SaltedHashes,
): Promise<ReportedFinding[]> {
  const { file, path, text, commit } = scanned;
  const { stated, distrust } = project;
  const name = path === '' ? '' : nameInPolicy(project, path);
  const isPathAllowed = path !== '' && name !== undefined && stated.allowsPath(name);
  if (isPathAllowed && distrust === undefined) return [];
  const findings = await Promise.all(
    findIn(scanned).map(async (finding) => {
      const secret = text.slice(finding.start, finding.end);
      const isStatedAllowed =
        isPathAllowed || (name !== undefined && (await stated.allowsSoon(name, secret, hashes)));
      return { file, commit, finding, isStatedAllowed };
    }),
  );
  return findings.filter(({ isStatedAllowed }) => !isStatedAllowed || distrust !== undefined);
}

function lineOf({ file, commit, finding }: ReportedFinding): unknown {
  const { line, column, endLine, endColumn, rule, masked, confidence, fix } = finding;
  const reason = isLow(finding) ? { reason: doubtfulText(rule) } : {};
  const place = { file, line, column, rule, masked, endLine, endColumn, confidence, fix, ...reason };
  return commit === undefined ? place : { ...place, commit };
}

function describeFinding(terminal: Terminal, { file, commit, finding }: ReportedFinding): string {
  const { line, column, rule, masked, fix } = finding;
  const where = terminal.paint('bold', `${printable(file)}:${line}:${column}`);
  const inCommit = commit === undefined ? '' : ` in commit ${commit.slice(0, 10)}`;
  return `${where}  ${describeRule(rule).description} ${printable(masked)} ${terminal.paint('dim', rule)}${inCommit}\n  ${isLow(finding) ? doubtfulText(rule) : fixTexts[fix]}`;
}

function summary(findings: number, doubtful: number, scanned: string): string {
  if (findings === 0)
    return doubtful === 0
      ? `No secrets in ${scanned}.`
      : `No secrets in ${scanned}, except ${counted(doubtful, 'probable sample')}. To fail for those too: --low`;
  return `${counted(findings, 'secret')} in ${scanned}. Not a secret? Run service-cli policy allow FILE:LINE in a terminal, or add the comment service:allow-secret.`;
}

/**
 * Writes the present findings into the baseline, so that later runs report only new ones. The entries of files that
 * this run did not read stay, unless the file is gone.
 */
async function writeBaseline(
  terminal: Terminal,
  { project, findIn }: Scanner,
  texts: Texts,
): Promise<ExitCode> {
  const { stated, folder, file, bytes } = project;
  const salt = saltFor(stated.document);
  const baseline = new Map<string, readonly string[]>();
  let findingCount = 0;
  for await (const scanned of texts) {
    const { path, text } = scanned;
    const name = nameInPolicy(project, path);
    if (name === undefined) throw invalidOptions(`--write-baseline accepts only files in ${folder}`);
    const before = baseline.get(name) ?? [];
    baseline.set(name, before);
    if (stated.allowsPath(name)) continue;
    const findings = findIn(scanned);
    findingCount += findings.length;
    const secrets = new Set(findings.map(({ start, end }) => text.slice(start, end)));
    const hashes = await Promise.all([...secrets].map((secret) => saltedHash(secret, salt)));
    // A binary file that is named has several texts.
    baseline.set(name, [...new Set([...before, ...hashes])]);
  }
  for (const [name, hashes] of Object.entries(stated.document.baseline))
    if (!baseline.has(name) && existsSync(join(folder, name))) baseline.set(name, hashes);
  const after = Buffer.from(withBaseline(bytes?.toString('utf8'), baseline));
  await applyChanges([{ path: file, within: folder, before: bytes, after }]);
  terminal.answer(
    { file, findings: findingCount },
    () => `The baseline in ${file} now contains ${findingCount} findings.`,
  );
  terminal.say(`To apply it on this machine, run: ${trustCommand(folder)}`);
  return exitCodes.fine;
}
