import * as z from 'zod/mini';
import { parsePlatformDate } from '../api/dates.ts';
import type { GateStatus } from '../api/qualityGates.ts';
import { parse, parseJson } from '../parsing.ts';

/**
 * What a delivery says. Senders differ by version, and relays between them and us change types, so only what makes a
 * body unusable is refused; fields we do not know stay in `json`.
 */
export interface WebhookPayload {
  /** Unverified, like every address in a payload: shown only where its origin is that of a known connection. */
  readonly serverUrl: string | undefined;
  /** Absent when an issue change moved the gate. */
  readonly taskId: string | undefined;
  /** Of the background task: `SUCCESS`, `FAILED`, or one we have not heard of. */
  readonly status: string;
  /** When the scan started, milliseconds since the epoch. */
  readonly analysedAt: number | undefined;
  /** The scan's start again, or the moment of an issue change. */
  readonly changedAt: number | undefined;
  readonly revision: string | undefined;
  readonly project: {
    readonly key: string | undefined;
    readonly name: string | undefined;
    readonly url: string | undefined;
  };
  readonly branch: WebhookBranch | undefined;
  /** Absent where none was computed: a failed task, some pull requests. That is not a failed gate. */
  readonly gate: WebhookGate | undefined;
  readonly properties: Readonly<Record<string, string>>;
  /** Everything as it came. */
  readonly json: unknown;
}

interface WebhookBranch {
  /** Absent for the main branch of some senders. */
  readonly name: string | undefined;
  /** `BRANCH`, `LONG`, `SHORT`, `PULL_REQUEST`, or one we have not heard of. */
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
  /** `NO_VALUE` after an analysis and `OK` after an issue change where the metric has no value. */
  readonly status: string;
  readonly value: string | undefined;
}

/** Relays write `"null"` and `"true"` for null and true. */
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

/** A condition that does not parse must not hide the gate it belongs to. */
const conditions = z.pipe(
  z.catch(z.array(z.unknown()), []),
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
  branch: z.catch(z.optional(z.object({ name: text, type: text, isMain: flag })), undefined),
  qualityGate: z.optional(
    z.nullable(z.object({ name: text, status: z.string(), conditions: z._default(conditions, []) })),
  ),
  properties: z.catch(z.record(z.string(), z.string()), {}),
});

/**
 * Rejects with `malformed` where the body is no JSON object or `status`, `project` or the gate is not what it must be.
 * @param projectHeader the project key of the request's header, for senders that leave it out of the body
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
