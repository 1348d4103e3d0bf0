/** A mutant that no test can notice, because the code does the same with it. */
export interface EquivalentMutant {
  readonly file: string;
  /** The text of its line, trimmed. */
  readonly line: string;
  readonly replacement: string;
  readonly reason: string;
}

export const equivalent: readonly EquivalentMutant[] = [
  {
    file: 'src/core/bindings/suggestions/buildFiles.ts',
    line: 'return after === undefined',
    replacement: 'false',
    reason: 'The pattern behind it does not match the text `undefined` either.',
  },
  {
    file: 'src/core/bindings/suggestions/buildFiles.ts',
    line: "return at === -1 ? '' : part.slice(at + end.length);",
    replacement: "'mutated'",
    reason: 'It stands behind what is not closed, outside of every element that is read.',
  },
  {
    file: 'src/core/bindings/sharedBinding.ts',
    line: "const serverUrl = parseServerUrl(file.serverurl ?? file.sonarqubeuri ?? '');",
    replacement: "'mutated'",
    reason: 'Neither text is the address of a server.',
  },
  {
    file: 'src/core/bindings/suggestions/findProjects.ts',
    line: "'search',",
    replacement: "''",
    reason: 'Only the other kind, `key`, is compared.',
  },
  {
    file: 'src/core/connections/access.ts',
    line: "scheme: target.kind === 'cloud' ? 'bearer' : 'basic',",
    replacement: "''",
    reason: 'Only the other scheme, `bearer`, is compared.',
  },
  {
    file: 'src/core/connections/serverVersion.ts',
    line: 'if (major === undefined || Number.isNaN(major)) return false;',
    replacement: 'false',
    reason: 'The comparisons below are false too for a number that cannot be read.',
  },
  {
    file: 'src/core/connections/serverVersion.ts',
    line: 'if (major === undefined || Number.isNaN(major)) return false;',
    replacement: '&&',
    reason: 'The comparisons below are false too for a number that cannot be read.',
  },
  {
    file: 'src/core/connections/connectionList.ts',
    line: "context.issues.push({ code: 'custom', message: 'expected a server address', input: text });",
    replacement: "''",
    reason: 'The code of an issue is not shown; its message is.',
  },
  {
    file: 'src/core/connections/serverVersion.ts',
    line: 'const [oldMajor = 0, oldMinor = 0] = numbersOf(oldestServerVersion);',
    replacement: '(0 + 1)',
    reason: 'The oldest version has both numbers.',
  },
  {
    file: 'src/core/gate/details.ts',
    line: 'const rank = ({ isFailing, isNewCode }: ConditionDetails) => (isFailing ? 0 : 2) + (isNewCode ? 0 : 1);',
    replacement: '(2 + 1)',
    reason: 'Ranks are only compared: 0, 1, 3 and 4 are in the same order as 0, 1, 2 and 3.',
  },
  {
    file: 'src/core/gate/notify/claims.ts',
    line: 'open.every((other) => other.id >= change.id || due.has(other) || !isSameKind(other, change));',
    replacement: '>',
    reason: 'Ids are unique, so it also asks about the change itself, which is due.',
  },
  {
    file: 'src/core/gate/poll/pollRun.ts',
    line: "if (Failure.is(error, 'cancelled')) throw error;",
    replacement: 'false',
    reason: 'The signal has aborted then, so entering the end of the poll throws `cancelled` too.',
  },
  {
    file: 'src/core/gate/notify/notificationScheduler.ts',
    line: '#wasOtherInFront = false;',
    replacement: 'true',
    reason: 'It is read only while changes settle, and set when they begin to.',
  },
  {
    file: 'src/core/gate/notify/notificationScheduler.ts',
    line: "this.#plan('idle', 0);",
    replacement: '(0 + 1)',
    reason: 'The next statement announces, which replaces the timer whenever a change is pending.',
  },
  {
    file: 'src/core/gate/monitor.ts',
    line: 'this.#pollers.clear();',
    replacement: ';',
    reason: 'The pollers are disposed one line above and ask for nothing any more.',
  },
  {
    file: 'src/core/gate/windows/election.ts',
    line: "const heartbeat = latest ? `${latest.number} ${latest.heartbeat}` : '';",
    replacement: "'mutated'",
    reason:
      'Without a generation its missed heartbeats are not read, and no heartbeat of a generation equals either text.',
  },
];
