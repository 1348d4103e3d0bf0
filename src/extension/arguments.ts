import * as z from 'zod/mini';

/**
 * What commands may be called with: a node of the tree, or an object that a key binding or another extension made up.
 * Whatever does not parse counts as no argument: the command then asks.
 */
const connection = z.object({ uuid: z.string() });
const project = z.object({ uuid: z.string(), projectKey: z.string() });
const folder = z.union([
  z.pipe(
    z.object({ folderUri: z.string() }),
    z.transform(({ folderUri }) => [folderUri]),
  ),
  z.pipe(
    z.object({ folders: z.array(z.object({ uri: z.string() })) }),
    z.transform(({ folders }) => folders.map(({ uri }) => uri)),
  ),
]);

/** The uuid of a connection. */
export function connectionArgument(argument: unknown): string | undefined {
  return connection.safeParse(argument).data?.uuid;
}

export function projectArgument(argument: unknown): z.output<typeof project> | undefined {
  return project.safeParse(argument).data;
}

/** URIs of the folders that are meant; empty where none is named. */
export function foldersArgument(argument: unknown): readonly string[] {
  return folder.safeParse(argument).data ?? [];
}
