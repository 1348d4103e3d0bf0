import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallOptions } from '../../core/api/client.ts';
import { reportedConditionText } from '../../core/ci/gateReport.ts';
import { Failure } from '../../core/failures.ts';
import { pullRequestName } from '../../core/gate/model.ts';
import type { FindingState } from '../../core/issues/finding.ts';
import { readGateFindings } from '../../core/issues/gateFindings.ts';
import { statesIn, touchedCauses, type TouchedCauses } from '../../core/issues/touchedCauses.ts';
import { printable } from '../../core/printable.ts';
import { unpushedFiles } from '../../node/process/repository.ts';
import { CliError, type ExitCode, exitCodes } from '../exitCodes.ts';
import { discoverProject } from '../integrate/discovery.ts';
import { type ScopeOptions, withScope } from '../options.ts';
import type { CommandRow, Context } from '../program.ts';
import { requireKey } from '../project/findProject.ts';
import { textInsideIfAny } from '../readText.ts';
import { onPlatform } from '../session.ts';

const mostFindings = 2_000;
const mostShown = 20;
/** How long a push waits for an answer, milliseconds. */
const quietMs = 10_000;

interface ChangedOptions extends ScopeOptions {
  /** For the hook of a push: no message and no failure where nothing can be known. */
  readonly quiet?: true;
}

export const addGateChanged: CommandRow = (gate, run) =>
  withScope(
    gate
      .command('changed')
      .description(
        'Print which reasons of a failed quality gate you have touched: in uncommitted files, and in commits that no remote has',
      ),
  )
    .option('--quiet', 'print nothing where nothing can be known, end after ten seconds, and with 0')
    .option('--json', 'print one JSON line per reason')
    .addHelpText(
      'after',
      `
Only the next analysis can tell whether the gate passes. It exits with 52 while reasons are left, and with 0 when the gate does
not fail, or when you have edited all of them.

To see this before each push, with the hooks of integrate git: git config service.gateBeforePush true`,
    )
    .action(
      run(async (context, options: ChangedOptions) => {
        if (options.quiet !== true) return gateChanged(context, options);
        const call = { signal: AbortSignal.timeout(quietMs) };
        try {
          await gateChanged(context, options, call);
        } catch (error) {
          // No login, no project, no answer: a push goes on, and nothing is said.
          if (!(error instanceof CliError) && !Failure.is(error)) throw error;
        }
        return exitCodes.fine;
      }),
    );

async function gateChanged(
  { session, terminal }: Context,
  { quiet, branch, pullRequest, ...given }: ChangedOptions,
  call: CallOptions = {},
): Promise<ExitCode> {
  const local = await discoverProject(session, await realpath(terminal.host.cwd));
  const project = requireKey(given.project ?? local.key);
  const name = pullRequest === undefined ? branch : pullRequestName(pullRequest);
  const { groups } = await onPlatform(
    session,
    ({ api, platform: { organization } }) => {
      const scope = { project, branch: name, organization, newCode: true };
      const reading = readGateFindings(scope, { api: api.with(call), limit: mostFindings });
      return quiet === true ? reading : terminal.during('Reading what makes the quality gate fail', reading);
    },
    { project, branch, pullRequest },
  );
  if (groups.length === 0) {
    if (quiet !== true) terminal.say('The quality gate does not fail.');
    return exitCodes.fine;
  }
  const changed = await unpushedFiles(local.root);
  if (!changed) throw new CliError(`${local.root} is not in a Git repository.`);
  const causes = touchedCauses(groups, localChanges(local.root, changed));
  terminal.items(causes.map(rowOf), textOf);
  terminal.say(
    'Only the next analysis can tell whether the gate passes: new issues, coverage, duplications and ratings are open.',
  );
  return causes.every(isDone) ? exitCodes.fine : exitCodes.failedGate;
}

/** Compares findings with the files on disk. Only changed files are read. */
function localChanges(root: string, paths: readonly string[]): Parameters<typeof touchedCauses>[1] {
  const isThere = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
  const changed = new Set(paths);
  const states = new Map<string, ReturnType<typeof statesIn>>();
  const statesOf = (path: string) => {
    const known = states.get(path) ?? statesIn(textInsideIfAny(root, path) ?? '');
    states.set(path, known);
    return known;
  };
  return {
    changed,
    gone: new Set(paths.filter((path) => !isThere(path))),
    stateOf: (finding): FindingState =>
      changed.has(finding.path) ? statesOf(finding.path)(finding) : 'open',
  };
}

const isDone = ({ isComplete, here, elsewhere }: TouchedCauses): boolean =>
  isComplete && here.length + elsewhere === 0;

function rowOf({ conditions, here, ...counts }: TouchedCauses) {
  return {
    conditions: conditions.map(({ metricKey, comparator, errorThreshold, actualValue }) => ({
      metric: metricKey,
      comparator,
      threshold: errorThreshold,
      actual: actualValue,
    })),
    ...counts,
    left: here.map(({ path, line, rule, message }) => ({ file: path, line, rule, message })),
  };
}

function textOf({ conditions, edited, gone, left, elsewhere, isComplete }: ReturnType<typeof rowOf>): string {
  const counts = [
    edited > 0 ? `probably fixed: ${edited}` : '',
    gone > 0 ? `in deleted or renamed files: ${gone}` : '',
    left.length > 0 ? `left in files that you changed: ${left.length}` : '',
    elsewhere > 0 ? `left in other files: ${elsewhere}` : '',
    isComplete ? '' : 'not everything that it counts has a place',
  ];
  const lines = left.slice(0, mostShown).map(({ file, line, message, rule }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `  ${place}: ${message}${rule === undefined ? '' : ` (${rule})`}`;
  });
  const more = left.length > mostShown ? [`  … and ${left.length - mostShown} more`] : [];
  const texts = [...conditions.map(reportedConditionText), `  ${counts.filter(Boolean).join(', ')}`];
  return [...texts, ...lines, ...more].map(printable).join('\n');
}
