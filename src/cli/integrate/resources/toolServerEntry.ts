import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../core/failures.ts';
import { isObject, refuse } from '../../../node/jsonDocument.ts';
import { mcpEntryOf, openMcpFile, serverName, withMcpEntry } from '../../../node/mcpFile.ts';
import type { Resource, Status } from './resource.ts';

export interface ToolServerOptions {
  readonly path: string;
  readonly within: string | undefined;
  readonly key: 'mcpServers' | 'servers';
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Our entry in an editor's file of tool servers. A server of that name that is not ours is refused, not replaced. */
export function toolServerEntry({ path, within, key, entry }: ToolServerOptions): Resource {
  return {
    path,
    within,
    parts: [serverName],
    install(current) {
      const document = openMcpFile(path, key, current ?? Buffer.from('{}\n'));
      const present = mcpEntryOf(document, key);
      if (present !== undefined && !isOurs(present))
        throw refuse(document, `"${key}.${serverName}" is another server's entry`);
      if (isDeepStrictEqual(present, entry)) return current;
      return Buffer.from(withMcpEntry(document, key, entry).text);
    },
    remove(current, isOurFile) {
      if (current === undefined) return undefined;
      const document = openMcpFile(path, key, current);
      if (!isOurs(mcpEntryOf(document, key))) return current;
      const changed = withMcpEntry(document, key, undefined);
      return isOurFile && isDeepStrictEqual(changed.value, { [key]: {} })
        ? undefined
        : Buffer.from(changed.text);
    },
    inspect(current) {
      if (current === undefined) return [{ part: serverName, status: 'NOT CONFIGURED' }];
      try {
        return [
          { part: serverName, status: statusOf(mcpEntryOf(openMcpFile(path, key, current), key), entry) },
        ];
      } catch (error) {
        return [{ part: serverName, status: 'CONFIGURED / INVALID CONFIG', reason: messageOf(error) }];
      }
    },
  };
}

/** Runs our own program, by name or by path, as a tool server. */
function isOurs(entry: unknown): boolean {
  if (!isObject(entry) || typeof entry.command !== 'string') return false;
  const args = Array.isArray(entry.args) ? entry.args.map(String) : [];
  const program = [entry.command, ...args].some((word) =>
    /(?:^|[\\/])(?:service-cli(?:\.cmd)?|cli\.js)$/.test(word),
  );
  return program && args.at(-1) === 'mcp';
}

function statusOf(present: unknown, wanted: object): Status {
  if (!isOurs(present)) return 'NOT CONFIGURED';
  // Which platform it leads to depends on who is logged in; that is `auth status`' business.
  const isSame = isDeepStrictEqual({ ...(present as object), env: undefined }, { ...wanted, env: undefined });
  return isSame ? 'CONFIGURED' : 'CONFIGURED / INVALID CONFIG';
}
