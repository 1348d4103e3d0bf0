import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { Failure, messageOf } from '../../core/failures.ts';
import { linesOf } from '../../core/issues/lineMap.ts';
import type { ReportIssue, ReportRule } from '../report.ts';
import { issueTypes, severities, type IssueType, type TextRange } from '../store/issues/issues.ts';
import { severityOfImpact, typeOfQuality } from '../issues/impact.ts';

/**
 * The generic format for issues of any analyzer, as real servers import it: `rules` and `issues`, or the older form,
 * in which each issue contains its rule.
 */

const impact = z.object({ softwareQuality: z.string(), severity: z.string() });
const classification = { type: z.optional(z.enum(issueTypes)), severity: z.optional(z.enum(severities)) };
const genericRule = z.object({
  id: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  engineId: z.string(),
  ...classification,
  impacts: z.optional(z.array(impact)),
});
type GenericRule = z.infer<typeof genericRule>;

const location = {
  filePath: z.string(),
  textRange: z.optional(
    z.object({
      startLine: z.int(),
      endLine: z.optional(z.int()),
      startColumn: z.optional(z.int()),
      endColumn: z.optional(z.int()),
    }),
  ),
};

const genericReport = z.object({
  rules: z.optional(z.array(genericRule)),
  issues: z.array(
    z.object({
      ruleId: z.string(),
      /** Only in the older form. */
      engineId: z.optional(z.string()),
      ...classification,
      effortMinutes: z.optional(z.number()),
      primaryLocation: z.object({ ...location, message: z.string() }),
      secondaryLocations: z.optional(z.array(z.object({ ...location, message: z.optional(z.string()) }))),
    }),
  ),
});

export type GenericReport = z.infer<typeof genericReport>;

/**
 * Reads a generic report.
 *
 * @throws {Failure} `malformed`, with the path, when the report cannot be read.
 */
export async function readExternalReport(path: string): Promise<GenericReport> {
  try {
    const parsed = genericReport.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (parsed.success) return parsed.data;
    throw new Failure('malformed', z.prettifyError(parsed.error));
  } catch (error) {
    throw new Failure('malformed', `Failed to parse report '${path}': ${messageOf(error)}`, { cause: error });
  }
}

/** Returns the report's rules and issues. As in a real scanner, issues in other files are left out. */
export function importExternal(
  report: GenericReport,
  sources: ReadonlyMap<string, string>,
): { rules: ReportRule[]; issues: ReportIssue[] } {
  const known = new Map((report.rules ?? rulesOfIssues(report)).map((rule) => [rule.id, ruleOf(rule)]));
  return {
    rules: [...known.values()],
    issues: report.issues.flatMap(
      ({ ruleId, effortMinutes = 0, primaryLocation, secondaryLocations = [] }) => {
        const rule = known.get(ruleId);
        const source = sources.get(primaryLocation.filePath);
        if (!rule || source === undefined) return [];
        return {
          path: primaryLocation.filePath,
          rule: rule.key,
          severity: rule.severity,
          type: rule.type,
          message: primaryLocation.message,
          ...(primaryLocation.textRange ? { textRange: lineRange(source, primaryLocation.textRange) } : {}),
          ...relatedTo(secondaryLocations, sources),
          effort: effortMinutes,
        };
      },
    ),
  };
}

function relatedTo(
  locations: NonNullable<GenericReport['issues'][number]['secondaryLocations']>,
  sources: ReadonlyMap<string, string>,
): Pick<ReportIssue, 'related'> {
  const related = locations.flatMap(({ filePath: path, message = '', textRange }) => {
    const source = sources.get(path);
    return source === undefined || !textRange
      ? []
      : [{ path, message, textRange: lineRange(source, textRange) }];
  });
  return related.length > 0 ? { related } : {};
}

/** Builds the rules of the older form from its issues. */
const rulesOfIssues = ({ issues }: GenericReport): GenericRule[] =>
  issues.map(({ ruleId, engineId = 'external', type, severity }) => ({
    id: ruleId,
    name: `${engineId}:${ruleId}`,
    engineId,
    type,
    severity,
  }));

function ruleOf({
  id,
  name,
  description,
  engineId,
  type,
  severity,
  impacts,
}: GenericRule): ReportRule & { readonly type: IssueType } {
  const [first] = impacts ?? [];
  return {
    key: `external_${engineId}:${id}`,
    name,
    type: type ?? (first && typeOfQuality(first.softwareQuality)) ?? 'CODE_SMELL',
    severity: severity ?? (first && severityOfImpact(first.severity)) ?? 'MAJOR',
    description: description ?? '',
    isExternal: true,
  };
}

/** A range of which only the first line is required; missing ends extend it to the whole line. */
interface LooseRange {
  readonly startLine: number;
  readonly endLine?: number | undefined;
  readonly startColumn?: number | undefined;
  readonly endColumn?: number | undefined;
}

function lineRange(source: string, { startLine, endLine, startColumn, endColumn }: LooseRange): TextRange {
  const last = endLine ?? startLine;
  return {
    startLine,
    endLine: last,
    startOffset: startColumn ?? 0,
    endOffset: endColumn ?? linesOf(source)[last - 1]?.length ?? 0,
  };
}
