import * as z from 'zod';
import { searchProjects } from '../../core/api/components.ts';
import { projectsPerRequest, searchGateStatuses } from '../../core/api/measures.ts';
import {
  type GateCondition,
  getProjectGate,
  listQualityGates,
  showQualityGate,
} from '../../core/api/qualityGates.ts';
import { findCauses, isNewCodeMetric } from '../../core/gate/causes.ts';
import { branchInput, listOfKeys, projectKey } from '../definition/inputs.ts';
import { pageInput, pageOutput, readPage, readWhole } from '../definition/paging.ts';
import { countFitting } from '../definition/plainText.ts';
import { defineTool, type Tools } from '../definition/tool.ts';
import { gateView } from '../app/gateResource.ts';

const causeRow = z.strictObject({
  metric: z.string(),
  file: z.string(),
  line: z.number().optional(),
  /** Key of the issue or hotspot; absent for a file. */
  key: z.string().optional(),
  rule: z.string().optional(),
  message: z.string().optional(),
});
type CauseRow = z.input<typeof causeRow>;

/** Enough to start working, not the whole list. */
const rowsPerCondition = 20;

const noStatuses: Awaited<ReturnType<typeof searchGateStatuses>> = new Map();

export const qualityGateTools: Tools = {
  explain_quality_gate: defineTool({
    title: 'Explain a failing quality gate',
    description: 'Failing conditions with the issues, hotspots or files behind them, new code first.',
    effect: 'read',
    view: gateView,
    input: z.strictObject({ projectKey, ...branchInput }),
    output: z.strictObject({
      projectKey: z.string(),
      platformUrl: z.string(),
      gate: z.string(),
      failing: z.array(
        z.strictObject({
          metric: z.string(),
          actual: z.string().optional(),
          comparator: z.string().optional(),
          threshold: z.string().optional(),
          total: z.number().optional(),
        }),
      ),
      behind: z.array(causeRow),
    }),
    async run(call, { projectKey: project, branch, pullRequest }) {
      const scope = { project, branch, pullRequest };
      const { status, conditions } = await getProjectGate(call.api, scope);
      const red = conditions.filter((condition) => condition.status === 'ERROR').sort(newCodeFirst);
      const failing = [];
      const rows: CauseRow[] = [];
      for (const [index, { metricKey, actualValue, comparator, errorThreshold }] of red.entries()) {
        const query = {
          ...scope,
          organization: call.organization,
          metric: metricKey,
          limit: rowsPerCondition,
        };
        const found = await findCauses(call.api, query);
        for (const { key, file, line, rule, message } of found.rows)
          rows.push({ metric: metricKey, key, file, line, rule, message });
        failing.push({
          metric: metricKey,
          actual: actualValue,
          comparator,
          threshold: errorThreshold,
          total: found.total,
        });
        call.progress(index + 1, red.length);
      }
      const behind = rows.slice(0, countFitting(rows));
      return { projectKey: project, platformUrl: call.api.baseUrl, gate: status, failing, behind };
    },
    summary: ({ projectKey: project, gate, failing }) =>
      [
        `The quality gate of ${project} is ${gate}.`,
        ...failing.map(
          ({ metric, actual = '–', comparator = '', threshold = '', total }) =>
            `${metric} is ${actual}, fails if ${comparator} ${threshold}${total === undefined ? '' : `: ${total} behind it`}.`,
        ),
      ].join('\n'),
  }),
  get_project_quality_gate_status: defineTool({
    title: 'Gate status of a project',
    description: 'Live gate status with all conditions.',
    effect: 'read',
    input: z.strictObject({ projectKey, ...branchInput }),
    output: z.strictObject({
      status: z.string(),
      conditions: z.array(
        z.strictObject({
          metricKey: z.string(),
          status: z.string(),
          comparator: z.string().optional(),
          errorThreshold: z.string().optional(),
          actualValue: z.string().optional(),
        }),
      ),
      ignoredConditions: z.boolean().optional(),
    }),
    async run({ api }, { projectKey: project, branch, pullRequest }) {
      return getProjectGate(api, { project, branch, pullRequest });
    },
  }),
  list_project_gate_statuses: defineTool({
    title: 'Gate statuses of several projects',
    description: 'Live gate statuses of the given projects, or of all; NONE: never analyzed or not visible.',
    effect: 'read',
    input: z.strictObject({ projectKeys: listOfKeys.optional(), ...pageInput }),
    output: z.strictObject({
      gates: z.array(z.strictObject({ projectKey: z.string(), status: z.string() })),
      ...pageOutput,
    }),
    async run({ api, organization }, input) {
      const statusesOf = async (
        keys: readonly string[],
      ): Promise<{ projectKey: string; status: string }[]> => {
        const statuses = keys.length === 0 ? noStatuses : await searchGateStatuses(api, keys);
        return keys.map((key) => ({ projectKey: key, status: statuses.get(key) ?? 'NONE' }));
      };
      const { rows, ...rest } = input.projectKeys
        ? await readWhole(input, await statusesOf([...new Set(input.projectKeys)]), (row) => row)
        : await readPage(
            // The page size keeps it at one request of statuses per page.
            { ...input, pageSize: Math.min(input.pageSize ?? projectsPerRequest, projectsPerRequest) },
            projectsPerRequest,
            async (page) => {
              const { items, total } = await searchProjects(api, { organization, ...page });
              return { items: await statusesOf(items.map(({ key }) => key)), total };
            },
            (row) => row,
          );
      return { gates: rows, ...rest };
    },
  }),
  list_quality_gates: defineTool({
    title: 'List quality gates',
    description: 'Quality gates with their conditions.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.strictObject({
      qualityGates: z.array(
        z.strictObject({
          name: z.string(),
          isDefault: z.boolean().optional(),
          isBuiltIn: z.boolean().optional(),
          conditions: z.array(z.string()),
        }),
      ),
    }),
    async run({ api, organization, progress }) {
      const gates = await listQualityGates(api, { organization });
      const qualityGates = [];
      // One request per gate, because newer platforms leave the conditions out of the list.
      for (const [index, { name, isDefault, isBuiltIn }] of gates.slice(0, 50).entries()) {
        const { conditions } = await showQualityGate(api, { name, organization });
        const texts = conditions.map(({ metric, op, error }) =>
          [metric, op, error].filter(Boolean).join(' '),
        );
        qualityGates.push({ name, isDefault, isBuiltIn, conditions: texts });
        progress(index + 1, gates.length);
      }
      return { qualityGates };
    },
  }),
};

function newCodeFirst(a: GateCondition, b: GateCondition): number {
  return Number(isNewCodeMetric(b.metricKey)) - Number(isNewCodeMetric(a.metricKey));
}
