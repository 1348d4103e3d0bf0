import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../../core/failures.ts';
import { type StoredJson, readStoredJson, updateStoredJson } from '../../node/files/storedJson.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { variable } from '../../node/environment.ts';
import { CliError, exitCodes } from '../exitCodes.ts';
import { version } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { askAsHook, listRevisions, readBatches, topFolder } from './git.ts';
import type { ReportedFinding } from './sarif.ts';
import { committedText, type ScannedText, type ReportSkipped } from './texts.ts';

const place = z.int().check(z.nonnegative());
const storedFinding = z.object({
  /** Relative to the top of the repository. */
  path: z.string(),
  commit: z.string(),
  isStatedAllowed: z.boolean(),
  finding: z.object({
    rule: z.string(),
    start: place,
    end: place,
    line: place,
    column: place,
    endLine: place,
    endColumn: place,
    masked: z.string(),
    confidence: z.enum(['high', 'medium', 'low']),
    fix: z.enum(['revoke', 'change', 'replaceKey']),
  }),
});

const progressSchema = z.object({
  version: z.literal(1),
  /** A digest of everything that decides about a finding. Progress with another one is of no use. */
  basis: z.string(),
  /** The newest commits of each run: a later run scans the commits of the first ones in the same order. */
  tips: z.array(z.array(z.string())),
  /** The number of commits that were scanned, and the last of them. */
  done: place,
  last: z.string(),
  skipped: place,
  findings: z.array(storedFinding),
});
type Progress = z.output<typeof progressSchema>;

interface HistoryOptions {
  readonly terminal: Terminal;
  /** Real path of the working folder. */
  readonly cwd: string;
  /** Everything besides the version of the program that decides about a finding. */
  readonly basis: string;
  readonly stop: AbortSignal;
}

/** Milliseconds between two lines about the progress of the scan. */
const quietMs = 10_000;

/**
 * Opens the scan of all commits of a repository. It can be interrupted: its progress, with the findings so far, is in a file
 * in the cache of the user, never in the repository, and the next scan continues there.
 *
 * @throws {CliError} outside of a repository, when git cannot list its commits, and with exit code 130 when `stop` aborted
 */
export async function openHistory(options: HistoryOptions) {
  const { cwd, stop } = options;
  const opened = await findProgress(options).catch((cause: unknown) => {
    throw stop.aborted ? interrupted('before the first commit', cause) : cause;
  });
  const { top, document, commits, progress } = opened;
  return {
    commits: commits.length,
    skippedBefore: progress.skipped,
    /** The findings of earlier, interrupted scans, in the order of the commits. */
    findingsBefore: progress.findings.map(({ path, ...finding }): ReportedFinding => ({
      ...finding,
      file: relative(cwd, join(top, path)),
    })),
    /**
     * Yields the texts that remain. The caller adds the findings of a text to `found` before it asks for the next one.
     *
     * @throws {CliError} with exit code 130 when `stop` aborted
     */
    texts: (found: readonly ReportedFinding[], skip: ReportSkipped) =>
      remainingTexts(options, opened, found, skip),
    finish: () => rm(document.path, { force: true }),
  };
}

async function findProgress({ terminal, cwd, basis: given }: HistoryOptions) {
  const top = await topFolder(cwd, '--history');
  const shallow = await askAsHook(cwd, 'rev-parse', ['--is-shallow-repository']);
  if (shallow?.toString('latin1').trim() === 'true')
    terminal.warn(
      'This clone is shallow, so older commits are missing. To fetch them: git fetch --unshallow',
    );
  const basis = createHash('sha256').update(`${version}\n${given}`).digest('hex');
  const fresh: Progress = { version: 1, basis, tips: [], done: 0, last: '', skipped: 0, findings: [] };
  const document = documentOf(top, terminal.host.env, fresh);
  // The references of `--all` include HEAD. A repository without commits has none.
  const now = await listRevisions(cwd, ['--no-walk=unsorted', '--all', '--']);
  const kept = await readStoredJson(document).catch((error: unknown) => {
    if (!Failure.is(error)) throw error;
    terminal.warn(`${error.message}. The scan starts at the first commit.`);
    return fresh;
  });
  const tips = [...kept.tips, now];
  const order = kept.basis === basis && kept.done > 0 ? await listAgain(cwd, tips) : [];
  if (kept.done > 0 && order[kept.done - 1] === kept.last) {
    terminal.say(`Continuing after ${kept.done} of ${order.length} commits.`);
    return { top, document, commits: order, progress: { ...kept, tips } };
  }
  return { top, document, commits: await listRuns(cwd, [now]), progress: { ...fresh, tips: [now] } };
}

