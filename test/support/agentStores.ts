import { DatabaseSync } from 'node:sqlite';

/** Writes a file below the home folder. Returns its absolute path. */
type Put = (path: string, content: string) => string;

export const jsonLines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
export const storedAt = (minute: number): string =>
  `2026-11-25T02:${String(minute).padStart(2, '0')}:00.000Z`;

/** The lines and rows in which each agent keeps the output of a command; see src/cli/audit/places.ts. */
export const storeOutputs: Readonly<Record<string, (put: Put, outputs: readonly string[]) => void>> = {
  codex: (put, outputs) =>
    put(
      '.codex/sessions/2026/11/25/rollout-2026-11-25T02-00-00-a.jsonl',
      jsonLines(
        { timestamp: storedAt(0), type: 'session_meta', payload: { id: 'a', cwd: '/nowhere' } },
        ...outputs.map((output, index) => ({
          timestamp: storedAt(index % 60),
          type: 'response_item',
          payload: { type: 'function_call_output', call_id: `c${index}`, output },
        })),
      ),
    ),
  gemini: (put, outputs) =>
    put(
      '.gemini/tmp/work/chats/session-2026-11-25T02-00-a.jsonl',
      jsonLines(
        { sessionId: 'a', startTime: storedAt(0), kind: 'main' },
        ...outputs.map((output, index) => ({
          id: `m${index}`,
          timestamp: storedAt(index % 60),
          type: 'user',
          content: [{ functionResponse: { name: 'run_shell_command', response: { output } } }],
        })),
      ),
    ),
  claude: (put, outputs) =>
    put(
      '.claude/projects/-home-dev-shop/a.jsonl',
      jsonLines(
        ...outputs.map((stdout, index) => ({
          type: 'user',
          timestamp: storedAt(index % 60),
          cwd: '/nowhere',
          message: { role: 'user', content: [{ type: 'tool_result', content: stdout }] },
          toolUseResult: { stdout, stderr: '' },
        })),
      ),
    ),
  opencode(put, outputs) {
    const database = new DatabaseSync(put('.local/share/opencode/opencode.db', ''));
    database.exec('CREATE TABLE part (id TEXT, time_created INTEGER, data TEXT)');
    // Larger than the numbers of JavaScript.
    database.exec("INSERT INTO part VALUES ('p', 1764036000000000001, '{}')");
    const insert = database.prepare('INSERT INTO part VALUES (?, ?, ?)');
    for (const [index, output] of outputs.entries())
      insert.run(
        `p${index}`,
        Date.parse(storedAt(index % 60)),
        JSON.stringify({ type: 'tool', state: { output } }),
      );
    database.close();
  },
  cursor: (put, outputs) =>
    put('.cursor/mcp.json', JSON.stringify({ mcpServers: { notes: { args: outputs } } }, undefined, 2)),
  shell: (put, outputs) => put('.bash_history', `${outputs.join('\n')}\n`),
};
