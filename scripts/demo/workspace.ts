import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyConnectionsFile, type ConnectionsFile } from '../../src/core/connections/store.ts';
import { secretPrefix, type Secret } from '../../src/core/connections/tokenStore.ts';
import type { EditorHome } from '../editor/home.ts';
import { secretKeyOf } from '../editor/preparedSecrets.ts';
import { readManifest } from '../packagedExtension.ts';

const extensionId = 'service.service-ide';
const demoConnection = 'Demo';

/** The project that the demo's folder is analysed as and bound to. */
export const demoProject = 'service-ide-demo';

/** The part of a platform, embedded or real, that the demo uses. */
export interface DemoPlatform {
  readonly url: string;
  readonly token: string;
  /** Code in which the platform finds an issue. */
  readonly breakable: Breakable;
  /** Analyses the folder as {@link demoProject}. */
  readonly analyze: (folder: string) => Promise<{ readonly gate: string }>;
  readonly stop: () => Promise<void>;
}

/** A copy of real source that the user can break and repair. */
export interface DemoWorkspace {
  readonly folder: string;
  /** Adds an issue to a file of the copy, or removes it again. Resolves with whether the file has it now. */
  toggleIssue(): Promise<boolean>;
}

/** A file of the copy, and the text that breaks it when it is appended. */
export interface Breakable {
  /** Relative to the copy. */
  readonly file: string;
  /** The content of the file if the repository does not have it. */
  readonly text?: string;
  readonly issue: string;
}

/** TypeScript of this repository, with a vulnerability that the embedded platform finds. */
export const ownBreakable: Breakable = {
  file: 'src/core/failures.ts',
  issue: `
/** The demo added this vulnerability, which fails the quality gate. Press the same key to remove it. */
export function evaluateText(text: string): unknown {
  return eval(text);
}
`,
};

/**
 * Copies `src/core` of this repository below `folder` and binds the copy to {@link demoProject}. An analysis of all of
 * `src` takes six times as long and shows nothing else.
 * @param source the repository
 */
export async function layOutWorkspace(
  source: string,
  folder: string,
  { file: touched, text, issue }: Breakable,
): Promise<DemoWorkspace> {
  await cp(join(source, 'src/core'), join(folder, 'src/core'), { recursive: true });
  await mkdir(join(folder, '.vscode'), { recursive: true });
  const settings = { 'service.connectedMode.project': { projectKey: demoProject } };
  await writeFile(join(folder, '.vscode/settings.json'), `${JSON.stringify(settings, undefined, 2)}\n`);

  const file = join(folder, touched);
  if (text !== undefined) await writeFile(file, text);
  return {
    folder,
    toggleIssue: async () => {
      const now = await readFile(file, 'utf8');
      const isIn = now.endsWith(issue);
      await writeFile(file, isIn ? now.slice(0, -issue.length) : now + issue);
      return !isIn;
    },
  };
}

export const demoSettings = { 'service.notifications.pollInterval': 10 };

/** A connection as version 3.5.4 wrote it into user settings, token and all, for the migration to find. */
export function legacySettings(serverUrl: string, token: string): Record<string, unknown> {
  return {
    'service.connectedMode.connections.server': [{ connectionId: demoConnection, serverUrl, token }],
  };
}

/**
 * Writes a connection where the extension keeps its connections.
 * @returns its secrets, for the start of the editor
 */
export async function layOutConnection(
  { userData }: EditorHome,
  serverUrl: string,
  token: string,
): Promise<Record<string, string>> {
  const folder = join(userData, 'User/globalStorage', extensionId);
  const uuid = randomUUID();
  const file: ConnectionsFile = {
    ...emptyConnectionsFile,
    connections: [
      { kind: 'server', uuid, connectionId: demoConnection, serverUrl, receiveNotifications: true },
    ],
  };
  const secret: Secret = { token, origin: new URL(serverUrl).origin };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'connections.json'), JSON.stringify(file));
  // A user with connections has had an older version, and is offered the news unless this file says that they were.
  const { version } = await readManifest();
  await writeFile(join(folder, `news-${version.split('.', 2).join('.')}`), '');
  return { [secretKeyOf(extensionId, secretPrefix + uuid)]: JSON.stringify(secret) };
}
