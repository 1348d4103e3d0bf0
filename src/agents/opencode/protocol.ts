import { type HookProtocol, jsonAnswer, maskedAnswer } from '../protocol.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';
import { replaceTexts, responseIn } from '../sharedAnswers.ts';

/**
 * The answers that the plugin reads, which `integrate` writes; the events have the names of OpenCode's.
 *
 * Sources: https://opencode.ai/docs/plugins, https://opencode.ai/docs/tools for version 1, and for version 2
 * `packages/core/src/tool/plugin` of https://github.com/anomalyco/opencode
 */
export const opencodeProtocol: HookProtocol = {
  events: {
    'chat.message': 'prompt',
    'tool.execute.before': 'permission',
    'tool.execute.after': 'output',
    'session.start': 'session',
  },
  allow: () => jsonAnswer({ decision: 'allow' }),
  deny: (_, reason) => jsonAnswer({ decision: 'deny', reason }),
  /** A plugin that an earlier version wrote does not read `result`, and withholds the output. */
  mask: (stdin, replace) =>
    maskedAnswer({
      decision: 'deny',
      reason: 'Withheld: the output of the tool contains a secret. Run: service-cli integrate opencode',
      result: replaceTexts(responseIn(stdin), replace),
    }),
  addContext: (text) => jsonAnswer({ additionalContext: text }),
  tellsRule: true,
};

/** A tool of a server is named after the server, without a common prefix. */
export const opencodeQuestions: QuestionTable = {
  kinds: [
    [/^(?:bash|shell)$/, 'shell'],
    [/^grep$/, 'search'],
    [/^read$/, 'read'],
    [/^(?:edit|write|multiedit|patch|apply_patch|todowrite)$/, 'write'],
  ],
  otherwise: 'mcp',
  searches: { grep: { folders: ['path'], globs: ['include'] } },
  folderFields: ['workdir'],
};
