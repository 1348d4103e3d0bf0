import { searchAnalyses } from '../api/analyses.ts';
import type { Api } from '../api/client.ts';
import { getRawSource, type FileScope, type SourceLine } from '../api/sources.ts';
import type { Clock } from '../clock.ts';
import { Failure, messageOf } from '../failures.ts';
import { branchOrPullRequest, gateQuery } from '../gate/model.ts';
import type { Log } from '../log.ts';
import { WorkQueue } from '../workQueue.ts';
import { byPath, type Finding } from './finding.ts';
import { FilePositions } from './positions.ts';
import { readGateFindings, type GateFindings } from './gateFindings.ts';
import { readSourceLines } from './lineFindings.ts';
import { readHotspots, readIssues, type FindingScope } from './readFindings.ts';

/** Findings of a project that one list holds. The files of a project with more are requested one by one. */
export const listLimit = 2000;
/** Findings of one file, and of one condition of a gate, that are read. */
const fileLimit = 500;
const gateLimit = 20_000;

/** The number of characters of analyzed texts that are kept, about two bytes each. */
const keptCharacters = 500_000;
/** How long an answer is used without a request for the newest analysis. */
const freshMs = 5 * 60_000;
/** How long no request is sent after a failure. */
const pauseMs = 60_000;
const requestTimeoutMs = 30_000;

interface ProjectFindingsOptions {
  /** Resolves with undefined if the token is missing. */
  readonly api: () => Promise<Api | undefined>;
  readonly scope: FindingScope;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export interface GateAnswer extends GateFindings {
  /** The key of the newest analysis when the findings were read; undefined before the first one. */
  readonly analysis: string | undefined;
}

interface CachedList {
  /** By path; undefined if the project has too many findings for one list. */
  readonly list: ReadonlyMap<string, readonly Finding[]> | undefined;
  readonly hotspots: ReadonlyMap<string, readonly Finding[]>;
}

/**
 * The findings of one project and branch, read when they are needed and kept until the next analysis. Requests follow
 * each other. The first file costs two requests for the project. A file with findings then costs one, for its
 * analyzed text; a file without findings costs none.
 */
export class ProjectFindings {
  readonly #options: ProjectFindingsOptions;
  #answer: CachedList | undefined;
  #analysis: string | undefined;
  #checkedAt = -Infinity;
  #readAt = -Infinity;
  #pausedUntil = -Infinity;
  readonly #files = new Map<string, readonly Finding[]>();
  readonly #texts = new Map<string, string>();
  readonly #requests = new WorkQueue();

  constructor(options: ProjectFindingsOptions) {
    this.#options = options;
  }

