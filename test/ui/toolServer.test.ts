import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { plainRowText } from '../../src/extension/ui/plainText.ts';
import { mountToolServer } from '../../src/tools/server/mountToolServer.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { toolServerProcesses } from '../support/toolServerProcesses.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: which servers an editor offers to its agents differs by version.

const files = {
  '.cursor/mcp.json':
    '{\n  // of a colleague\n  "mcpServers": {\n    "other": { "command": "other" }\n  }\n}\n',
  '.mcp.json': '{ "mcpServers": {\n',
};

scenario('the tool server', ({ keep }) => {
  let programs: string;
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await keep(DemoPlatform.start({ edition: 'developer', mountHandlers: mountToolServer }));
    editor = await keep(openEditor({ settings: { 'chat.disableAIFeatures': false } }));
    // The editor takes the PATH from the login shell.
    programs = join(editor.home.home, 'bin');
    await mkdir(programs);
    await writeFile(join(editor.home.home, '.profile'), 'PATH="$HOME/bin:$PATH"\n');
    folder = editor.folder('demo', files);
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window, platform);
  });

  const text = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  /** Of a file that may not be there yet, or only in part. */
  const content = async (file: string): Promise<unknown> =>
    parse(await text(file).catch(() => '')) as unknown;
  const entry = async (): Promise<unknown> =>
    ((await content('.cursor/mcp.json')) as { mcpServers: Record<string, unknown> } | undefined)?.mcpServers
      .service;

  /** Answers the questions up to how the tool server is run. */
  async function configure(client: string): Promise<void> {
    await window.quickInput.waitFor({ state: 'hidden' });
    await window.command('Service: Configure Tool Server for…');
    await view.choose(client, 'Configure Tool Server for…');
    // The platform is asked in between.
    await view.atStep(`Configure Tool Server for ${client}`);
  }

  it('is in the editor’s list and starts with the token of its connection', async () => {
    await window.command('MCP: List Servers');
    await view.choose('Service: Quality');
    await window.screenshot('tool-server-actions');
    await view.choose('Start Server');
    await becomes(
      () => toolServerProcesses(platform.url).map(({ token }) => token === platform.token),
      [true],
    );
    // The editor moves the focus to the output of the server.
    await window.page.locator('.view-line', { hasText: /Discovered\s\d+\stools/ }).waitFor();
  });

  it('is offered in every form, with the reason why the platform hosts none', async () => {
    platform.play('26.9.0');
    await configure('Cursor');
    await window.quickInput.getByRole('option', { name: /^Hosted by the platform.*2026\.3/ }).waitFor();
    await window.screenshot('tool-server-shapes');
  });

  it('is offered first as the bundled copy while service-cli is not on the PATH', async () => {
    const rows = window.quickInput.getByRole('option');
    await rows
      .first()
      .and(window.page.getByRole('option', { name: /^Bundled copy/ }))
      .waitFor();
    await rows.filter({ hasText: 'Not found on the PATH of this machine. Install service-cli' }).waitFor();
    await window.page.keyboard.press('Escape');
    await writeFile(join(programs, 'service-cli'), '#!/bin/sh\n', { mode: 0o755 });
    await configure('Cursor');
    await rows
      .first()
      .and(window.page.getByRole('option', { name: /^service-cli, without.*your team/ }))
      .waitFor();
  });

  it('is added to a file without changing its comments and other entries [MJ4]', async () => {
    await view.choose('service-cli, without a container');
    await becomes(entry, {
      command: 'service-cli',
      args: ['mcp'],
      env: { SERVICE_TOKEN: '${env:SERVICE_TOKEN}', SERVICE_URL: platform.url },
    });
    const written = await text('.cursor/mcp.json');
    assert.ok(
      written.startsWith(files['.cursor/mcp.json'].slice(0, files['.cursor/mcp.json'].indexOf(' }\n') + 2)),
    );
    await window
      .toast(/Restart Cursor with your user token in the environment variable SERVICE_TOKEN/)
      .waitFor();
    await window.command('Notifications: Clear All Notifications');
  });

  it('is added to the files of every agent that service-cli configures, in the form of the agent', async () => {
    await configure('Kiro');
    await view.choose('Network');
    // Before this step is shown, the text would go into the list.
    await view.objection('Enter the address of the tool server');
    await view.answer('https://tools.example/mcp');
    await becomes(() => content('.kiro/settings/mcp.json'), {
      mcpServers: {
        service: {
          url: 'https://tools.example/mcp',
          headers: { Authorization: 'Bearer ${SERVICE_TOKEN}' },
        },
      },
    });
    await window.command('Notifications: Clear All Notifications');
  });

  it('is replaced only after the user agreed', async () => {
    await configure('Cursor');
    await view.choose('Container');
    await view.objection('Enter a tag of the image service/mcp');
    await view.answer('not a tag!');
    await view.objection('Use only letters');
    await view.answer('5.0.0');
    const dialog = window.page.getByRole('dialog').filter({ hasText: 'another tool server named' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(((await entry()) as { command: string }).command, 'service-cli');
    await configure('Cursor');
    await view.choose('Container');
    await view.objection('Enter a tag of the image service/mcp');
    await view.answer('5.0.0');
    await dialog.waitFor();
    const file = join(folder, '.cursor/mcp.json');
    await writeFile(file, (await text('.cursor/mcp.json')).replace('// of a colleague', '// of a friend'));
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await becomes(
      async () => ((await entry()) as { args?: string[] } | undefined)?.args?.join(' '),
      containerArguments,
    );
    assert.match(await text('.cursor/mcp.json'), /of a friend/, 'what changed during the question stays');
  });

  it('can be an address on the network', async () => {
    await configure('VS Code');
    await view.choose('Network');
    await view.objection('Enter the address of the tool server');
    await view.answer('ftp://tools.example');
    await view.objection('Enter an http or https address');
    await view.answer('https://tools.example:8443/mcp');
    await becomes(() => content('.vscode/mcp.json'), {
      servers: {
        service: {
          type: 'http',
          url: 'https://tools.example:8443/mcp',
          headers: { Authorization: 'Bearer ${env:SERVICE_TOKEN}' },
        },
      },
    });
  });

  it('leaves a file with an error unchanged, and names the line', async () => {
    await configure('Claude Code');
    await view.choose('service-cli, without a container');
    await window.toast(/\.mcp\.json could not be read and was not changed.*\.mcp\.json:2:1/).waitFor();
    assert.equal(await text('.mcp.json'), files['.mcp.json']);
  });

  it('can be the one that a commercial server from 2026.3 on hosts', async () => {
    platform.play('2026.3.0.1');
    await configure('VS Code');
    await window.quickInput
      .getByRole('option', {
        name: new RegExp(`^Hosted by the platform.*${plainRowText(`${platform.url}/mcp`)}`),
      })
      .waitFor();
    await view.choose('Hosted by the platform');
    await window.page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await becomes(() => content('.vscode/mcp.json'), {
      servers: {
        service: {
          type: 'http',
          url: `${platform.url}/mcp`,
          headers: { Authorization: 'Bearer ${env:SERVICE_TOKEN}' },
        },
      },
    });
  });
});

const containerArguments =
  'run -i --rm --init --pull=always -e SERVICE_TOKEN -e SERVICE_URL service/mcp:5.0.0';
