import type { GateCondition } from '../api/qualityGates.ts';
import { getProjectGate } from '../api/qualityGates.ts';
import { gateQuery } from '../gate/model.ts';
import { isNewCodeMetric, reasonOfMetric } from '../gate/causes.ts';
import type { Reason } from '../gate/reasons.data.ts';
import type { Finding } from './finding.ts';
import { readLineFindings } from './lineFindings.ts';
import {
  readHotspots,
  readIssues,
  type FindingList,
  type FindingScope,
  type ReadOptions,
} from './readFindings.ts';

/** Failing conditions with the same reason, such as the number of bugs and their rating, and what makes them fail. */
export interface ConditionFindings {
  readonly conditions: readonly [GateCondition, ...GateCondition[]];
  readonly findings: readonly Finding[];
  readonly unread: number;
  /** Whether all findings have places. Conditions such as those about the number of lines have none. */
  readonly isComplete: boolean;
}

export interface GateFindings {
  readonly groups: readonly ConditionFindings[];
  /** The findings of all groups, each once. */
  readonly findings: readonly Finding[];
  /** Whether no failing condition is about code that is not new. */
  readonly isNewCodeOnly: boolean;
}

/** Failing conditions with the same findings, and where to read these. */
interface Question {
  readonly conditions: [GateCondition, ...GateCondition[]];
  readonly newCode: boolean;
  readonly reason: Reason | undefined;
}

interface GateReadOptions extends Omit<ReadOptions, 'onPage' | 'onlyUpTo'> {
  /** Gets what was read up to now, after each answer. */
  readonly onRead?: (soFar: GateFindings['groups']) => void;
}

/**
 * Reads the findings that make the conditions of a gate fail, up to the limit for each condition.
 * @param scope its `newCode` is ignored: the metric of each condition tells whether it is about new code.
 */
export async function readGateFindings(scope: FindingScope, options: GateReadOptions): Promise<GateFindings> {
  const { api, limit, onRead } = options;
  const { conditions } = await getProjectGate(api, gateQuery(scope));
  const questions = questionsOf(conditions.filter(({ status }) => status === 'ERROR'));
  const groups: ConditionFindings[] = questions.map((question) => ({
    conditions: question.conditions,
    ...nothingFound,
  }));
  for (const [index, question] of questions.entries()) {
    const put = (found: Omit<ConditionFindings, 'conditions'>) => {
      groups[index] = { conditions: question.conditions, ...found };
      onRead?.([...groups]);
    };
    const onPage = (list: FindingList) => put(listed(list));
    put(await answerTo(question, scope, { api, limit, ...(onRead && { onPage }) }));
  }
  return {
    groups,
    findings: eachOnce(groups),
    isNewCodeOnly: questions.every(({ newCode }) => newCode),
  };
}

const nothingFound = { findings: [], unread: 0, isComplete: false };

/** Returns a question for each reason, because several conditions may have the same one. */
function questionsOf(failing: readonly GateCondition[]): readonly Question[] {
  const questions = new Map<string, Question>();
  for (const condition of failing) {
    const { metricKey } = condition;
    const newCode = isNewCodeMetric(metricKey);
    const reason = reasonOfMetric(metricKey);
    const id = JSON.stringify([newCode, reason ?? metricKey]);
    const known = questions.get(id);
    if (known) known.conditions.push(condition);
    else questions.set(id, { conditions: [condition], newCode, reason });
  }
  return [...questions.values()];
}

async function answerTo(
  { newCode, reason }: Question,
  scope: FindingScope,
  options: ReadOptions,
): Promise<Omit<ConditionFindings, 'conditions'>> {
  const asked = { ...scope, newCode };
  switch (reason?.kind) {
    case undefined:
      return nothingFound;
    case 'files':
      return { ...(await readLineFindings(asked, reason.metric, options.api)), unread: 0 };
    case 'hotspots':
      return listed(await readHotspots(asked, options));
    case 'issues':
      return listed(await readIssues(asked, options, reason.filter));
  }
}

function listed({ findings, total }: FindingList): Omit<ConditionFindings, 'conditions'> {
  return { findings, unread: Math.max(0, total - findings.length), isComplete: true };
}

function eachOnce(groups: readonly ConditionFindings[]): readonly Finding[] {
  const [only, ...others] = groups;
  if (only && others.length === 0) return only.findings;
  return [...new Map(groups.flatMap(({ findings }) => findings.map((one) => [one.key, one]))).values()];
}
