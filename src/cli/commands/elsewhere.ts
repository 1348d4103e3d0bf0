import type { CommandRow } from '../program.ts';

/**
 * Commands that the dispatcher hands to another bundle before this one is loaded. They stand here for help and
 * completion alone.
 */
export const elsewhereCommands: CommandRow = (program) => {
  const rows = [
    ['hook', 'Answer an event of an editor (what the installed hooks run)'],
    ['mcp', 'Run the tool server for AI agents'],
    ['platform', 'Run or feed the embedded platform'],
    ['relay', 'Run the doorbell relay'],
  ] as const;
  for (const [name, description] of rows) program.command(name).description(description).allowUnknownOption();
};
