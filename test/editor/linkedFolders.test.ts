import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Failure } from '../../src/core/failures.ts';
import { toolServerFiles } from '../../src/agents/toolServerFiles.ts';
import { FolderBindings } from '../../src/extension/bindings/folderBindings.ts';
import { shareBinding } from '../../src/extension/bindings/bindingCommands.ts';
import { bindRepository } from '../../src/extension/bindings/suggestions/suggestBindings.ts';
import { bindableFolder } from '../../src/extension/host/folders/bindableFolder.ts';
import { readHints, repositoriesIn } from '../../src/extension/bindings/suggestions/gather.ts';
import { readInside } from '../../src/extension/host/folders/workspaceFile.ts';
import { legacySettings } from '../../src/extension/migration/legacySettings.ts';
import { proposeRelay } from '../../src/extension/push/registerRelay.ts';
import { writeMcpEntry } from '../../src/extension/toolServer/configureToolServer.ts';
import { openFolder, showFile } from '../harness/host.ts';
import { ownProblems, waitForProblems } from '../harness/problems.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { userToken } from '../support/madeSecrets.ts';
import { memento } from '../support/memento.ts';
import { MemoryFiles } from '../support/memoryFiles.ts';
import { qualityConnection as connection } from '../support/qualityConnection.ts';
import { fieldOf } from '../support/lists.ts';

