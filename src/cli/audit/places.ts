import { type BigIntStats, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { folderEntries } from '../../node/files/folderEntries.ts';

/** `lines`: one JSON document per line; `database`: a file of SQLite; `history` and `settings`: any other text. */
type StoredFormat = 'lines' | 'database' | 'history' | 'settings';

/** Files in which an agent, or a shell, keeps what it has seen. */
interface StoredPlace {
  readonly owner: string;
  /** Relative to the home folder. */
  readonly folder: string;
  /** Matches paths below the folder, with `/`. */
  readonly files: RegExp;
  readonly format: StoredFormat;
}

const roaming = 'AppData/Roaming';

/**
 * The transcripts that are read. Codex, Gemini CLI and OpenCode 1 made theirs in `npm run test:agents`; those of Claude Code are described
 * at https://code.claude.com/docs/en/hooks (`transcript_path`). The files with tool servers are described by the vendors.
 */
const places: readonly StoredPlace[] = [
  {
    owner: 'codex',
    folder: '.codex',
    files: /^(?:archived_)?sessions\/.*\.jsonl$|^history\.jsonl$/,
    format: 'lines',
  },
  { owner: 'codex', folder: '.codex', files: /^[^/]+\.sqlite$/, format: 'database' },
  {
    owner: 'gemini',
    folder: '.gemini/tmp',
    files: /^[^/]+\/(?:chats\/.*\.jsonl?|logs\.json)$/,
    format: 'lines',
  },
  { owner: 'opencode', folder: '.local/share/opencode', files: /^opencode\.db$/, format: 'database' },
  { owner: 'claude', folder: '.claude', files: /^projects\/.*\.jsonl$|^history\.jsonl$/, format: 'lines' },
  { owner: 'codex', folder: '.codex', files: /^config\.toml$/, format: 'settings' },
  { owner: 'claude', folder: '', files: /^\.claude\.json$/, format: 'settings' },
  { owner: 'gemini', folder: '.gemini', files: /^settings\.json$/, format: 'settings' },
  { owner: 'cursor', folder: '.cursor', files: /^mcp\.json$/, format: 'settings' },
  { owner: 'copilot', folder: '.copilot', files: /^mcp-config\.json$/, format: 'settings' },
  { owner: 'windsurf', folder: '.codeium/windsurf', files: /^mcp_config\.json$/, format: 'settings' },
  { owner: 'kiro', folder: '.kiro/settings', files: /^mcp\.json$/, format: 'settings' },
  { owner: 'opencode', folder: '.config/opencode', files: /^opencode\.jsonc?$/, format: 'settings' },
  { owner: 'shell', folder: '', files: /^\.(?:bash|zsh|sh|mksh)_history$/, format: 'history' },
  { owner: 'shell', folder: '.local/share/fish', files: /^fish_history$/, format: 'history' },
  ...['.local/share/powershell/PSReadLine', `${roaming}/Microsoft/Windows/PowerShell/PSReadLine`].map(
    (folder) => ({ owner: 'shell', folder, files: /^[\w ]+_history\.txt$/, format: 'history' }) as const,
  ),
];

/** Folders with transcripts in a form that no run and no public source has shown. */
const unknown: readonly { readonly owner: string; readonly folder: string }[] = [
  { owner: 'cursor', folder: '.cursor/chats' },
  { owner: 'cursor', folder: '.config/Cursor/User' },
  { owner: 'cursor', folder: 'Library/Application Support/Cursor/User' },
  { owner: 'cursor', folder: `${roaming}/Cursor/User` },
  { owner: 'copilot', folder: '.copilot/session-state' },
  { owner: 'copilot', folder: '.copilot/history-session-state' },
  { owner: 'kiro', folder: '.kiro/sessions' },
  { owner: 'windsurf', folder: '.codeium/windsurf/cascade' },
  { owner: 'antigravity', folder: '.gemini/antigravity' },
  { owner: 'devin', folder: '.local/share/devin' },
];

/** Tells whether a file is still the one that was read. */
export type FileIdentity = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs'>;

export interface StoredFile {
  readonly owner: string;
  readonly path: string;
  readonly format: StoredFormat;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly identity: FileIdentity;
  /** The log (`-wal`) of a database, which has what is not in its file yet. */
  readonly log?: FileIdentity | undefined;
}

/** Returns the file that exists while free pages of a database may have removed secrets, also after the process was killed. */
export const markerOf = (path: string): string => `${path}.service-cli`;

/** Whether a removal of secrets was killed after it had changed the rows and before it had cleared the free pages. */
export const isHalfCleared = ({ path, format }: StoredFile): boolean =>
  format === 'database' && existsSync(markerOf(path));

/** Returns the files to read, without links, that were changed at or after `since`, in milliseconds since the epoch. */
export function storedFiles(home: string, since: number): StoredFile[] {
  return places.flatMap(({ owner, folder, files, format }) =>
    namesBelow(join(home, folder), files)
      .map((path) => {
        const identity = lstatSync(path, { bigint: true });
        const log =
          format === 'database'
            ? lstatSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false })
            : undefined;
        return { owner, path, format, changedAt: Number(identity.mtimeMs), identity, log };
      })
      .filter(({ changedAt }) => changedAt >= since),
  );
}

export function unreadFolders(home: string): { readonly owner: string; readonly path: string }[] {
  return unknown
    .map(({ owner, folder }) => ({ owner, path: join(home, folder) }))
    .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
}

/** Levels of folders below one of the list. */
const deepest = 8;

function namesBelow(top: string, files: RegExp): string[] {
  const isDeep = files.source.includes('/');
  const found: string[] = [];
  const visit = (folder: string, prefix: string, depth: number): void => {
    for (const entry of folderEntries(folder)) {
      const name = prefix + entry.name;
      if (entry.isFile() && files.test(name)) found.push(join(folder, entry.name));
      else if (isDeep && entry.isDirectory() && depth < deepest)
        visit(join(folder, entry.name), `${name}/`, depth + 1);
    }
  };
  visit(top, '', 0);
  return found;
}
