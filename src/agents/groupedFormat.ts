import type { HookEntry, HooksFormat } from './agent.ts';

/**
 * Returns the form of Claude Code, which other agents took over: an event has a list of groups, and a group has a
 * matcher and the hooks to run.
 *
 * @param fieldsOf Returns the fields of a hook besides its type and command.
 * @param container The path of the object with the events.
 */
export function groupedFormat(
  fieldsOf: (entry: HookEntry) => object,
  container = 'hooks',
): Extract<HooksFormat, { kind: 'shared' }> {
  return {
    kind: 'shared',
    listOf: (event) => [container, event],
    write: (entry, { here }) => ({
      ...(entry.matcher !== undefined && { matcher: entry.matcher }),
      hooks: [{ type: 'command', command: here, ...fieldsOf(entry) }],
    }),
  };
}
