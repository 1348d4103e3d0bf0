import assert from 'node:assert/strict';
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expectSuccess } from '../../../support/cliRun.ts';
import { handlerFaults } from '../../../support/handlerFaults.ts';
import { withHome } from '../../../support/homeVariables.ts';
import { logIn, secret } from '../../../support/hookedProject.ts';
import { type IntegrateFixture, shimName, withIntegrateFixture } from '../../../support/integrateFixture.ts';

/** The parameters of the hooks as https://opencode.ai/docs/plugins and the types of its plugin package have them. */
interface Plugin {
  'chat.message': (input: object, output: { parts: object[] }) => Promise<void>;
  'tool.execute.before': (input: { tool: string }, output: { args: object }) => Promise<void>;
  'tool.execute.after': (input: { tool: string }, output: Output) => Promise<void>;
  'experimental.chat.system.transform': (input: object, output: { system: string[] }) => Promise<void>;
}

interface Output {
  title: string;
  output: string;
  metadata: object;
}

type Make = (context: { directory: string }) => Promise<Plugin>;

interface Loaded extends IntegrateFixture {
  readonly plugin: Plugin;
  readonly bin: string;
}

/** Installs the plugins and loads them, as OpenCode does with every file of the folder. */
function withPlugin(use: (loaded: Loaded) => Promise<void>): Promise<void> {
  return withIntegrateFixture(async (fixture) => {
    expectSuccess(await fixture.run('integrate opencode --non-interactive'));
    logIn(fixture);
    const { project, home } = fixture;
    // The shim looks the handler up in the home folder, which OpenCode hands on.
    await withHome(home, async () => {
      const parts = await Promise.all(
        ['service-guard', 'service-context'].map(async (name) => {
          const url = pathToFileURL(join(project, `.opencode/plugins/${name}.js`)).href;
          const { default: plugin } = (await import(url)) as { default: { server: Make } };
          return plugin.server({ directory: project });
        }),
      );
      const plugin = Object.assign({}, ...parts) as Plugin;
      await use({ ...fixture, plugin, bin: join(home, '.service/service-cli/bin/5.0.0') });
    });
  });
}

describe('the plugin of OpenCode 1', () => {
  it('runs clean tools and sends clean messages', () =>
    withPlugin(async ({ plugin, project, write }) => {
      write('clean.txt', 'hello');
      await plugin['tool.execute.before'](
        { tool: 'read' },
        { args: { filePath: join(project, 'clean.txt') } },
      );
      await plugin['chat.message']({}, { parts: [{ type: 'text', text: 'explain @clean.txt' }] });
      const output = { title: 't', output: 'fine', metadata: { exit: 0 } };
      await plugin['tool.execute.after']({ tool: 'bash' }, output);
      assert.deepEqual(output, { title: 't', output: 'fine', metadata: { exit: 0 } });
    }));

  it('throws before a tool that reads, prints or sends a secret', () =>
    withPlugin(async ({ plugin, project, write }) => {
      write('secret.txt', `token = "${secret}"`);
      for (const [tool, args] of [
        ['read', { filePath: join(project, 'secret.txt') }],
        ['bash', { command: 'cat secret.txt' }],
        ['github_create_issue', { title: `use ${secret}` }],
      ] as const)
        await assert.rejects(plugin['tool.execute.before']({ tool }, { args }), /contains? a secret/, tool);
    }));

  it('throws for a message with a secret, or with a file that has one', () =>
    withPlugin(async ({ plugin, project, write }) => {
      write('secret.txt', `token = "${secret}"`);
      const url = pathToFileURL(join(project, 'secret.txt')).href;
      for (const part of [
        { type: 'text', text: `use ${secret}` },
        { type: 'file', url },
      ])
        await assert.rejects(plugin['chat.message']({}, { parts: [part] }), /contains a secret/);
    }));

  it('masks the secrets in every part of an output, and keeps the rest', () =>
    withPlugin(async ({ plugin }) => {
      const output = { title: 't', output: 'ok', metadata: { output: `token = ${secret}`, exit: 0 } };
      await plugin['tool.execute.after']({ tool: 'bash' }, output);
      const { metadata, ...rest } = output;
      assert.deepEqual([rest, metadata.exit], [{ title: 't', output: 'ok' }, 0]);
      assert.match(
        metadata.output,
        /^token = ‹hidden by service-cli: sonar-user-token #\d+, unchanged at its source›$/,
      );
    }));

  it('masks the result of a tool of a server, and withholds it when the hook fails', () =>
    withPlugin(async (loaded) => {
      const result = () => ({
        title: '',
        output: '',
        metadata: {},
        content: [{ type: 'text', text: `token = ${secret}` }],
        structuredContent: { token: secret },
      });
      const masked = result();
      await loaded.plugin['tool.execute.after']({ tool: 'server_show' }, masked);
      assert.match(masked.content[0]?.text ?? '', /^token = ‹hidden by service-cli/);
      assert.match(masked.structuredContent.token, /^‹hidden by service-cli/);
      handlerFaults['the loader crashes'](loaded);
      const withheld = result();
      await loaded.plugin['tool.execute.after']({ tool: 'server_show' }, withheld);
      assert.match(withheld.content[0]?.text ?? '', /^Blocked/);
      assert.ok(!JSON.stringify(withheld).includes(secret));
    }));

  for (const [what, breakIt] of Object.entries<(loaded: Loaded) => void>({
    'the script is missing': ({ project }) => {
      unlinkSync(join(project, '.opencode/hooks', shimName));
    },
    'the script is empty': ({ project }) => {
      writeFileSync(join(project, '.opencode/hooks', shimName), '');
    },
    'the handler was changed': handlerFaults['the handler was changed'],
    'the loader crashes': handlerFaults['the loader crashes'],
  }))
    it(`throws when ${what}, and withholds outputs`, () =>
      withPlugin(async (loaded) => {
        breakIt(loaded);
        const { plugin } = loaded;
        await assert.rejects(plugin['tool.execute.before']({ tool: 'later' }, { args: {} }), /Blocked/);
        await assert.rejects(plugin['chat.message']({}, { parts: [{ type: 'text', text: 'a' }] }), /Blocked/);
        const output = { title: 't', output: 'fine', metadata: {} };
        await plugin['tool.execute.after']({ tool: 'bash' }, output);
        assert.match(output.output, /Blocked/);
      }));

  it('adds the context of the project to the first messages of a session, once', () =>
    withPlugin(async ({ plugin, write }) => {
      write('AGENTS.md', 'Use tabs.');
      const output = { system: [] as string[] };
      await plugin['experimental.chat.system.transform']({}, output);
      assert.equal(output.system.length, 1);
      assert.match(output.system[0] ?? '', /end of each turn[\s\S]*About this project/);
    }));
});
