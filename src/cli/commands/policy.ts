import { readFileSync } from 'node:fs';
import { resolve, dirname, join, relative } from 'node:path';
import { patternOf } from '../../agents/ignoreEntries.ts';
import { printable } from '../../core/printable.ts';
import { givePolicyConsent, withdrawPolicyConsent } from '../../node/credentials/changePolicyConsents.ts';
import { policyIdentity } from '../../node/credentials/policyConsents.ts';
import { realFile, topFolder } from '../../node/files/realPath.ts';
import { applyChanges } from '../../node/files/transaction/fileTransaction.ts';
import { describeRule } from '../../secrets/describeRule.ts';
import type { Finding } from '../../secrets/finding.ts';
import { SaltedHashes } from '../../secrets/policy/allowedValues.ts';
import { policyFile, withBaselineValues } from '../../secrets/policy/policy.ts';
import { scan } from '../../secrets/scan.ts';
import {
  baselineSize,
  describePolicy,
  findPolicy,
  misspelledFields,
  type ProjectPolicy,
  nameInPolicy,
} from '../analyze/projectPolicy.ts';
import { decodeText } from '../analyze/textEncoding.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import { foldersUpTo, takeFromIgnoreLists } from '../ignoreLists.ts';
import type { CommandRow, Context } from '../program.ts';

/** Adds `policy show`, `trust`, `allow` and `revoke`. `trust` and `allow` require a terminal, because a user must give the consent. */
export const policyCommand: CommandRow = (program, run) => {
  const policy = program
    .command('policy')
    .description('Manage trust in the .service/secrets.json of a project, which can allow secrets');
  policy
    .command('show')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and whether it is applied')
    .action(run(showPolicy));
  policy
    .command('trust')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and ask whether to apply it; requires a terminal')
    .action(run(trustPolicy));
  policy
    .command('allow')
    .argument('<file:line>', 'the line with the value')
    .description(
      'Allow the value that is taken for a secret in one file, after a question; requires a terminal',
    )
    .action(run(allowFinding));
  policy
    .command('revoke')
    .argument('[folder]', 'folder of the project', '.')
    .description('Stop applying the policy')
    .action(run(revokePolicy));
};

type Policy = ProjectPolicy & { readonly bytes: Buffer };

function showPolicy(context: Context, folder: string): Promise<ExitCode> {
  const policy = policyOf(context, folder);
  context.terminal.answer(summaryOf(policy), () => [...describePolicy(policy), statusOf(policy)].join('\n'));
  return Promise.resolve(exitCodes.fine);
}

/** Asks the user whether a policy may apply: an agent must not agree to what it may have written itself. */
async function trustPolicy(context: Context, folder: string): Promise<ExitCode> {
  const { terminal, prompts, session } = context;
  const policy = policyOf(context, folder);
  if (policy.distrust === 'foreign') throw new CliError(statusOf(policy));
  if (policy.distrust === 'noConsent') {
    if (!terminal.isInteractive)
      throw new CliError('Trusting a policy requires a terminal, so that a user makes the decision.', {
        fix: 'In a build, pass --trust-policy to: service-cli analyze secrets',
      });
    for (const line of describePolicy(policy)) terminal.say(line);
    if (!(await prompts.agree('Apply it on this machine?'))) {
      terminal.say('The policy is not applied.');
      return exitCodes.failed;
    }
    const at = new Date().toISOString();
    await givePolicyConsent(session.home, policyIdentity(policy.folder, policy.bytes), at);
  }
  const trusted = { ...policy, distrust: undefined };
  terminal.answer(summaryOf(trusted), () => statusOf(trusted));
  return exitCodes.fine;
}

/** Withdraws the user's consent; also for a policy that was changed or deleted since. */
async function revokePolicy(context: Context, folder: string): Promise<ExitCode> {
  const { terminal, session } = context;
  const policy = findPolicyOf(context, folder);
  await withdrawPolicyConsent(session.home, policy.folder);
  terminal.answer(
    { folder: policy.folder, counts: false },
    () => `No policy of ${policy.folder} is applied.`,
  );
  return exitCodes.fine;
}

function findPolicyOf({ terminal, session }: Context, folder: string): ProjectPolicy {
  const start = realFile(resolve(terminal.host.cwd, folder));
  if (start === undefined) throw new CliError(`The folder ${folder} does not exist.`);
  return findPolicy(start, session.home);
}

function policyOf(context: Context, folder: string): Policy {
  const policy = findPolicyOf(context, folder);
  const { bytes } = policy;
  if (bytes === undefined)
    throw new CliError(`${policy.folder} has no policy: ${policy.file} does not exist.`);
  for (const problem of misspelledFields(policy)) context.terminal.warn(problem);
  return { ...policy, bytes };
}

function summaryOf({ file, folder, distrust, stated: { document } }: Policy): unknown {
  const { allowPaths, allowValues, baseline } = document;
  return {
    file,
    folder,
    counts: distrust === undefined,
    ...(distrust && { reason: distrust }),
    allowPaths,
    allowValues: allowValues.length,
    baseline: baselineSize(baseline),
  };
}

