import type { Log } from '../../core/log.ts';
import type { Configuration } from './configuration.ts';
import type { CallTool } from './toolCall.ts';

/** Returns the function that makes the tool calls. The first call loads its code. */
export function lazyToolCalls(
  configuration: Configuration,
  log: Log,
  version: string,
  loginOf?: NodeJS.ProcessEnv,
): CallTool {
  let client: Promise<CallTool> | undefined;
  return async (call) => {
    client ??= import('../chunks/toolCalls.ts').then(({ createToolCaller }) =>
      createToolCaller(configuration, log, version, loginOf),
    );
    return (await client)(call);
  };
}
