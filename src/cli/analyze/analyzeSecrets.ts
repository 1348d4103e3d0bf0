import { text as readAll } from 'node:stream/consumers';
import { describeRule } from '../../core/secrets/describeRule.ts';
import { hashOfFinding } from '../../core/secrets/hash.ts';
import { policyFile, withBaseline } from '../../core/secrets/policy.ts';
import { scan } from '../../core/secrets/scan.ts';
import { writeTextAtomically } from '../../node/files.ts';
import { type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { findPolicy, type ProjectPolicy } from './projectPolicy.ts';
import { wordsOfRemedy } from './remedies.ts';
import { toSarif, type LocatedFinding } from './sarif.ts';
import { stagedTexts, textsOf, type ScannedText } from './texts.ts';

export interface SecretsOptions {
  readonly stdin?: true;
  readonly staged?: true;
  readonly sarif?: true;
  readonly writeBaseline?: true;
}

/** How the text on standard input is called in answers. */
const stdinName = 'stdin';

/** Scans, answers one line per finding, and tells by the exit code: 51 where there is a secret, 1 where something could not be scanned. */
export async function analyzeSecrets(
  { terminal }: Pick<Context, 'terminal'>,
  paths: readonly string[],
  options: SecretsOptions,
): Promise<ExitCode> {
  if (Number(paths.length > 0) + Number(options.stdin ?? false) + Number(options.staged ?? false) > 1)
    throw invalidOptions('paths, --stdin and --staged exclude each other');
  if (options.writeBaseline && (options.stdin || options.staged))
    throw invalidOptions('--write-baseline needs files');
  const { cwd } = terminal.host;
  const project = findPolicy(cwd);
  let skipped = 0;
  const skip = (file: string, why: string): void => {
    skipped++;
    terminal.warn(`${file} was not scanned: ${why}.`);
  };
  const texts = options.stdin
    ? [{ file: stdinName, path: '', text: await readAll(terminal.host.stdin) }]
    : options.staged
      ? stagedTexts(cwd, skip)
      : textsOf(paths.length > 0 ? paths : ['.'], cwd, skip);
  if (options.writeBaseline) return writeBaseline(terminal, project, texts);
  const { findings, scanned } = await report(terminal, project, texts, options.sarif === true);
  terminal.say(summary(findings, scanned));
  if (findings > 0) return exitCodes.findings;
  return skipped > 0 ? exitCodes.failed : exitCodes.fine;
}

/** Answers as it goes, so that the first findings of a large tree are there before the last file is read. */
async function report(
  terminal: Terminal,
  project: ProjectPolicy,
  texts: AsyncIterable<ScannedText> | Iterable<ScannedText>,
  sarif: boolean,
): Promise<{ findings: number; scanned: number }> {
  const all: LocatedFinding[] = [];
  let findings = 0;
  let scanned = 0;
  for await (const text of texts) {
    scanned++;
    for (const found of findingsOf(text, project)) {
      findings++;
      if (sarif) all.push(found);
      else terminal.answer(lineOf(found), () => textOf(terminal, found));
    }
  }
  if (sarif) terminal.host.stdout.write(`${JSON.stringify(toSarif(all, version))}\n`);
  return { findings, scanned };
}

function findingsOf({ file, path, text }: ScannedText, { policy, nameOf }: ProjectPolicy): LocatedFinding[] {
  const name = nameOf(path);
  if (path !== '' && policy.allowsPath(name)) return [];
  return scan(text, { path })
    .findings.map((finding) => ({ file, finding, hash: hashOfFinding(text, finding) }))
    .filter(({ hash }) => !policy.allows(name, hash));
}

function lineOf({ file, finding, hash }: LocatedFinding): unknown {
  const { line, column, endLine, endColumn, rule, masked, confidence, remedy } = finding;
  return { file, line, column, rule, masked, endLine, endColumn, confidence, remedy, hash };
}

function textOf(terminal: Terminal, { file, finding }: LocatedFinding): string {
  const { line, column, rule, masked, remedy } = finding;
  const where = terminal.paint('bold', `${file}:${line}:${column}`);
  return `${where}  ${describeRule(rule).description} ${masked} ${terminal.paint('dim', rule)}\n  ${wordsOfRemedy[remedy]}`;
}

function summary(findings: number, scanned: number): string {
  const files = `${scanned} ${scanned === 1 ? 'text' : 'texts'}`;
  if (findings === 0) return `No secrets in ${files}.`;
  const found = `${findings} ${findings === 1 ? 'secret' : 'secrets'} in ${files}.`;
  return `${found} What is none: a comment service:allow-secret, or ${policyFile}.`;
}

/** Takes what is there today as given; from now on only new findings are told. */
async function writeBaseline(
  terminal: Terminal,
  project: ProjectPolicy,
  texts: AsyncIterable<ScannedText> | Iterable<ScannedText>,
): Promise<ExitCode> {
  const { policy, nameOf, file } = project;
  const found: { path: string; hash: string }[] = [];
  for await (const { path, text } of texts) {
    const name = nameOf(path);
    if (policy.allowsPath(name)) continue;
    for (const finding of scan(text, { path }).findings)
      found.push({ path: name, hash: hashOfFinding(text, finding) });
  }
  const document = withBaseline(policy.document, found);
  await writeTextAtomically(file, `${JSON.stringify(document, undefined, 2)}\n`);
  terminal.answer(
    { file, findings: found.length },
    () => `${file} holds ${found.length} findings as the baseline.`,
  );
  return exitCodes.fine;
}
