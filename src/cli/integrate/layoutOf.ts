import { realpathSync } from 'node:fs';
import { delimiter, join, isAbsolute } from 'node:path';
import { jsonIn } from '../../agents/request/encodedTexts.ts';
import { neutralBrand } from '../../core/brand.ts';
import type { Platform } from '../../node/credentials/credentials.ts';
import { variable } from '../../node/environment.ts';
import { type Session, version } from '../session.ts';
import { type AgentLayout, type Scope, systemFolder } from '../../agents/agent.ts';
import type { Layout } from './layout.ts';
import { type Resource, ownFile, readBundle } from './resources/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { commonJsPackage } from '../../node/files/serviceHome.ts';
import { digestOf } from '../digest.ts';

export interface LayoutInput {
  readonly editor: AgentLayout;
  readonly scope: Scope;
  readonly root: string;
  /** Undefined when the platform is not known or not needed, as for a removal. */
  readonly platform?: Platform | undefined;
  readonly leftoverSkill?: Layout['leftoverSkill'];
}

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

const handlers = new WeakMap<Session, Map<string, Promise<readonly Resource[]>>>();

/** Returns the handler's files, read once per session because `system status` inspects each agent in each scope. */
function handlerIn(session: Session, target: string): Promise<readonly Resource[]> {
  const known = handlers.get(session) ?? new Map<string, Promise<readonly Resource[]>>();
  handlers.set(session, known);
  const files = known.get(target) ?? handlerFiles(session, target);
  known.set(target, files);
  return files;
}

/**
 * Returns the program's name when the PATH leads to this program by that name, so that the file also works on a
 * colleague's machine. Otherwise, and always on Windows, returns the absolute path: there the name belongs to a script that
 * only `cmd` runs, which looks for it in the project first.
 */
function programOf({ bundles, terminal }: Session): Layout['program'] {
  const own = join(bundles, 'cli.js');
  const real = realPathIfAny(own);
  const folders = process.platform === 'win32' ? [] : (terminal.host.env.PATH ?? '').split(delimiter);
  const isOnPath =
    real !== undefined && folders.some((folder) => realPathIfAny(join(folder, 'service-cli')) === real);
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

/** Returns address and organization as values, and the token as a reference, wherever the login is stored. */
function environmentOf(platform: Platform, { toolServer }: AgentLayout): Record<string, string> {
  const names = neutralBrand.environment;
  return {
    ...(toolServer?.variable && { [names.token]: toolServer.variable(names.token) }),
    [names.url]: platform.baseUrl,
    ...(platform.organization !== undefined && { [names.organization]: platform.organization }),
  };
}

const names = [
  'loader.js',
  'denials.js',
  'hook.js',
  'outputs.js',
  'policy.js',
  'projectRules.js',
  'session.js',
  'shell.js',
  'writes.js',
] as const;

/**
 * Returns the files that the shims run, copied to the user's folder, so that moving or updating the program does not
 * break a hook.
 *
 * @throws {CliError} when a bundle is missing.
 */
export async function handlerFiles(
  { bundles, keyringModule }: Pick<Session, 'bundles' | 'keyringModule'>,
  target: string,
  node = process.execPath,
): Promise<Resource[]> {
  const files = await Promise.all(
    names.map(async (name) => [name, await readBundle(join(bundles, name))] as const),
  );
  const digests = files.map(([name, bytes]) => [name, digestOf(bytes)]);
  const manifest = {
    files: Object.fromEntries(digests) as Record<string, string>,
    ...(keyringModule !== undefined && { keyring: keyringModule }),
  };
  return [
    ...files.map(([name, bytes]) => ownFile(join(target, name), bytes)),
    ownFile(join(target, commonJsPackage.name), commonJsPackage.text),
    tolerant(join(target, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`, (text) => {
      const noted = jsonIn(text) as { files?: unknown } | null | undefined;
      return isDeepStrictEqual(noted?.files, manifest.files);
    }),
    // The Node that runs now: an editor started from a menu may not find Node on its PATH.
    tolerant(join(target, 'node'), `${node}\n`, (text) => isAbsolute(text.trim())),
  ];
}

/** Returns a file with a part that depends on the Node that wrote it. It is `CONFIGURED` while the rest is sound. */
function tolerant(path: string, text: string, isSound: (text: string) => boolean): Resource {
  const file = ownFile(path, text);
  return {
    ...file,
    inspect: (current) =>
      current && isSound(Buffer.from(current).toString('utf8'))
        ? [{ part: '', status: 'CONFIGURED' }]
        : file.inspect(current),
  };
}
