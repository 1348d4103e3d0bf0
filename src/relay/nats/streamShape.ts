import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { Failure } from '../../core/failures.ts';

export const streamName = 'SERVICE_PUSH';
const subjectPrefix = 'service.push.';

/** The operator's choices for the stream. They must be equal in all relays of an installation. */
export interface StreamShape {
  readonly keep: number;
  /** Age in days after which push events are deleted. */
  readonly keepDays: number;
  /** The number of NATS servers that store each push event. */
  readonly replicas: 1 | 3;
}

const nanosPerSecond = 1_000_000_000;

/** The window in which JetStream recognizes a repeated delivery. */
const duplicateSeconds = 120;

export function subjectOf(opaqueProject: string): string {
  return `${subjectPrefix}${opaqueProject}`;
}

export function projectOf(subject: string): string {
  return subject.slice(subjectPrefix.length);
}

/** Returns the data of the stream, and creates it if it does not exist. */
export async function openStream(manager: JetStreamManager, shape: StreamShape): Promise<StreamInfo> {
  try {
    return await manager.streams.info(streamName);
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)) throw error;
    // Several relays may do this at the same time. The server accepts all requests, because their shapes are equal.
    return await manager.streams.add({ name: streamName, ...configOf(shape) });
  }
}

/**
 * Checks that a stream has the shape that the options describe.
 * @throws {Failure} `badRequest`, with the differences
 */
export function requireShape({ config }: StreamInfo, shape: StreamShape): void {
  const differences = differencesOf(config, configOf(shape));
  if (differences.length > 0)
    throw new Failure(
      'badRequest',
      `The NATS stream ${streamName} does not match the options of this relay: ${differences.join('; ')}. ` +
        'Start the relay with matching options, or change the stream with `nats stream edit`.',
    );
}

type Shape = ReturnType<typeof configOf>;

function configOf({ keep, keepDays, replicas }: StreamShape) {
  return {
    subjects: [`${subjectPrefix}*`],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    storage: StorageType.File,
    max_msgs: keep,
    max_age: keepDays * 86_400 * nanosPerSecond,
    duplicate_window: duplicateSeconds * nanosPerSecond,
    num_replicas: replicas,
    // A relay would wait for a single message that an operator has deleted. The whole stream can still be purged.
    deny_delete: true,
  } satisfies Partial<StreamConfig>;
}

/** Returns one text for each setting that differs: its name, its value, and the value that the options mean. */
function differencesOf(found: StreamConfig, wanted: Shape): string[] {
  return (Object.keys(wanted) as (keyof Shape)[])
    .filter((name) => JSON.stringify(found[name]) !== JSON.stringify(wanted[name]))
    .map((name) => `${name} is ${JSON.stringify(found[name])}, not ${JSON.stringify(wanted[name])}`);
}
