import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The project that the demo's folder is analysed as and bound to. */
export const demoProject = 'service-ide-demo';

/** A copy of real source that a person can break and mend. */
export interface DemoWorkspace {
  readonly folder: string;
  /** Puts an issue into a file of the copy, or takes it out again. Answers whether it is in now. */
  toggleIssue(): Promise<boolean>;
}

const touchedFile = 'src/core/failures.ts';

const issue = `
/** The demo put this here: a vulnerability that fails the quality gate. Mend it with the same key. */
export function runWhateverComes(text: string): unknown {
  return eval(text);
}
`;

/**
 * Copies `src` of this repository below `folder` and binds the copy to {@link demoProject}.
 * @param source the repository
 */
export async function layOutWorkspace(source: string, folder: string): Promise<DemoWorkspace> {
  await cp(join(source, 'src'), join(folder, 'src'), { recursive: true });
  await mkdir(join(folder, '.vscode'), { recursive: true });
  const settings = { 'service.connectedMode.project': { projectKey: demoProject } };
  await writeFile(join(folder, '.vscode/settings.json'), `${JSON.stringify(settings, undefined, 2)}\n`);

  const file = join(folder, touchedFile);
  return {
    folder,
    toggleIssue: async () => {
      const text = await readFile(file, 'utf8');
      const isIn = text.endsWith(issue);
      await writeFile(file, isIn ? text.slice(0, -issue.length) : text + issue);
      return !isIn;
    },
  };
}

/** User settings of the demo: a connection as version 3.5.4 wrote it, token and all, for the migration to find. */
export function demoSettings(serverUrl: string, token: string): Record<string, unknown> {
  return {
    'service.connectedMode.connections.server': [{ connectionId: 'Demo', serverUrl, token }],
    'service.notifications.pollInterval': 10,
  };
}