  /**
   * Returns the findings of a file with their positions; undefined for a file without findings.
   * @throws the `Failure` of a request; for a minute after one `unavailable`, without a request.
   */
  async of(path: string, signal: AbortSignal): Promise<FilePositions | undefined> {
    return this.#inTurn(signal, async (api) => {
      const findings = await this.#findingsOf(path, api);
      return findings.length === 0 ? undefined : this.#positions(path, findings, api);
    });
  }

  /** When the platform was asked for the present answers, milliseconds; those of a file may be newer. */
  get readAt(): number {
    return this.#readAt;
  }

  async positionsOf(path: string, findings: readonly Finding[], signal: AbortSignal): Promise<FilePositions> {
    return this.#inTurn(signal, (api) => this.#positions(path, findings, api));
  }

  /** Reads the analyzed text of a file, and what the platform knows about its lines. Throws as `of`. */
  async linesOf(
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly analyzed: string; readonly lines: readonly SourceLine[] }> {
    return this.#inTurn(signal, async (api) => ({
      analyzed: await this.#textOf(path, api),
      lines: await readSourceLines(api, this.#fileAt(path)),
    }));
  }

  /** Reads what makes the gate fail. `onRead` gets what was read up to now, after each answer. Throws as `of`. */
  async ofGate(signal: AbortSignal, onRead?: (soFar: GateFindings['groups']) => void): Promise<GateAnswer> {
    const { scope } = this.#options;
    return this.#inTurn(signal, async (api) => {
      // These findings are newer than the texts, and a hotspot has no hash that would contradict an old text.
      this.#texts.clear();
      const options = { api, limit: gateLimit, ...(onRead && { onRead }) };
      const analysis = await this.#readAnalysis(api);
      return { analysis, ...(await readGateFindings(scope, options)) };
    });
  }

  /** Whether there was an analysis after the one with this key. Throws as `of`. */
  async wasAnalyzedSince(analysis: string | undefined, signal: AbortSignal): Promise<boolean> {
    return this.#inTurn(signal, async (api) => (await this.#readAnalysis(api)) !== analysis);
  }

  /** Forgets every answer, because the platform has other ones now. */
  forget(): void {
    this.#answer = undefined;
    this.#analysis = undefined;
    this.#checkedAt = -Infinity;
    this.#pausedUntil = -Infinity;
    this.#files.clear();
    this.#texts.clear();
  }

  /** If the last answer is old and there was another analysis, forgets all and returns true. Throws as `of`. */
  async forgetOld(signal: AbortSignal): Promise<boolean> {
    if (!this.#answer || this.#options.clock.now() < this.#checkedAt + freshMs) return false;
    return this.#inTurn(signal, async (api) => {
      const analysis = await this.#readAnalysis(api);
      this.#checkedAt = this.#options.clock.now();
      // The analysis of the first answers is unknown, so the first question forgets them in any case.
      if (this.#analysis === analysis) return false;
      this.forget();
      this.#analysis = analysis;
      return true;
    });
  }

  async #findingsOf(path: string, api: Api): Promise<readonly Finding[]> {
    const { list, hotspots } = (this.#answer ??= await this.#read(api));
    const issues = list ? (list.get(path) ?? []) : await this.#readFile(path, api);
    return [...issues, ...(hotspots.get(path) ?? [])];
  }

  async #read(api: Api): Promise<CachedList> {
    const { scope, clock, log } = this.#options;
    const options = { api, limit: listLimit };
    const readAt = clock.now();
    const issues = await readIssues(scope, { ...options, onlyUpTo: listLimit });
    this.#readAt = readAt;
    const isLarge = issues.total > listLimit;
    if (isLarge) log.info(`${issues.total} issues: those of each file are read when it is opened`);
    const hotspots = await readHotspots(scope, options);
    this.#checkedAt = clock.now();
    return { list: isLarge ? undefined : byPath(issues.findings), hotspots: byPath(hotspots.findings) };
  }

  async #readFile(path: string, api: Api): Promise<readonly Finding[]> {
    const known = this.#files.get(path);
    if (known) return known;
    const scope = { ...this.#options.scope, path };
    const { findings } = await readIssues(scope, { api, limit: fileLimit });
    this.#files.set(path, findings);
    return findings;
  }

  async #positions(path: string, findings: readonly Finding[], api: Api): Promise<FilePositions> {
    return new FilePositions(findings, await this.#textOf(path, api));
  }

  async #textOf(path: string, api: Api): Promise<string> {
    const text = this.#texts.get(path) ?? (await this.#readText(path, api));
    // The text that was used last goes to the end; the first ones go when there are too many.
    this.#texts.delete(path);
    this.#texts.set(path, text);
    let length = [...this.#texts.values()].reduce((sum, kept) => sum + kept.length, 0);
    for (const [other, kept] of this.#texts) {
      if (length <= keptCharacters || other === path) break;
      this.#texts.delete(other);
      length -= kept.length;
    }
    return text;
  }

  /** Returns the analyzed text; an empty one, in which no finding is placed, if the user may not see it. */
  async #readText(path: string, api: Api): Promise<string> {
    try {
      return await getRawSource(api, this.#fileAt(path));
    } catch (error) {
      if (!Failure.is(error) || (error.code !== 'notFound' && error.code !== 'forbidden')) throw error;
      this.#options.log.info(
        `The issues of a file are not shown, because its analyzed text is missing: ${error.message}`,
      );
      return '';
    }
  }

  #fileAt(path: string): FileScope {
    const { project, branch } = this.#options.scope;
    return { ...branchOrPullRequest(branch), key: `${project}:${path}` };
  }

  async #readAnalysis(api: Api): Promise<string | undefined> {
    const query = { ...gateQuery(this.#options.scope), pageSize: 1 };
    return (await searchAnalyses(api, query)).items[0]?.key;
  }

  /** Runs work after all work that was started before. */
  #inTurn<T>(signal: AbortSignal, work: (api: Api) => Promise<T>): Promise<T> {
    const { api, clock, log } = this.#options;
    return this.#requests.run(async () => {
      if (signal.aborted) throw new Failure('cancelled', 'Reading issues: cancelled');
      if (clock.now() < this.#pausedUntil)
        throw new Failure('unavailable', 'Reading issues failed a moment ago');
      const client = await api();
      if (!client) throw new Failure('unauthorized', 'There is no token');
      try {
        return await work(client.with({ signal, timeoutMs: requestTimeoutMs }));
      } catch (error) {
        if (!Failure.is(error, 'cancelled')) {
          log.info(`Issues: ${messageOf(error)}`);
          this.#pausedUntil = clock.now() + pauseMs;
        }
        throw error;
      }
    });
  }
}
