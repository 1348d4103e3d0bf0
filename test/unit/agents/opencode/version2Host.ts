import assert from 'node:assert/strict';

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

/** The part of OpenCode 2 that plugins see, and the events that it sends to their hooks. */
export interface Version2Host {
  /** Loads a file of the folder for plugins. */
  readonly load: (module: object) => Promise<void>;
  /** Sends a prompt of the user. Rejects when a hook throws: the prompt is then not admitted. */
  readonly admit: (prompt: Prompt) => Promise<void>;
  /** Calls a tool. Rejects when a hook throws: the tool then does not run. */
  readonly callTool: (tool: string, input: object) => Promise<void>;
  /** Returns the result or the error of a tool after the hooks. */
  readonly finishTool: (tool: string, finished: Finished) => Promise<Finished>;
  /** Returns the parts that hooks add to the instructions of a request to the model. */
  readonly request: () => Promise<readonly { readonly type: string; readonly text: string }[]>;
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
export function version2Host(directory: string, given?: object): Version2Host {
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
    async load(module) {
      const { default: plugin } = module as { default?: Plugin };
      assert.ok(typeof plugin === 'object', 'the default export is an object');
      assert.equal(typeof plugin.id, 'string');
      assert.equal(typeof plugin.setup, 'function');
      await plugin.setup(context);
    },
    async admit(prompt) {
      await send('session prompt', { ...call, prompt, delivery: 'queue' });
    },
    async callTool(tool, input) {
      await send('tool execute.before', { ...call, tool, input });
    },
    finishTool: (tool, finished) =>
      send('tool execute.after', {
        ...call,
        tool,
        input: {},
        status: 'error' in finished ? 'error' : 'completed',
        ...finished,
      }),
    request: async () => (await send('session context', { ...call, system: [], messages: [] })).system,
  };
}
