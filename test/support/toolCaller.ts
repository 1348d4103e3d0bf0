import assert from 'node:assert/strict';
import { createToolCaller } from '../../src/tools/catalogue/toolCalls.ts';
import { readConfiguration } from '../../src/tools/definition/configuration.ts';
import { CollectingLog } from './collectingLog.ts';

interface Answered {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown>;
}

export interface Caller {
  readonly log: CollectingLog;
  readonly progress: [done: number, total: number][];
  call(name: string, args?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Answered>;
  /** The data of a call that must succeed. */
  data(name: string, args?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  /** The text of a call that must fail. */
  problem(name: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Tools as a client over stdio meets them, without the pipes. `loginOf`: environment of the person whose login counts. */
export function callerWith(
  environment: Readonly<Record<string, string>>,
  loginOf?: NodeJS.ProcessEnv,
): Caller {
  const log = new CollectingLog();
  const progress: [number, number][] = [];
  const configuration = readConfiguration(environment);
  const callTool = createToolCaller(configuration, log, '1', loginOf);
  const call: Caller['call'] = async (name, args = {}, signal = new AbortController().signal) => {
    const result = await callTool({
      name,
      args,
      signal,
      credentials: { token: configuration.token, source: 'variable' },
      progress: (done, total) => void progress.push([done, total]),
    });
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return {
      isError: result.isError === true,
      text,
      // As it arrives: fields without a value are gone.
      data: JSON.parse(JSON.stringify(result.structuredContent ?? {})) as Record<string, unknown>,
    };
  };
  return {
    log,
    progress,
    call,
    async data(name, args) {
      const { isError, text, data } = await call(name, args);
      assert.equal(isError, false, `${name}: ${text}`);
      return data;
    },
    async problem(name, args) {
      const { isError, text } = await call(name, args);
      assert.equal(isError, true, `${name}: ${text}`);
      return text;
    },
  };
}
