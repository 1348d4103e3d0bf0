import type { CommandRow } from '../program.ts';

/**
 * Declares the commands that the dispatcher hands to another bundle before this bundle is loaded. The declarations only
 * serve help and completion.
 */
export const elsewhereCommands: CommandRow = (program) => {
  const rows = [
    ['hook', 'Answer an event of an editor (what the installed hooks run)'],
    ['mcp', 'Run the tool server for AI agents'],
    ['platform', 'Run or feed the embedded platform'],
    ['relay', 'Run the push event relay'],
  ] as const;
  for (const [name, description] of rows) program.command(name).description(description).allowUnknownOption();
};
