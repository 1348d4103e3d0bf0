import { questionReader } from '../request/toolQuestion.ts';
import { opencodeProtocol } from './answer.ts';

/** Source: https://opencode.ai/docs/tools. A tool of a server is named after the server, without a common prefix. */
export const readOpencodeQuestion = questionReader({
  events: opencodeProtocol.events,
  kinds: [
    [/^bash$/, 'shell'],
    [/^grep$/, 'search'],
    [/^read$/, 'read'],
    [/^(?:edit|write|multiedit|patch|apply_patch|todowrite)$/, 'write'],
  ],
  otherwise: 'mcp',
  searches: { grep: { folders: ['path'], globs: ['include'] } },
  folderFields: ['workdir'],
});
