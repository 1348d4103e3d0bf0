import assert from 'node:assert/strict';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expectSuccess } from '../../../support/cliRun.ts';
import { withHome } from '../../../support/homeVariables.ts';
import { logIn, secret } from '../../../support/hookedProject.ts';
import { type IntegrateFixture, shimName, withIntegrateFixture } from '../../../support/integrateFixture.ts';

interface Loaded extends IntegrateFixture {
  readonly host: ReturnType<typeof version2Host>;
}

const nameOf = { guard: 'service-guard', context: 'service-context' };

const loadFile = (project: string, name: string): Promise<object> =>
  import(pathToFileURL(join(project, `.opencode/plugins/${name}.js`)).href) as Promise<object>;

/** Installs both plugins, and loads them as version 2 does. */
function withHost(use: (loaded: Loaded) => Promise<void>): Promise<void> {
  return withIntegrateFixture(async (fixture) => {
    expectSuccess(await fixture.run('integrate opencode --non-interactive'));
    logIn(fixture);
    const { project, home } = fixture;
    const host = version2Host(project);
    await withHome(home, async () => {
      for (const name of Object.values(nameOf)) await host.load(await loadFile(project, name));
      await use({ ...fixture, host });
    });
  });
}

describe('the plugin of OpenCode in a host of the documented form of version 2', () => {
  it('runs clean tools, admits clean prompts and shows clean results unchanged', () =>
    withHost(async ({ host, write }) => {
      write('clean.txt', 'hello');
      await host.callTool('read', { path: 'clean.txt' });
      await host.callTool('shell', { command: 'ls', workdir: '.' });
      await host.admit({ text: 'explain @clean.txt', files: [{ uri: 'data:text/plain,hello' }] });
      const result = { output: { exit: 0 }, content: [{ type: 'text', text: 'fine' }] };
      assert.equal((await host.finishTool('shell', { result })).result, result);
    }));

  it('rejects a tool that reads, searches, prints, writes or sends a secret', () =>
    withHost(async ({ host, write }) => {
      write('secret.txt', `token = "${secret}"`);
      for (const [tool, input] of [
        ['read', { path: 'secret.txt' }],
        ['grep', { pattern: 'token', path: '.', include: '*.txt' }],
        ['grep', { pattern: 'TOKEN', path: '.', caseSensitive: false }],
        ['shell', { command: 'cat secret.txt' }],
        ['shell', { command: 'cat ../secret.txt', workdir: '.opencode' }],
        ['execute', { code: 'await tools.shell({ command: "cat secret.txt" })' }],
        ['write', { path: '.opencode/plugins/service-guard.js', content: '' }],
        ['edit', { path: '.opencode/plugins/service-guard.js', oldString: 'check', newString: 'no' }],
        [
          'patch',
          {
            patchText: '*** Begin Patch\n*** Delete File: .opencode/plugins/service-guard.js\n*** End Patch',
          },
        ],
        ['github_create_issue', { title: `use ${secret}` }],
      ] as const)
        await assert.rejects(host.callTool(tool, input), /^Error: Blocked: /, JSON.stringify(input));
    }));

  it('admits no prompt with a secret, or with a file that has one', () =>
    withHost(async ({ host, project, write }) => {
      write('secret.txt', `token = "${secret}"`);
      const uri = pathToFileURL(join(project, 'secret.txt')).href;
      for (const prompt of [
        { text: `use ${secret}` },
        { text: 'see @secret.txt' },
        { text: 'see it', files: [{ uri }] },
        { text: 'see it', files: [{ uri: `${uri}?start=1&end=2` }] },
      ])
        await assert.rejects(host.admit(prompt), /contains a secret/, JSON.stringify(prompt));
    }));

  it('masks a result, and replaces an error with a secret in every part', () =>
    withHost(async ({ host }) => {
      const texts = {
        output: { text: secret },
        content: [{ type: 'text', text: secret }],
        metadata: { secret },
      };
      const { result } = await host.finishTool('shell', { result: texts });
      const placeholder = '‹hidden by service-cli: sonar-user-token #N, unchanged at its source›';
      assert.deepEqual(
        JSON.parse(JSON.stringify(result).replaceAll(/#\d+/g, '#N')),
        JSON.parse(JSON.stringify(texts).replaceAll(secret, placeholder)),
      );
      class ToolError extends Error {
        readonly _tag = 'Tool.Error';
        readonly metadata = { secret };
      }
      const failed = await host.finishTool('shell', { error: new ToolError(`no ${secret}`) });
      assert.ok(failed.error instanceof ToolError);
      assert.match(failed.error.message, /^no ‹hidden by service-cli: /);
      assert.equal(failed.error._tag, 'Tool.Error');
      assert.ok(![failed.error.stack, JSON.stringify(failed.error)].some((text) => text?.includes(secret)));
    }));

  it('rejects every tool and prompt and withholds every result when the script is missing', () =>
    withHost(async ({ host, project }) => {
      unlinkSync(join(project, '.opencode/hooks', shimName));
      await assert.rejects(host.callTool('later', {}), /Blocked/);
      await assert.rejects(host.admit({ text: 'hello' }), /Blocked/);
      const { result } = await host.finishTool('shell', { result: { content: 'fine' } });
      assert.match(JSON.stringify(result), /Blocked/);
    }));

  it('withholds a result that cannot be written as JSON', () =>
    withHost(async ({ host }) => {
      const { result } = await host.finishTool('count', { result: { output: 1n } });
      assert.match((result as { content: string }).content, /Blocked/);
    }));

  it('adds the context of the project to each request of a session', () =>
    withHost(async ({ host, write }) => {
      write('AGENTS.md', 'Use tabs.');
      for (const system of [await host.request(), await host.request()]) {
        assert.equal(system.length, 1);
        assert.match(system[0]?.text ?? '', /end of each turn[\s\S]*About this project/);
      }
    }));

  for (const [what, context] of Object.entries<object>({
    'has no hooks, as version 1 starts its own core': {},
    'knows none of the events': {
      tool: {
        hook: () => {
          throw new Error('unknown event');
        },
      },
      session: { hook: () => Promise.reject(new Error('unknown event')) },
    },
    'never confirms a hook': {
      tool: { hook: () => new Promise(() => undefined) },
      session: { hook: () => new Promise(() => undefined) },
    },
  }))
    it(`starts within ten seconds in a host that ${what}`, () =>
      withHost(async ({ project }) => {
        for (const name of Object.values(nameOf)) {
          const start = performance.now();
          await version2Host(project, context).load(await loadFile(project, name));
          assert.ok(performance.now() - start < 10_000, name);
        }
      }));
});

type Callback = (event: object) => unknown;

interface Plugin {
  readonly id: string;
  readonly setup: (context: object) => unknown;
}

interface Prompt {
  readonly text: string;
  readonly files?: readonly { readonly uri: string }[];
}

interface Finished {
  readonly result?: unknown;
  readonly error?: Error;
}

/**
 * Returns a host of plugins as the vendor documents version 2. Whether a throw blocks there is not proven: version 2 was
 * not run.
 *
 * Sources: https://opencode.ai/v2/docs/build/plugins/migrate-v1, and `packages/plugin/src/promise` of
 * https://github.com/anomalyco/opencode: `plugin.ts` (loading), `tool.ts` and `session.ts` (events).
 *
 * @param given Replaces parts of the context that plugins get.
 */
function version2Host(directory: string, given?: object) {
  const hooks = new Map<string, Callback[]>();
  const domain = (name: string): object => ({
    hook: (event: string, callback: Callback) => {
      const key = `${name} ${event}`;
      hooks.set(key, [...(hooks.get(key) ?? []), callback]);
      return Promise.resolve({ dispose: () => Promise.resolve() });
    },
  });
  const context = given ?? { location: { directory }, tool: domain('tool'), session: domain('session') };
  const send = async <Event extends object>(key: string, event: Event): Promise<Event> => {
    for (const callback of hooks.get(key) ?? []) await callback(event);
    return event;
  };
  const call = { sessionID: 's', agent: 'build', messageID: 'm', id: 'c' };
  return {
    /** Loads a file of the folder for plugins. */
    async load(module: object) {
      const { default: plugin } = module as { default?: Plugin };
      assert.ok(typeof plugin === 'object', 'the default export is an object');
      assert.equal(typeof plugin.id, 'string');
      assert.equal(typeof plugin.setup, 'function');
      await plugin.setup(context);
    },
    /** Sends a prompt of the user. Rejects when a hook throws: the prompt is then not admitted. */
    async admit(prompt: Prompt) {
      await send('session prompt', { ...call, prompt, delivery: 'queue' });
    },
    /** Rejects when a hook throws: the tool then does not run. */
    async callTool(tool: string, input: object) {
      await send('tool execute.before', { ...call, tool, input });
    },
    /** Returns the result or the error of a tool after the hooks. */
    finishTool: (tool: string, finished: Finished): Promise<Finished> =>
      send('tool execute.after', {
        ...call,
        tool,
        input: {},
        status: 'error' in finished ? 'error' : 'completed',
        ...finished,
      }),
    /** Returns the parts that hooks add to the instructions of a request to the model. */
    async request(): Promise<readonly { readonly type: string; readonly text: string }[]> {
      return (await send('session context', { ...call, system: [], messages: [] })).system;
    },
  };
}