function statusOf({ distrust, folder }: Policy): string {
  if (distrust === undefined) return 'It is applied on this machine until it changes.';
  if (distrust === 'noConsent') return 'It is not applied: you have not agreed to it.';
  return `It is not applied: other users can write in ${printable(folder)} or own the file.`;
}

/**
 * Allows the secrets in one line of a file, after the user agreed: adds their digests to the policy of the project, and
 * takes the file off the ignore lists of agents when it has no other secret. A value may move to another line.
 *
 * @param place `FILE:LINE`
 * @throws {CliError} without a terminal, and in one that is not the user's
 */
async function allowFinding(context: Context, place: string): Promise<ExitCode> {
  const { terminal, session, prompts } = context;
  const [, named = '', digits = ''] = /^([\s\S]+?):(\d+)(?::\d+)?$/.exec(place) ?? [];
  if (named === '') throw invalidOptions('name the file and the line, as in: policy allow src/app.ts:12');
  const path = realFile(resolve(terminal.host.cwd, named));
  const { text, findings } = await findingsIn(path, named, context);
  const line = Number(digits);
  const chosen = findings.filter((finding) => finding.line <= line && line <= finding.endLine);
  if (path === undefined || chosen.length === 0) throw noSecret(named, line, findings);
  const policy = policyFor(path, context);
  const name = nameInPolicy(policy, path);
  if (name === undefined || policy.distrust === 'foreign')
    throw new CliError(`${policy.file} cannot allow it: other users can write there.`);
  if (!terminal.isInteractive)
    throw new CliError('Allowing a secret requires a terminal, so that a user makes the decision.');
  if (policy.distrust === 'noConsent') for (const row of describePolicy(policy)) terminal.say(row);
  for (const { rule, masked } of chosen)
    terminal.say(`${printable(named)}:${line}  ${describeRule(rule).description} ${printable(masked)}`);
  if (!(await prompts.agree('Let AI agents and commits have this value in this file?'))) {
    terminal.say('Nothing was changed.');
    return exitCodes.failed;
  }
  const values = chosen.map(({ start, end }) => text.slice(start, end));
  const before = policy.bytes;
  const after = Buffer.from(await withBaselineValues(before?.toString('utf8'), policy.file, name, values));
  await applyChanges([{ path: policy.file, within: policy.folder, before, after }]);
  await givePolicyConsent(session.home, policyIdentity(policy.folder, after), new Date().toISOString());
  await unhide(path, text, findings, policyFor(path, context));
  terminal.answer({ file: path, line, policy: policy.file }, () =>
    [`The value is allowed in ${printable(named)}.`, `Its digest is in ${printable(policy.file)}.`].join(' '),
  );
  return exitCodes.fine;
}

/** Returns what a hook finds: comments allow nothing. */
async function findingsIn(path: string | undefined, named: string, context: Context) {
  const text = path === undefined ? undefined : readIfText(path);
  if (path === undefined || text === undefined)
    throw new CliError(`${named} is not a text file that can be read.`);
  const { findings } = scan(text, { path, ignoresComments: true });
  const { stated, file } = policyFor(path, context);
  if (stated.document.rules.length === 0 || file === path) return { text, findings };
  const { compileProjectRules } = await import('../../secrets/policy/projectRules.ts');
  const more = compileProjectRules(stated.document.rules, file)(text, findings, { ignoresComments: true });
  return { text, findings: [...findings, ...more] };
}

function readIfText(path: string): string | undefined {
  try {
    return decodeText(readFileSync(path));
  } catch {
    // The caller says that the file cannot be read.
    return undefined;
  }
}

/** Returns the policy that applies to a file, or the one to create at the top of its repository. */
function policyFor(path: string, { session }: Context): ProjectPolicy {
  const folder = dirname(path);
  const found = findPolicy(folder, session.home);
  if (found.bytes !== undefined) return found;
  const top = topFolder(folder) ?? folder;
  return { ...found, folder: top, file: join(top, policyFile) };
}

function noSecret(named: string, line: number, findings: readonly Finding[]): CliError {
  const lines = [...new Set(findings.map((finding) => finding.line))].join(', ');
  return new CliError(`${named} has no secret in line ${line}.`, {
    fix: lines === '' ? 'It has none in another line either.' : `It has secrets in: ${lines}`,
  });
}

async function unhide(
  path: string,
  text: string,
  findings: readonly Finding[],
  { stated, folder }: ProjectPolicy,
): Promise<void> {
  const hashes = new SaltedHashes(Infinity);
  const name = relative(folder, path).replaceAll('\\', '/');
  const isAllowed = await Promise.all(
    findings.map(({ start, end }) => stated.allowsSoon(name, text.slice(start, end), hashes)),
  );
  if (isAllowed.includes(false)) return;
  // The open folder, at whose top the list is, may be any folder above the file.
  for (const open of foldersUpTo(dirname(path), folder)) {
    const pattern = patternOf(relative(open, path).replaceAll('\\', '/'));
    await takeFromIgnoreLists(open, { isGone: (other) => other === pattern });
  }
}