async function* remainingTexts(
  { terminal, cwd, stop }: HistoryOptions,
  { top, document, commits, progress: before }: Awaited<ReturnType<typeof findProgress>>,
  found: readonly ReportedFinding[],
  skip: ReportSkipped,
): AsyncGenerator<ScannedText> {
  let { done, skipped } = before;
  const count: ReportSkipped = (file, why) => {
    skipped++;
    skip(file, why);
  };
  let said = -Infinity;
  try {
    for await (const { end, files } of readBatches(cwd, commits, before.done)) {
      for await (const committed of files) {
        stop.throwIfAborted();
        yield* committedText(committed, { cwd, top }, count);
      }
      stop.throwIfAborted();
      done = end;
      const findings = found.flatMap(({ file, commit, ...finding }) =>
        commit === undefined ? [] : [{ ...finding, commit, path: relative(top, join(cwd, file)) }],
      );
      const progress = { ...before, done, last: commits[end - 1] ?? '', skipped, findings };
      await updateStoredJson(document, () => progress).catch((error: unknown) => {
        if (!Failure.is(error)) throw error;
        terminal.warn(`${error.message}. After an interruption, the scan starts again.`);
      });
      if (end < commits.length && performance.now() - said < quietMs) continue;
      said = performance.now();
      terminal.say(`Scanned ${end} of ${commits.length} commits.`);
    }
  } catch (cause) {
    // The interrupt of a terminal also ends git.
    if (!stop.aborted) throw cause;
    throw interrupted(`after ${done} of ${commits.length} commits`, cause);
  }
}

function interrupted(when: string, cause: unknown): CliError {
  return new CliError(`Interrupted ${when}.`, {
    exitCode: exitCodes.interrupted,
    fix: 'To continue, run the command again.',
    cause,
  });
}

/** The file of the progress; a folder of the user names the repository by a digest of its path. */
function documentOf(top: string, env: NodeJS.ProcessEnv, empty: Progress): StoredJson<Progress> {
  const cache = variable(env, 'SERVICE_CACHE') ?? join(homeOf(env), '.cache', 'service-ide');
  const name = createHash('sha256').update(top).digest('hex').slice(0, 32);
  return { path: join(cache, 'history', `${name}.json`), schema: progressSchema, empty };
}

/** Returns the commits of each run of `tips` without those of the runs before it, parents first. */
async function listRuns(folder: string, tips: readonly (readonly string[])[]): Promise<string[]> {
  const commits: string[] = [];
  const before: string[] = [];
  for (const run of tips) {
    commits.push(...(await listByDate(folder, [...run, ...before])));
    before.push(...run.map((commit) => `^${commit}`));
  }
  return commits;
}

/** Returns the commits as `listRuns` does; none if a reference has lost commits since an earlier run. */
async function listAgain(folder: string, tips: readonly (readonly string[])[]): Promise<string[]> {
  const now = tips.at(-1) ?? [];
  try {
    const lost = await listByDate(folder, [...tips.flat(), ...now.map((commit) => `^${commit}`)]);
    return lost.length > 0 ? [] : await listRuns(folder, tips);
  } catch (error) {
    // git no longer has a commit of an earlier run.
    if (error instanceof CliError) return [];
    throw error;
  }
}

/**
 * Lists commits by date, so that the commits of a new branch come after those that were there. Their names are on standard
 * input, because a repository may have more references than a command line holds.
 */
async function listByDate(folder: string, revisions: readonly string[]): Promise<string[]> {
  if (revisions.length === 0) return [];
  return listRevisions(folder, ['--reverse', '--date-order', '--stdin'], `${revisions.join('\n')}\n`);
}
