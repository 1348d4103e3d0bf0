import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';
import type { FileScope } from './sources.ts';

const answer = z.object({
  duplications: z.array(
    z.object({
      blocks: z.array(z.object({ from: z.number(), size: z.number(), _ref: z.optional(z.string()) })),
    }),
  ),
  files: z._default(z.record(z.string(), z.object({ key: z.string(), name: z.string() })), {}),
});

interface DuplicatedBlock {
  /** First line, 1-based. */
  readonly from: number;
  /** Number of lines. */
  readonly size: number;
  /** Undefined where the platform shows no file: it lies in a project the caller may not browse. */
  readonly file: string | undefined;
}

/** Groups of blocks that are copies of each other; each group has one in the file asked for. */
export async function showDuplications(
  api: Api,
  scope: FileScope,
  options?: CallOptions,
): Promise<readonly (readonly DuplicatedBlock[])[]> {
  const { duplications, files } = await api.get('api/duplications/show', { ...scope }, answer, options);
  return duplications.map(({ blocks }) =>
    blocks.map(({ from, size, _ref }) => ({
      from,
      size,
      file: _ref === undefined ? undefined : files[_ref]?.key,
    })),
  );
}
