import * as z from 'zod/mini';
import type { Api } from './client.ts';
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
  readonly size: number;
  /** The file's key; undefined for a file in a project that the caller may not browse. */
  readonly file: string | undefined;
}

/** Returns groups of blocks that are copies of each other. Each group has a block in the requested file. */
export async function showDuplications(
  api: Api,
  scope: FileScope,
): Promise<readonly (readonly DuplicatedBlock[])[]> {
  const { duplications, files } = await api.get('api/duplications/show', { ...scope }, answer);
  return duplications.map(({ blocks }) =>
    blocks.map(({ from, size, _ref }) => ({
      from,
      size,
      file: _ref === undefined ? undefined : files[_ref]?.key,
    })),
  );
}
