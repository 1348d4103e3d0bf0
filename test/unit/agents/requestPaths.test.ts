import assert from 'node:assert/strict';
import { BadInput, type HookInput } from '../../../src/agents/protocol.ts';
import { readRequest } from './readRequest.ts';
import { RequestPaths } from '../../../src/agents/request/requestPaths.ts';

const windows = (base: string, roots: readonly string[] = []): RequestPaths =>
  new RequestPaths({ base, roots, platform: 'win32', home: String.raw`C:\Users\me` });

/** The forms in which agents send the same folder on Windows. */
const forms = [
  String.raw`C:\work\shop`,
  'C:/work/shop',
  'c:/work/shop',
  '/c:/work/shop',
  '/C:/work/shop/',
  '/c%3A/work/shop',
  '/c/work/shop',
  '/cygdrive/c/work/shop',
  String.raw`\c:\work\shop`,
];

const ask = (agent: string, event: string, request: object, folder?: string): HookInput =>
  readRequest(agent, event, request, { folder, home: String.raw`C:\Users\me`, platform: 'win32' });

describe('the paths of a request on Windows', () => {
  it('are those of the disk, in each form that an agent sends', () => {
    for (const form of forms) {
      const paths = windows(form);
      assert.equal(paths.base?.toLowerCase(), String.raw`c:\work\shop`, form);
      for (const path of [paths.absolute('a.js'), windows('D:/x').absolute(`${form}/a.js`)])
        assert.equal(path.toLowerCase(), String.raw`c:\work\shop\a.js`, form);
    }
  });

  it('are found in addresses of files, also in those that lack a slash', () => {
    const paths = windows('D:/x');
    for (const address of [
      'file:///c:/work/a%20b.js',
      'file:///c%3A/work/a%20b.js',
      'file://localhost/C:/work/a%20b.js',
      'file:C:/work/a%20b.js',
      'file://C:/work/a%20b.js',
      'file://C:%5Cwork%5Ca%20b.js?x',
      String.raw`file://c:\work\a b.js`,
    ])
      assert.ok(
        paths.candidates([address]).some((path) => /^c:\\work\\a b\.js$/i.test(path)),
        address,
      );
  });

  it('begin at the root of the folder’s drive where they name no drive', () => {
    assert.equal(windows('/d:/work').absolute(String.raw`\tmp\a.js`), String.raw`d:\tmp\a.js`);
    const share = String.raw`\\server\share\a.js`;
    assert.equal(windows('/d:/work').absolute(share), share);
  });

  it('lie inside of a folder whatever its case', () => {
    const paths = windows('c:/Shop');
    assert.ok(
      paths.isInside(String.raw`c:\Shop`, String.raw`C:\shop\a`) && paths.isInside('c:/Shop', 'C:/SHOP'),
    );
    assert.ok(!paths.isInside('c:/Shop', 'c:/Shopping') && !paths.isInside('c:/Shop', 'd:/Shop'));
  });

  it('are refused where no folder is absolute', () => {
    assert.throws(() => windows('shop'), BadInput);
    assert.throws(() => new RequestPaths({ roots: ['shop'], platform: 'win32' }), BadInput);
  });

  it('are found in every event of Cursor and in each folder of a request', () => {
    for (const form of forms) {
      const cursor = (event: string, more: object): HookInput =>
        ask('cursor', event, { workspace_roots: [form], cwd: '', ...more });
      const shell = cursor('beforeShellExecution', { command: 'type a.js' });
      const inputs = [
        shell.commands[0]?.cwd,
        shell.roots[0],
        cursor('preToolUse', { tool_name: 'Grep', tool_input: { pattern: 'x' } }).searches[0]?.path,
        cursor('preToolUse', { tool_name: 'Shell', tool_input: { command: 'type a.js' } }).commands[0]?.cwd,
      ];
      for (const path of inputs) assert.equal(path?.toLowerCase(), String.raw`c:\work\shop`, form);
      for (const path of [
        cursor('beforeReadFile', { file_path: `${form}/a.js` }).files[0],
        cursor('preToolUse', { tool_name: 'Read', tool_input: { path: 'a.js' } }).files[0],
        cursor('beforeSubmitPrompt', { prompt: '', attachments: [{ file_path: `${form}/a.js` }] }).files[0],
        ask('claude', 'UserPromptSubmit', { prompt: 'see @a.js', cwd: form }).others[0],
        ask('windsurf', 'pre_read_code', { tool_info: { file_path: `${form}/a.js` } }, form).others[0],
      ])
        assert.equal(path?.toLowerCase(), String.raw`c:\work\shop\a.js`, form);
    }
  });
});
