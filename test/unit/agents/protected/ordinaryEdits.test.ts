import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hookCommand, withWritingAgent } from './writingAgent.ts';

interface Edit {
  readonly file: string;
  /** The text before; `@ours` stands for the entries of the hooks. */
  readonly before?: string;
  readonly after?: string;
  readonly content?: string;
  readonly old_string?: string;
  readonly new_string?: string;
}

/** Edits that agents make every day, written without knowledge of the rules. */
const edits = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/ordinaryEdits.json'), 'utf8'),
) as Readonly<Record<string, readonly Edit[]>>;

const entries = (file: string): string =>
  /cursor|windsurf/.test(file)
    ? `"preToolUse": [${JSON.stringify({ command: hookCommand('.cursor'), failClosed: true })}]`
    : `"PreToolUse": [${JSON.stringify({ matcher: '*', hooks: [{ type: 'command', command: hookCommand('.claude') }] })}]`;

describe('ordinary edits', () => {
  for (const [kind, list] of Object.entries(edits))
    it(`of ${kind} files are all allowed`, () =>
      withWritingAgent(async ({ project, home, put, ask }) => {
        const denied: string[] = [];
        for (const { file, before, after, content, old_string, new_string } of list) {
          const fill = (text: string | undefined) => text?.replaceAll('@ours', () => entries(file));
          const place = file.startsWith('~/') ? `home/${file.slice(2)}` : `project/${file}`;
          const file_path = place.startsWith('home/') ? join(home, file.slice(2)) : join(project, file);
          if (before !== undefined) put(place, fill(before) ?? '');
          const change = { file_path, content: fill(content ?? after), old_string, new_string };
          const reason = await ask('claude', old_string === undefined ? 'Write' : 'Edit', change);
          if (reason !== undefined) denied.push(reason);
          rmSync(file_path, { force: true });
        }
        assert.deepEqual(denied, []);
      }));
});
