import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { Brand } from '../core/brand.ts';
import { authorship, fileFacts, type FileFacts } from './store/analyses/files.ts';
import { probabilities } from './store/issues/hotspots.ts';
import { issueTypes, relatedPlace, severities, textRange, ruleTypes } from './store/issues/issues.ts';

/** The report that the scanner sends to the platform: gzipped JSON. It includes the source, as with a real scanner. */

const rule = z.object({
  /** `repository:name`. */
  key: z.string(),
  name: z.string(),
  language: z.optional(z.string()),
  severity: z.enum(severities),
  type: z.enum(ruleTypes),
  description: z.string(),
  isExternal: z.boolean(),
});

const issue = z.object({
  /** File below the project's root, with `/`; empty for the project itself. */
  path: z.string(),
  rule: z.string(),
  severity: z.enum(severities),
  type: z.enum(issueTypes),
  message: z.string(),
  textRange: z.optional(textRange),
  related: z.optional(z.array(relatedPlace)),
  /** Minutes. */
  effort: z.number(),
});

const hotspot = z.object({
  path: z.string(),
  rule: z.string(),
  category: z.string(),
  probability: z.enum(probabilities),
  message: z.string(),
  textRange: z.optional(textRange),
});

const file = z.object({
  path: z.string(),
  language: z.optional(z.string()),
  scope: z.enum(['MAIN', 'TEST']),
  source: z.string(),
  facts: fileFacts,
  authorship: z.optional(authorship),
});

const report = z.object({
  format: z.literal(1),
  projectKey: z.string(),
  /** An analysis of the main branch gives the project this name. */
  projectName: z.optional(z.string()),
  /** Start of the scan, in milliseconds. */
  date: z.int(),
  version: z.optional(z.string()),
  revision: z.optional(z.string()),
  branch: z.optional(z.string()),
  /** Without `base`, it is merged into the main branch. */
  pullRequest: z.optional(z.object({ key: z.string(), branch: z.string(), base: z.optional(z.string()) })),
  scm: z.string(),
  ci: z.string(),
  /** All `-D` properties; the platform keeps those with the analysis prefix. */
  properties: z.record(z.string(), z.string()),
  rules: z.array(rule),
  files: z.array(file),
  issues: z.array(issue),
  hotspots: z.optional(z.array(hotspot)),
});

export type Report = z.infer<typeof report>;
export type ReportFile = z.infer<typeof file>;
export type ReportIssue = z.infer<typeof issue>;
export type ReportHotspot = z.infer<typeof hotspot>;
export type ReportRule = z.infer<typeof rule>;

export interface SourceFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly language: 'js' | 'ts';
  readonly scope: 'MAIN' | 'TEST';
  readonly source: string;
}

export interface AnalyzedFile {
  readonly facts: FileFacts;
  readonly issues: readonly ReportIssue[];
  readonly hotspots: readonly ReportHotspot[];
  readonly rules: readonly ReportRule[];
}

const maxReportBytes = 256 * 1024 * 1024;

export async function encodeReport(value: Report): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify(value));
}

/** Decodes a report; `undefined` for other data. Never unpacks more than 256 MiB, however small it is packed. */
export async function decodeReport(bytes: Uint8Array): Promise<Report | undefined> {
  try {
    const json = await promisify(gunzip)(bytes, { maxOutputLength: maxReportBytes });
    const parsed = report.safeParse(JSON.parse(json.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // The data is not gzip, too large, or not JSON. The sender gets the same answer for each.
    return undefined;
  }
}

/** Returns the properties that are passed on: those with the analysis prefix, and those that were detected. */
export function passedProperties(
  { analysisPropertyPrefix: prefix }: Pick<Brand, 'analysisPropertyPrefix'>,
  { scm, ci, properties }: Pick<Report, 'scm' | 'ci' | 'properties'>,
): Record<string, string> {
  const passed = Object.entries(properties)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]): [string, string] => [name, value.trim()]);
  return { [`${prefix}detectedscm`]: scm, [`${prefix}detectedci`]: ci, ...Object.fromEntries(passed) };
}
