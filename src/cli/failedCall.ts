import type { Api } from '../core/api/client.ts';
import { searchProjects } from '../core/api/components.ts';
import { gatePage } from '../core/api/qualityGates.ts';
import { getSystemStatus } from '../core/api/system.ts';
import { unreadyState } from '../core/connections/check.ts';
import { Failure } from '../core/failures.ts';
import { printable } from '../core/printable.ts';
import type { Platform } from '../node/credentials/credentials.ts';
import { CliError } from './exitCodes.ts';
import { similarWords } from './similarWords.ts';
import { failedRequest, sentence, wordsOfState } from './words.ts';

export interface OpenedPlatform {
  readonly api: Api;
  readonly platform: Platform;
}

export interface ProjectScope {
  readonly project: string;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
}

/**
 * Returns the error of a command for a failed call of the Web API: what is wrong, in the words of the platform where it
 * names a key or a value, and what to do.
 *
 * @param scope What the call was about. A platform may hide a project that the token may not see in the same way as one
 *   that does not exist.
 */
export async function failedCall(
  { api, platform }: OpenedPlatform,
  failure: Failure,
  scope?: ProjectScope,
): Promise<CliError> {
  const { baseUrl, target } = platform;
  const { code, words } = failure;
  const isDoubtful = code === 'unauthorized' || code === 'notFound';
  const unready =
    isDoubtful && target.kind === 'server' ? await whyUnready(api, platform, failure) : undefined;
  if (unready) return unready;
  if (words === undefined || (code !== 'notFound' && code !== 'badRequest'))
    return failedRequest(failure, baseUrl);
  if (scope && code === 'notFound' && namesScope.test(words)) {
    // The platform knows the project of a branch that it names first.
    const isKnown = /^(?:Branch|Pull request) /u.test(words);
    const similar = isKnown ? [] : await similarKeys(api, platform, scope.project);
    return scopeNotFound(scope, baseUrl, failure, similar);
  }
  if (words.startsWith('Unknown url'))
    return new CliError(`${baseUrl} does not support this function in its version or edition.`, {
      fix: 'To show the version, run: service-cli auth status',
      cause: failure,
    });
  const fix = advices.find(([pattern]) => pattern.test(words))?.[1] ?? 'Correct the arguments and options.';
  return new CliError(`${baseUrl}: ${sentence(words)}`, { fix, cause: failure });
}

/** The words about a project, branch or pull request: those of measures and components call each a component. */
const namesScope = /^(?:Project|Component|Branch|Pull request) /u;

const advices: readonly (readonly [words: RegExp, fix: string])[] = [
  [/metric/i, 'Correct --metric. Without it, the command prints the usual metrics.'],
  [
    /No activity found for task/,
    'The scanner writes the ID of the task into its report-task.txt: pass --report-task FILE.',
  ],
  [
    /Analysis with id/,
    'The platform may have deleted the analysis. For the current gate, omit --task, --report-task and --wait.',
  ],
  [
    /No webhook with key/,
    'To list the keys, run: service-cli webhooks list (for those of a project, add --project KEY)',
  ],
  [
    /Webhook delivery/,
    'To list the IDs, run: service-cli webhooks deliveries KEY. The platform keeps deliveries for 30 days.',
  ],
];

/**
 * Returns the error for a server that is starting or too old: both answer 404 and 401 to correct calls. Undefined for
 * another server, and when its status cannot be read: the first failure is the one to report then.
 */
async function whyUnready(api: Api, platform: Platform, cause: Failure): Promise<CliError | undefined> {
  try {
    const state = unreadyState(await getSystemStatus(api.with({ timeoutMs: 3_000 })));
    if (!state) return undefined;
    const { message, fix } = wordsOfState(state, platform);
    return new CliError(message, { fix, cause });
  } catch (error) {
    if (Failure.is(error)) return undefined;
    throw error;
  }
}

export function scopeNotFound(
  { project, branch, pullRequest }: ProjectScope,
  baseUrl: string,
  cause: Failure,
  similar: readonly string[] = [],
): CliError {
  const page = `See the project on ${gatePage(baseUrl, { project })}. `;
  const [what, where] =
    pullRequest !== undefined
      ? [`Pull request "${pullRequest}" of project "${project}"`, page]
      : branch !== undefined
        ? [`Branch "${branch}" of project "${project}"`, page]
        : [`Project "${project}"`, ''];
  const hint = similar.length === 0 ? '' : `Did you mean ${similar.join(' or ')}? `;
  return new CliError(`${what} was not found on ${baseUrl}, or the token has no permission to see it.`, {
    fix: `${where}${hint}To list the projects, run: service-cli projects list`,
    cause,
  });
}

/** Returns up to three keys like a mistyped one. Never rejects with a `Failure`, because the caller reports another. */
async function similarKeys(api: Api, { organization }: Platform, typed: string): Promise<readonly string[]> {
  try {
    const { items } = await searchProjects(api.with({ timeoutMs: 3_000 }), { organization, pageSize: 500 });
    const keys = items.map(({ key }) => key).filter((key) => key !== typed);
    return similarWords(typed, keys)
      .slice(0, 3)
      .map((key) => printable(key));
  } catch (error) {
    if (Failure.is(error)) return [];
    throw error;
  }
}
