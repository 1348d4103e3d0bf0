import * as z from 'zod';
import { listQualityGates as list, showQualityGate } from '../../core/api/qualityGates.ts';
import { defineTool } from '../definition/tool.ts';

export const listQualityGates = defineTool({
  name: 'list_quality_gates',
  title: 'List quality gates',
  description: 'Quality gates with their conditions.',
  toolset: 'quality-gates',
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
  async run({ api, organization, signal, progress }) {
    const gates = await list(api, { organization }, { signal });
    const qualityGates = [];
    // One request per gate, because newer platforms leave the conditions out of the list.
    for (const [index, { name, isDefault, isBuiltIn }] of gates.slice(0, 50).entries()) {
      const { conditions } = await showQualityGate(api, { name, organization }, { signal });
      const texts = conditions.map(({ metric, op, error }) => [metric, op, error].filter(Boolean).join(' '));
      qualityGates.push({ name, isDefault, isBuiltIn, conditions: texts });
      progress(index + 1, gates.length);
    }
    return { qualityGates };
  },
});