/** As git leaves a clone: links of the repository, to folders and files outside of it. */
describe('a folder with links', () => {
  let folder: vscode.WorkspaceFolder;
  /** Belongs to the user; the links lead here. */
  let outside: string;
  let asFound: ReadonlyMap<string, string>;

  const pathOf = (name: string): string => vscode.Uri.joinPath(folder.uri, name).fsPath;
  const filesOutside = (): ReadonlyMap<string, string> =>
    new Map(readdirSync(outside).map((name) => [name, readFileSync(join(outside, name), 'utf8')]));
  /** A refusal that names the link. */
  const isLink = (name: string) => (error: unknown) => {
    assert.ok(Failure.is(error, 'link'), String(error));
    assert.equal(error.path?.endsWith(name), true, error.path);
    return true;
  };

  before(async () => {
    outside = mkdtempSync(join(tmpdir(), 'service-links-'));
    writeFileSync(join(outside, 'settings.json'), '{}');
    writeFileSync(join(outside, 'mcp.json'), '{ "servers": {} }');
    writeFileSync(join(outside, 'config'), '{ "mcpServers": {} }');
    writeFileSync(join(outside, 'sonar-project.properties'), 'sonar.projectKey=private\n');
    writeFileSync(
      join(outside, 'connectedMode.json'),
      '{ "serverUrl": "https://private.example", "projectKey": "private", "relayUrl": "https://relay.example" }',
    );
    folder = await openFolder('linked', {
      'app.js': 'x = 1;\n',
      'secret.ts': `const apiToken = '${userToken(22)}';\n`,
      'inner/.git/HEAD': 'ref: refs/heads/main\n',
    });
    for (const name of ['.service', '.vscode', '.cursor', '.kiro', '.gemini', '.agents', 'inner/.vscode'])
      symlinkSync(outside, pathOf(name));
    for (const [name, target] of [
      ['.mcp.json', 'config'],
      ['sonar-project.properties', 'sonar-project.properties'],
    ] as const)
      symlinkSync(join(outside, target), pathOf(name));
  });
  after(() => rmSync(outside, { recursive: true }));
  beforeEach(() => {
    asFound = filesOutside();
  });
  afterEach(() => assert.deepEqual(filesOutside(), asFound));

  it('gets no shared binding through a link, and the message names the link [R1]', () =>
    assert.rejects(shareBinding(bindableFolder(folder), 'acme:shop', connection), isLink('.service')));

  for (const { name, make } of [
    { name: 'a file', make: () => join(outside, 'settings.json') },
    { name: 'nothing', make: () => join(outside, 'absent.json') },
    { name: 'a file of the folder itself', make: () => pathOf('app.js') },
  ])
    it(`gets no shared binding where the file is a link to ${name} [R1]`, async () => {
      const inner = bindableFolder(folder, 'inner');
      mkdirSync(pathOf('inner/.service'));
      try {
        symlinkSync(make(), pathOf('inner/.service/connectedMode.json'));
        await assert.rejects(shareBinding(inner, 'acme:shop', connection), isLink('connectedMode.json'));
        assert.equal(readFileSync(pathOf('app.js'), 'utf8'), 'x = 1;\n');
      } finally {
        rmSync(pathOf('inner/.service'), { recursive: true });
      }
    });

  for (const agentFile of toolServerFiles.filter(({ scope }) => scope === 'project'))
    it(`gets no entry for the tool server of ${agentFile.title} through a link [R1]`, async () => {
      const place = { file: vscode.Uri.joinPath(folder.uri, agentFile.path), root: folder.uri };
      const [link = ''] = agentFile.path.split('/');
      await assert.rejects(writeMcpEntry(place, agentFile, { command: 'x' }), isLink(link));
    });

  it('gets no binding in settings behind a link [R1]', async () => {
    const connections = { list: () => [connection], onDidChange: () => ({ dispose: () => undefined }) };
    const bindings = new FolderBindings({ connections, log: new CollectingLog() });
    try {
      await assert.rejects(bindings.bind(bindableFolder(folder), 'acme:shop', connection), isLink('.vscode'));
    } finally {
      bindings.dispose();
    }
  });

  it('keeps settings of 3.5.4 behind a link [R1]', async () => {
    const settings = legacySettings(() => Promise.resolve(undefined));
    const place = { section: 'server', level: 'folder', folder: folder.uri.toString() } as const;
    await assert.rejects(settings.replace(place, { expected: [], next: [{}] }), isLink('.vscode'));
  });

  it('gives no hint of the project of a subfolder that is a link', async () => {
    symlinkSync(outside, pathOf('linked-package'));
    const log = new CollectingLog();
    const hints = await readHints({ ...bindableFolder(folder, 'linked-package'), kind: 'folder' }, log);
    assert.deepEqual(fieldOf(hints, 'origin'), ['folderName']);
    assert.ok(log.lines.some((line) => line.includes('linked-package is a symbolic link')));
  });

  it('gets no binding of a repository inside it through a link [R1]', async () => {
    const [repository] = await repositoriesIn(folder);
    assert.equal(repository?.name, 'inner');
    await assert.rejects(bindRepository(repository, { projectKey: 'acme:inner' }), isLink('inner/.vscode'));
  });

  it('has no repository that is a link [R2]', async () => {
    symlinkSync(pathOf('inner'), pathOf('linked-repository'));
    assert.deepEqual(fieldOf(await repositoriesIn(folder), 'name'), ['inner']);
  });

  it('gives no hint of its project in a linked file, and the log names the links [R2]', async () => {
    const log = new CollectingLog();
    const hints = await readHints({ ...bindableFolder(folder), kind: 'folder' }, log);
    assert.ok(!JSON.stringify(hints).includes('private'));
    for (const link of ['.service', 'sonar-project.properties'])
      assert.ok(
        log.lines.some((line) => line.includes(`${link} is a symbolic link`)),
        link,
      );
  });

  it('proposes no relay of a linked file [R2]', async () => {
    const log = new CollectingLog();
    await proposeRelay([bindableFolder(folder)], memento(), log);
    assert.ok(log.lines.some((line) => line.includes('.service is a symbolic link')));
  });

  it('gets no allowed value through a link [R1]', async () => {
    const document = await showFile(folder, 'secret.ts');
    const { uri } = document;
    const [problem] = await waitForProblems(() => ownProblems(uri), 1);
    assert.ok(problem);
    const { start, end } = problem.range;
    // The quick fix *Allow value in this project* runs this command.
    await vscode.commands.executeCommand(
      'service.secrets.allowValue',
      uri.toString(),
      document.offsetAt(start),
      document.offsetAt(end),
    );
    assert.ok(!readdirSync(outside).includes('secrets.json'));
  });

  it('reveals nothing of a file that is replaced by a link during the read, on any file system [R2]', async () => {
    const files = new ReplacedFiles();
    files.folders.add('/shop');
    files.files.set('/shop/a.json', new TextEncoder().encode('private'));
    const provider = vscode.workspace.registerFileSystemProvider('replaced', files, {
      isCaseSensitive: true,
    });
    try {
      const root = vscode.Uri.parse('replaced:/shop');
      await assert.rejects(readInside(root, vscode.Uri.joinPath(root, 'a.json')), isLink('a.json'));
    } finally {
      provider.dispose();
    }
  });
});

/** Files that become links as soon as they are read. */
class ReplacedFiles extends MemoryFiles {
  readonly #links = new Set<string>();

  override stat(uri: vscode.Uri): vscode.FileStat {
    const stat = super.stat(uri);
    const linkedFile: vscode.FileType = vscode.FileType.File | vscode.FileType.SymbolicLink;
    return this.#links.has(uri.path) ? { ...stat, type: linkedFile } : stat;
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    this.#links.add(uri.path);
    return super.readFile(uri);
  }
}
