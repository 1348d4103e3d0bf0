import * as z from 'zod/mini';
import type { Api } from './client.ts';
import { parsePlatformDate } from './dates.ts';
import type { GateStatus } from './qualityGates.ts';

const branch = z.object({
  name: z.string(),
  isMain: z.boolean(),
  status: z.optional(z.object({ qualityGateStatus: z.optional(z.string()) })),
  analysisDate: z.optional(z.string()),
});

export interface Branch {
  readonly name: string;
  readonly isMain: boolean;
  /** Undefined before the first analysis. */
  readonly gate: GateStatus | undefined;
  /** Milliseconds since the epoch; undefined before the first analysis. */
  readonly analysedAt: number | undefined;
}

/** Returns all branches of a project with their gate status. Community editions have only the main branch. */
export async function listBranches(api: Api, project: string): Promise<readonly Branch[]> {
  const list = { key: 'branches', item: branch };
  const { items } = await api.list('api/project_branches/list', { project }, list);
  return items.map(({ name, isMain, status, analysisDate }) => ({
    name,
    isMain,
    gate: status?.qualityGateStatus,
    analysedAt: analysisDate === undefined ? undefined : parsePlatformDate(analysisDate),
  }));
}
