import * as z from 'zod';
import { isoDateTime } from '../../core/api/dates.ts';
import type { Hotspot } from '../../core/api/hotspots.ts';
import { issueSeverity, issueStatusOf, pathInProject, type Issue } from '../../core/api/issues.ts';
import type { Webhook } from '../../core/api/webhooks.ts';
import { withoutCredentials } from '../../core/webhooks/address.ts';

/** A date-time in an answer: ISO 8601 with offset, for every format in which platforms send it. */
export const dateTime = z.string().transform(isoDateTime);

export const issueRow = z.strictObject({
  key: z.string(),
  project: z.string(),
  file: z.string(),
  line: z.number().optional(),
  rule: z.string(),
  severity: z.string().optional(),
  status: z.string(),
  message: z.string().optional(),
});

/** Returns the part of an issue that tools answer, so that agents pay for no other tokens. */
export function issueRowOf(issue: Issue): z.input<typeof issueRow> {
  const { key, project, line, rule, message } = issue;
  return {
    key,
    project,
    file: pathInProject(issue),
    line,
    rule,
    severity: issueSeverity(issue),
    status: issueStatusOf(issue),
    message,
  };
}

export const hotspotRow = z.strictObject({
  key: z.string(),
  project: z.string(),
  file: z.string(),
  line: z.number().optional(),
  category: z.string().optional(),
  probability: z.string().optional(),
  status: z.string(),
  resolution: z.string().optional(),
  message: z.string().optional(),
});

export function hotspotRowOf(hotspot: Hotspot): z.input<typeof hotspotRow> {
  const { key, project, line, securityCategory, vulnerabilityProbability, status, resolution, message } =
    hotspot;
  return {
    key,
    project,
    file: pathInProject(hotspot),
    line,
    category: securityCategory,
    probability: vulnerabilityProbability,
    status,
    resolution,
    message,
  };
}

export const webhookRow = z.strictObject({
  key: z.string(),
  name: z.string(),
  url: z.string(),
  hasSecret: z.boolean(),
  latestSuccess: z.boolean().optional(),
  latestAt: dateTime.optional(),
});

/** Returns the part of a webhook that tools answer. Its address has no credentials, because models read it. */
export function webhookRowOf({
  key,
  name,
  url,
  hasSecret,
  latestDelivery,
}: Webhook): z.input<typeof webhookRow> {
  return {
    key,
    name,
    url: withoutCredentials(url),
    hasSecret,
    latestSuccess: latestDelivery?.success,
    latestAt: latestDelivery?.at,
  };
}
