import assert from 'node:assert/strict';
import { BadInput, type HookInput } from '../../../src/agents/protocol.ts';
import { readRequest as ask } from './readRequest.ts';

const claude = (tool_name: string, tool_input: object, cwd: unknown = '/r'): HookInput =>
  ask('claude', 'PreToolUse', { tool_name, tool_input, cwd });

describe('an unusual request', () => {
  it('that names a file in an unusual value of a known field is checked for it', () => {
    for (const path of [['/x'], { name: '/x' }])
      assert.ok(claude('Read', { file_path: '/r/a', path }).others.includes('/x'));
  });

  it('that names a file, or holds a text, in the name of a field is checked for it', () => {
    const { others, toolArguments } = claude('mcp__a__b', {
      '/x/.env': 1,
      aLongNameOfSomething42: 2,
      path: '',
    });
    assert.ok(others.includes('/x/.env'));
    assert.ok(toolArguments.includes('aLongNameOfSomething42'));
    assert.ok(!toolArguments.includes('path'));
  });

  it('is refused where its folder is not absolute or not a text', () => {
    for (const cwd of ['.', 'sub', ['/r'], 1]) {
      assert.throws(() => claude('mcp__a__b', { path: '.env' }, cwd), BadInput, JSON.stringify(cwd));
      assert.throws(
        () => ask('cursor', 'beforeMCPExecution', { tool_name: 'a', tool_input: {}, cwd }),
        BadInput,
        JSON.stringify(cwd),
      );
    }
    assert.throws(
      () => ask('cursor', 'beforeSubmitPrompt', { prompt: 'x', workspace_roots: ['r'] }),
      BadInput,
    );
  });

  it('without a folder is read where it names nothing relative', () => {
    for (const cwd of ['', null, undefined])
      assert.equal(ask('cursor', 'beforeSubmitPrompt', { prompt: 'x', cwd }).text, 'x');
  });

  it('that names a relative path is checked for a file in each open folder', () => {
    const request = {
      workspace_roots: ['/a', '/b'],
      cwd: '/a/sub',
      tool_name: 'Read',
      tool_input: { path: 'x' },
    };
    const { files, others } = ask('cursor', 'preToolUse', request);
    assert.deepEqual(files, ['/a/sub/x']);
    assert.deepEqual(others, ['/a/x', '/b/x']);
  });

  it('to a tool that writes is checked as a read where its command is to view a file', () => {
    const view = { command: 'view', path: '/r/.env' };
    const request = { toolName: 'str_replace_editor', cwd: '/r' };
    for (const toolArgs of [view, JSON.stringify(view)])
      assert.ok(ask('copilot', 'preToolUse', { ...request, toolArgs }).others.includes('/r/.env'));
    const created = ask('copilot', 'preToolUse', { ...request, toolArgs: { ...view, command: 'create' } });
    assert.deepEqual([created.others, created.writes.map(({ path }) => path)], [[], ['/r/.env']]);
    assert.deepEqual(ask('copilot', 'preToolUse', { ...request, toolArgs: view }).writes, []);
  });

  it('to read many files is checked for those outside of the open folder too', () => {
    const searched = (paths: readonly string[]) =>
      ask('gemini', 'BeforeTool', {
        tool_name: 'read_many_files',
        tool_input: { paths },
        cwd: '/r',
      }).searches.map(({ path }) => path);
    assert.deepEqual(searched(['*.md']), ['/r']);
    assert.deepEqual(searched(['/x/.env', '../y/*.env', 'src/a.ts']), ['/r', '/x/.env', '/y']);
  });

  it('that names a file by an address is checked for it in any form of the address', () => {
    for (const uri of [
      'file:///x/a%62',
      'FILE:///x/ab',
      'file:/x/ab',
      'file://localhost/x/ab',
      'file:///x/ab?v=1#L2',
    ])
      assert.ok(claude('ReadMcpResource', { uri }).others.includes('/x/ab'), uri);
    assert.ok(
      claude('ReadMcpResource', { uri: 'file:///C:/x' }).others.some((path) => path.endsWith('/C:/x')),
    );
  });
});
