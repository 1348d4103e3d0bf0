import assert from 'node:assert/strict';
import { readQuestion } from '../../../../src/agents/cursor/question.ts';
import { BadInput, type HookInput } from '../../../../src/agents/protocol.ts';

const read = (event: string, input: object): HookInput =>
  readQuestion(event, JSON.stringify({ workspace_roots: ['/r'], ...input }), {});

const readsTool = (fields: object): HookInput =>
  read('preToolUse', { tool_name: 'Read', tool_input: { file_path: '/r/a', ...fields } });

describe('readQuestion', () => {
  const others: Record<string, readonly [fields: object, paths: readonly string[]]> = {
    'an unknown field': [{ full_name: '/x' }, ['/x']],
    'a relative path': [{ document: 'b/c' }, ['/r/b/c']],
    'the address of a file': [{ uri: 'file:///x%20y' }, ['/x y']],
    'a list in an object': [{ more: { names: ['/x', '/y'] } }, ['/y', '/x']],
    'numbers and flags': [{ offset: 1, limit: 2, all: true, none: null }, []],
  };
  for (const [what, [fields, paths]] of Object.entries(others))
    it(`finds what may be the path of another file in ${what}`, () => {
      const { files, others: found } = readsTool(fields);
      assert.deepEqual([files, found], [['/r/a'], paths]);
    });

  it('checks every field that may be the command line of a tool, in every folder that it may run in', () => {
    const input = { command: 'ls', script: 'cat .env', cwd: '/a', workdir: '/b' };
    const { commands } = read('preToolUse', { tool_name: 'Shell', tool_input: input });
    assert.deepEqual(
      commands.map(({ command, cwd }) => `${cwd ?? ''} ${command}`),
      ['/a ls', '/b ls', '/a cat .env', '/b cat .env'],
    );
  });

  it('refuses a tool with more fields than can be checked, and a malformed address', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `/x${index}`);
    assert.throws(() => readsTool({ many }), BadInput);
    assert.throws(() => readsTool({ uri: 'file:///%' }), BadInput);
  });

  for (const event of ['beforeSubmitPrompt', 'beforeReadFile'])
    it(`takes the texts and the paths of attachments of ${event}`, () => {
      const {
        attached,
        files,
        others: found,
      } = read(event, {
        prompt: 'x',
        file_path: '/r/a',
        attachments: [
          { type: 'file', file_path: '/r/b', selection: { text: 'selected' }, source: '/r/c' },
          { type: 'terminal', content: 'output' },
        ],
      });
      assert.ok(attached.includes('selected') && attached.includes('output'));
      assert.ok(files.includes('/r/b') && found.includes('/r/c'));
    });

  it('refuses an attachment that is neither a file nor a text [A1]', () => {
    for (const attachment of [{ type: 'terminal', id: '1' }, { path: '/r/a' }, 'x', null])
      assert.throws(() => read('beforeSubmitPrompt', { prompt: 'x', attachments: [attachment] }), BadInput);
  });
});
