import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../core/failures.ts';
import { isFields } from '../../../core/fields.ts';
import { editJson, refuse } from '../../../node/json/jsonDocument.ts';
import { mcpEntryOf, openMcpFile, serverName, withMcpEntry } from '../../../node/json/mcpFile.ts';
import type { Resource } from './resource.ts';

interface ToolServerOptions {
  readonly path: string;
  readonly within: string | undefined;
  readonly key: 'mcpServers' | 'servers';
  /** All fields except `env`. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** The variables in `env` that name the platform. Undefined when the platform is not known. */
  readonly environment: Readonly<Record<string, string>> | undefined;
}

/** Variables that the user may add: they select tools, and cannot redirect the server to another address. */
const options: readonly string[] = ['SERVICE_TOOLSETS', 'SERVICE_READ_ONLY', 'SERVICE_PROJECT_KEY'];

/** Returns this program's entry of a tool server. `install` refuses a file with another server of the same name. */
export function toolServerEntry({ path, within, key, entry, environment }: ToolServerOptions): Resource {
  return {
    path,
    within,
    parts: [serverName],
    install(current) {
      const document = openMcpFile(path, key, current ?? Buffer.from('{}\n'));
      const present = mcpEntryOf(document, key);
      if (present !== undefined && !isOurs(present))
        throw refuse(document, `"${key}.${serverName}" is the entry of another server`);
      const env = { ...optionsOf(present), ...environment };
      const wanted = Object.keys(env).length > 0 ? { ...entry, env } : entry;
      if (isDeepStrictEqual(present, wanted)) return current;
      return Buffer.from(withMcpEntry(document, key, wanted).text);
    },
    remove(current, isOurFile) {
      if (current === undefined) return undefined;
      const document = openMcpFile(path, key, current);
      if (!isOurs(mcpEntryOf(document, key))) return current;
      const without = withMcpEntry(document, key, undefined);
      // A file of settings did not need the key before; a file of tool servers may always have had it.
      const isSettings = isFields(without.value) && Object.keys(without.value).length > 1;
      const isLast = isFields(without.value) && isDeepStrictEqual(without.value[key], {});
      const changed = isSettings && isLast ? editJson(without, [key], undefined) : without;
      return isOurFile && isDeepStrictEqual(changed.value, { [key]: {} })
        ? undefined
        : Buffer.from(changed.text);
    },
    inspect(current) {
      const part = serverName;
      try {
        const present = current && mcpEntryOf(openMcpFile(path, key, current), key);
        if (!isOurs(present)) return [{ part, status: 'NOT CONFIGURED' }];
        const reason = problemOf(present, entry, environment);
        if (reason === undefined) return [{ part, status: 'CONFIGURED' }];
        return [{ part, status: 'CONFIGURED / INVALID CONFIG', reason }];
      } catch (error) {
        return [{ part, status: 'CONFIGURED / INVALID CONFIG', reason: messageOf(error) }];
      }
    },
  };
}

/** Whether the entry runs this program, by name or by path, as a tool server. */
function isOurs(entry: unknown): entry is Readonly<Record<string, unknown>> {
  if (!isFields(entry) || typeof entry.command !== 'string') return false;
  const args = Array.isArray(entry.args) ? entry.args.map(String) : [];
  const program = [entry.command, ...args].some((word) =>
    /(?:^|[\\/])(?:service-cli(?:\.cmd)?|cli\.js)$/.test(word),
  );
  return program && args.at(-1) === 'mcp';
}

function environmentIn(entry: unknown): Readonly<Record<string, unknown>> {
  return isFields(entry) && isFields(entry.env) ? entry.env : {};
}

function optionsOf(entry: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(environmentIn(entry)).filter(([name]) => options.includes(name)));
}

/**
 * Returns why an entry differs from the one that `integrate` writes, or undefined. An entry may come with a repository,
 * and start another program, pass other instructions to this program, or send the token to another address. The text
 * names variables, but not their values.
 */
function problemOf(
  present: Readonly<Record<string, unknown>>,
  wanted: object,
  environment: Readonly<Record<string, string>> | undefined,
): string | undefined {
  const { env, ...rest } = present;
  if (!isDeepStrictEqual(rest, wanted))
    return 'it starts the tool server differently from what integrate writes';
  if (env !== undefined && !isFields(env)) return 'its "env" is not an object';
  const given = environmentIn(present);
  const names = Object.keys(given).filter((name) => !options.includes(name));
  if (environment === undefined)
    return names.length === 0
      ? undefined
      : 'it refers to a platform, but you are not logged in to compare it';
  const foreign = names.filter((name) => !Object.hasOwn(environment, name));
  if (foreign.length > 0) return `it sets ${foreign.join(', ')}, which integrate does not write`;
  const different = Object.keys(environment).filter((name) => given[name] !== environment[name]);
  return different.length === 0 ? undefined : `${different.join(', ')} differs from the login`;
}
