import * as z from 'zod/mini';
import { parsePlatformDate } from '../api/dates.ts';
import type { GateStatus } from '../api/qualityGates.ts';
import { orElse, parse, parseJson } from '../parsing.ts';

/**
 * The content of a delivery. Senders differ by version, and relays on the way change types, so only an unusable body is
 * refused. Unknown fields are kept in `json`.
 */
export interface WebhookPayload {
  /** An unverified address. It is shown only if its origin is that of a known connection. */
  readonly serverUrl: string | undefined;
  /** Absent if a change of an issue, not an analysis, changed the gate. */
  readonly taskId: string | undefined;
  /** The status of the background task: `SUCCESS`, `FAILED`, or an unknown one. */
  readonly status: string;
  /** The start of the scan in milliseconds since the epoch. */
  readonly analysedAt: number | undefined;
  /** The start of the scan, or the time of an issue change, in milliseconds since the epoch. */
  readonly changedAt: number | undefined;
  readonly revision: string | undefined;
  readonly project: {
    readonly key: string | undefined;
    readonly name: string | undefined;
    readonly url: string | undefined;
  };
  readonly branch: WebhookBranch | undefined;
  /** Absent after a failed task and for some pull requests. This is not a failed gate. */
  readonly gate: WebhookGate | undefined;
  readonly properties: Readonly<Record<string, string>>;
  readonly json: unknown;
}

interface WebhookBranch {
  /** Some senders omit the name of the main branch. */
  readonly name: string | undefined;
  /** `BRANCH`, `LONG`, `SHORT`, `PULL_REQUEST`, or an unknown type. */
  readonly type: string | undefined;
  readonly isMain: boolean;
}

interface WebhookGate {
  readonly name: string | undefined;
  readonly status: GateStatus;
  readonly conditions: readonly WebhookCondition[];
}

interface WebhookCondition {
  readonly metric: string;
  readonly operator: string | undefined;
  readonly errorThreshold: string | undefined;
  /** The status of a metric without a value is `NO_VALUE` after an analysis and `OK` after an issue change. */
  readonly status: string;
  readonly value: string | undefined;
}

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
  status: z.string(),
  value: text,
});

/** Leaves out conditions that do not match, because a bad condition must not hide its gate. */
const conditions = z.pipe(
  orElse(z.array(z.unknown()), []),
  z.transform((values) =>
    values.flatMap((value): WebhookCondition[] => {
      const { data } = condition.safeParse(value);
      return data ? [data] : [];
    }),
  ),
);

const payload = z.object({
  serverUrl: text,
  taskId: text,
  status: z.string(),
  analysedAt: date,
  changedAt: date,
  revision: text,
  project: z.object({ key: text, name: text, url: text }),
  branch: orElse(z.optional(z.object({ name: text, type: text, isMain: flag })), undefined),
  qualityGate: z.optional(
    z.nullable(z.object({ name: text, status: z.string(), conditions: z._default(conditions, []) })),
  ),
  properties: orElse(z.record(z.string(), z.string()), {}),
});

/**
 * Parses the body of a delivery.
 * @param projectHeader the project key of the request's header, for senders that omit it in the body
 * @throws {Failure} `malformed` if the body is not a JSON object, or `status`, `project` or the gate does not match
 */
export function parsePayload(body: string, projectHeader?: string): WebhookPayload {
  const json = parseJson(body, 'Webhook payload');
  const { qualityGate, project, branch, ...rest } = parse(payload, json, 'Webhook payload');
  return {
    ...rest,
    branch,
    project: { ...project, key: project.key ?? projectHeader },
    gate: qualityGate ?? undefined,
    json,
  };
}
