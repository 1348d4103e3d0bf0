import { questionReader } from '../request/toolQuestion.ts';
import { opencodeProtocol } from './answer.ts';

/**
 * Sources: https://opencode.ai/docs/tools for version 1, `packages/core/src/tool/plugin` of
 * https://github.com/anomalyco/opencode for version 2. A tool of a server is named after the server, without a common prefix.
 */
export const readOpencodeQuestion = questionReader({
  events: opencodeProtocol.events,
  kinds: [
    [/^(?:bash|shell)$/, 'shell'],
    [/^grep$/, 'search'],
    [/^read$/, 'read'],
    [/^(?:edit|write|multiedit|patch|apply_patch|todowrite)$/, 'write'],
  ],
  otherwise: 'mcp',
  searches: { grep: { folders: ['path'], globs: ['include'] } },
  folderFields: ['workdir'],
});
