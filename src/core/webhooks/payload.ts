import * as z from 'zod/mini';
import { parsePlatformDate } from '../api/dates.ts';
import { orElse, parse, parseJson } from '../parsing.ts';

/** Converts a scalar to text, and null to undefined. Relays write `"null"` and `"true"` for null and true. */
const text = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
  z.transform((value) =>
    value === undefined || value === null || value === 'null' ? undefined : String(value),
  ),
);
const flag = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => value === true || value === 'true'),
);
const date = z.pipe(
  text,
  z.transform((value) => (value === undefined ? undefined : parsePlatformDate(value))),
);

const condition = z.object({
  metric: z.string(),
  operator: text,
  errorThreshold: text,
  /** The status of a metric without a value is `NO_VALUE` after an analysis and `OK` after an issue change. */
  status: z.string(),
  value: text,
});

/** Leaves out conditions that do not match, because a bad condition must not hide its gate. */
const conditions = z.pipe(
  orElse(z.array(z.unknown()), []),
  z.transform((values) =>
    values.flatMap((value) => {
      const { data } = condition.safeParse(value);
      return data ? [data] : [];
    }),
  ),
);

const branch = z.object({
  /** Some senders omit the name of the main branch. */
  name: text,
  /** `BRANCH`, `LONG`, `SHORT`, `PULL_REQUEST`, or an unknown type. */
  type: text,
  isMain: flag,
});
const gate = z.object({ name: text, status: z.string(), conditions: z._default(conditions, []) });

const payload = z.object({
  /** An unverified address. It is shown only if its origin is that of a known connection. */
  serverUrl: text,
  /** Absent if a change of an issue, not an analysis, changed the gate. */
  taskId: text,
  /** The status of the background task: `SUCCESS`, `FAILED`, or an unknown one. */
  status: z.string(),
  /** The start of the scan in milliseconds since the epoch. */
  analysedAt: date,
  /** The start of the scan, or the time of an issue change, in milliseconds since the epoch. */
  changedAt: date,
  revision: text,
  project: z.object({ key: text, name: text, url: text }),
  branch: orElse(z.optional(branch), undefined),
  qualityGate: z.optional(z.nullable(gate)),
  properties: orElse(z.record(z.string(), z.string()), {}),
});

/** A delivery, with unknown fields in `json`. Senders and relays differ, so only an unusable body is refused. */
export interface WebhookPayload extends Readonly<Omit<z.output<typeof payload>, 'qualityGate'>> {
  /** Absent after a failed task and for some pull requests. This is not a failed gate. */
  readonly gate: Readonly<z.output<typeof gate>> | undefined;
  readonly json: unknown;
}

/**
 * Parses the body of a delivery.
 * @param projectHeader the project key of the request's header, for senders that omit it in the body
 * @throws {Failure} `malformed` if the body is not a JSON object, or `status`, `project` or the gate does not match
 */
export function parsePayload(body: string, projectHeader?: string): WebhookPayload {
  const json = parseJson(body, 'Webhook payload');
  const { qualityGate, project, ...rest } = parse(payload, json, 'Webhook payload');
  return {
    ...rest,
    project: { ...project, key: project.key ?? projectHeader },
    gate: qualityGate ?? undefined,
    json,
  };
}
