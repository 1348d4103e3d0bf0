import type { ConditionResult, GateResult } from '../store/analyses/analyses.ts';
import { formatDate } from '../http/dates.ts';
import { htmlSafeJson, type Json } from '../http/json.ts';
import { dashboardLink, urlEncode, type LinkedBranch } from '../http/links.ts';

/** The data of a payload. Times in milliseconds. */
export interface PayloadFacts {
  readonly serverUrl: string;
  /** Absent when an issue was changed. */
  readonly taskId?: string | undefined;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly analysedAt?: number | undefined;
  readonly revision?: string | undefined;
  readonly changedAt: number;
  readonly project: { readonly key: string; readonly name: string };
  readonly branch: LinkedBranch & { readonly type: string };
  readonly gate?: { readonly name: string; readonly result: GateResult } | undefined;
  readonly properties: Readonly<Record<string, string>>;
}

const operators = { GT: 'GREATER_THAN', LT: 'LESS_THAN' } as const;

/** Returns the text that is signed and sent, with keys in the order of the real platform. */
export function payloadText(facts: PayloadFacts): string {
  const { serverUrl, taskId, project, branch, gate, analysedAt } = facts;
  return htmlSafeJson({
    serverUrl,
    taskId,
    status: facts.status,
    analysedAt: analysedAt === undefined ? undefined : formatDate(analysedAt),
    revision: facts.revision,
    changedAt: formatDate(facts.changedAt),
    project: {
      key: project.key,
      name: project.name,
      url: `${serverUrl}/dashboard?id=${urlEncode(project.key)}`,
    },
    branch: {
      name: branch.name,
      type: branch.type,
      isMain: branch.isMain === 1,
      url: dashboardLink(serverUrl, project.key, branch),
    },
    qualityGate: gate && {
      name: gate.name,
      status: gate.result.level,
      conditions: gate.result.conditions.map((condition) => conditionJson(condition, taskId !== undefined)),
    },
    properties: facts.properties,
  });
}

/**
 * Returns a condition as JSON. A condition without value has the status NO_VALUE after an analysis, but passes after
 * an issue change.
 */
function conditionJson({ metric, op, error, actual, level }: ConditionResult, isAnalysis: boolean): Json {
  return {
    metric,
    operator: operators[op],
    value: actual,
    status: actual === undefined && isAnalysis ? 'NO_VALUE' : level,
    errorThreshold: error,
  };
}
