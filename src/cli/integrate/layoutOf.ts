import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { neutralBrand } from '../../core/brand.ts';
import type { Platform } from '../../node/credentials/credentials.ts';
import { variable } from '../../node/environment.ts';
import { type Session, version } from '../session.ts';
import { type AgentLayout, type Scope, systemFolder } from '../../agents/agent.ts';
import { handlerFiles } from './handlerFiles.ts';
import type { Layout } from './layout.ts';
import type { Resource } from './resources/resource.ts';

export interface LayoutInput {
  readonly editor: AgentLayout;
  readonly scope: Scope;
  readonly root: string;
  /** Undefined when the platform is not known or not needed, as for a removal. */
  readonly platform?: Platform | undefined;
  readonly leftoverSkill?: Layout['leftoverSkill'];
}

/** Returns the layout on this machine, for the program that runs now. */
export async function layoutOf(
  session: Session,
  { editor, scope, root, platform, leftoverSkill }: LayoutInput,
): Promise<Layout> {
  const { env } = session.terminal.host;
  return {
    editor,
    scope,
    root,
    version,
    platform: process.platform,
    serviceHome: variable(env, 'SERVICE_HOME'),
    handler: await handlerIn(
      session,
      scope === 'system'
        ? join(root, systemFolder(process.platform), 'bin', version)
        : join(session.home.bin, version),
    ),
    program: programOf(session),
    environment: platform && environmentOf(platform, editor),
    leftoverSkill,
  };
}

/** The files of the handler by session and folder. */
const handlers = new WeakMap<Session, Map<string, Promise<readonly Resource[]>>>();

/**
 * Returns the files of the handler in a folder. They are read once per session, because `system status` inspects each
 * agent in each scope.
 */
function handlerIn(session: Session, target: string): Promise<readonly Resource[]> {
  const { bundles, keyringModule } = session;
  const known = handlers.get(session) ?? new Map<string, Promise<readonly Resource[]>>();
  handlers.set(session, known);
  const files = known.get(target) ?? handlerFiles({ bundles, target, node: process.execPath, keyringModule });
  known.set(target, files);
  return files;
}

/**
 * Returns the program's name when the PATH leads to this program by that name, so that the file also works on a
 * colleague's machine. Otherwise returns the absolute path.
 */
function programOf({ bundles, terminal }: Session): Layout['program'] {
  const own = join(bundles, 'cli.js');
  const name = process.platform === 'win32' ? 'service-cli.cmd' : 'service-cli';
  const real = realPathIfAny(own);
  const isOnPath =
    real !== undefined &&
    (terminal.host.env.PATH ?? '')
      .split(delimiter)
      .some((folder) => realPathIfAny(join(folder, name)) === real);
  return isOnPath ? { command: 'service-cli', args: [] } : { command: process.execPath, args: [own] };
}

function realPathIfAny(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // A folder in PATH does not have to exist.
    return undefined;
  }
}

/**
 * Returns the address and the organization as values, and the token as a reference to its variable, wherever the login
 * is stored.
 */
function environmentOf(platform: Platform, { toolServer }: AgentLayout): Record<string, string> {
  const names = neutralBrand.environment;
  return {
    ...(toolServer?.variable && { [names.token]: toolServer.variable(names.token) }),
    [names.url]: platform.baseUrl,
    ...(platform.organization !== undefined && { [names.organization]: platform.organization }),
  };
}
