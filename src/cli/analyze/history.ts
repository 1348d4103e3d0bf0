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
import { readBatches } from './commits.ts';
import { askAsHook, listRevisions, topFolder } from './git.ts';
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

export interface HistoryOptions {
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
export async function openHistory(options: HistoryOptions): Promise<HistoryScan> {
  try {
    return new HistoryScan(options, await findProgress(options));
  } catch (cause) {
    throw options.stop.aborted ? interrupted('before the first commit', cause) : cause;
  }
}

interface OpenedHistory {
  readonly top: string;
  readonly document: StoredJson<Progress>;
  readonly commits: readonly string[];
  readonly progress: Progress;
}

async function findProgress({ terminal, cwd, basis: given }: HistoryOptions): Promise<OpenedHistory> {
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

class HistoryScan {
  readonly #options: HistoryOptions;
  readonly #place: OpenedHistory;
  #progress: Progress;

  constructor(options: HistoryOptions, place: OpenedHistory) {
    this.#options = options;
    this.#place = place;
    this.#progress = place.progress;
  }

  get commits(): number {
    return this.#place.commits.length;
  }

  get skippedBefore(): number {
    return this.#progress.skipped;
  }

  /** The findings of earlier, interrupted scans, in the order of the commits. */
  findingsBefore(): readonly ReportedFinding[] {
    return this.#progress.findings.map(({ path, ...finding }) => ({
      ...finding,
      file: relative(this.#options.cwd, join(this.#place.top, path)),
    }));
  }

  /**
   * Yields the texts that remain. The caller adds the findings of a text to `found` before it asks for the next one.
   *
   * @throws {CliError} with exit code 130 when `stop` aborted
   */
  async *texts(found: readonly ReportedFinding[], skip: ReportSkipped): AsyncGenerator<ScannedText> {
    const { terminal, cwd, stop } = this.#options;
    const before = this.#progress;
    let skipped = before.skipped;
    const count: ReportSkipped = (file, why) => {
      skipped++;
      skip(file, why);
    };
    let said = -Infinity;
    try {
      for await (const { end, files } of readBatches(cwd, this.#place.commits, before.done)) {
        for await (const committed of files) {
          stop.throwIfAborted();
          yield* committedText(committed, { cwd, top: this.#place.top }, count);
        }
        stop.throwIfAborted();
        const findings = found.flatMap((each) => this.#stored(each));
        await this.#save({
          ...before,
          done: end,
          last: this.#place.commits[end - 1] ?? '',
          skipped,
          findings,
        });
        const isLast = end === this.#place.commits.length;
        if (!isLast && performance.now() - said < quietMs) continue;
        said = performance.now();
        terminal.say(`Scanned ${end} of ${this.#place.commits.length} commits.`);
      }
    } catch (cause) {
      // The interrupt of a terminal also ends git.
      if (!stop.aborted) throw cause;
      throw interrupted(`after ${this.#progress.done} of ${this.#place.commits.length} commits`, cause);
    }
  }

  async finish(): Promise<void> {
    await rm(this.#place.document.path, { force: true });
  }

  #stored({ file, commit, ...finding }: ReportedFinding): Progress['findings'] {
    const path = relative(this.#place.top, join(this.#options.cwd, file));
    return commit === undefined ? [] : [{ ...finding, commit, path }];
  }

  async #save(progress: Progress): Promise<void> {
    this.#progress = progress;
    await updateStoredJson(this.#place.document, () => progress).catch((error: unknown) => {
      if (!Failure.is(error)) throw error;
      this.#options.terminal.warn(`${error.message}. After an interruption, the scan starts again.`);
    });
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
