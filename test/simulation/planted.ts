/** A bug, as an edit of the product's source. `find` stands there exactly once. */
export interface Edit {
  /** Below src/core/gate. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** Bugs that a pipeline like this one has, or could have; some are the peer's. The simulation must find each. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'no claim: every window tells what it sees',
    edits: [
      {
        file: 'tell.ts',
        find: 'return claim !== undefined && Math.abs(now - claim.at) < claimLifetimeMs;',
        replace: 'return claim === undefined && Math.abs(now) < 0;',
      },
      {
        file: 'tell.ts',
        find: 'const isFresh = due.size === 1 && [...due].every(({ claim }) => claim === undefined);',
        replace: 'const isFresh = due.size === 1;',
      },
      {
        file: 'announcer.ts',
        find: 'if (!claimedBy(journal.current, token)) return false;',
        replace: '',
      },
    ],
  },
  {
    name: 'cursor by the local clock: a flip counts only with an event since the last poll',
    edits: [
      {
        file: 'events.ts',
        find: 'return { project, since: record?.cursor === undefined ? beginning : record.cursor - eventWindowMs };',
        replace:
          'return { project, since: record?.cursor === undefined ? beginning : Date.UTC(2099, 0, 1) };',
      },
      {
        file: 'poll.ts',
        find: 'return known !== undefined && known.status !== status;',
        replace:
          'return known !== undefined && known.status !== status && this.#newEvent(gate) !== undefined;',
      },
      {
        file: 'poll.ts',
        find: 'yield { observations: same.map(([project, status]) => this.#observation({ project }, status)) };',
        replace:
          'yield { observations: same.filter(([project]) => !this.#known.has(project)).map(([project, status]) => this.#observation({ project }, status)) };',
      },
    ],
  },
  {
    name: 'no fencing: late answers of a window that slept are believed',
    edits: [
      {
        file: 'pollRun.ts',
        find: "return this.#turn !== undefined && record?.turn !== this.#turn ? 'overtaken' : undefined;",
        replace: 'return undefined;',
      },
      { file: 'pollRun.ts', find: "if (record && record.epoch > epoch) return 'fenced';", replace: '' },
    ],
  },
  {
    name: 'acknowledged before it is shown',
    edits: [
      {
        file: 'announcer.ts',
        find: 'return claim(dropMuted(current, now, isSwitchedOff), { token, window, now, isMine });',
        replace:
          'return acknowledge(claim(dropMuted(current, now, isSwitchedOff), { token, window, now, isMine }), token, now);',
      },
    ],
  },
  {
    name: 'a claim without acknowledgement is toasted once more',
    edits: [
      {
        file: 'tell.ts',
        find: 'const isFresh = due.size === 1 && [...due].every(({ claim }) => claim === undefined);',
        replace: 'const isFresh = due.size === 1;',
      },
    ],
  },
  {
    name: 'no pulse after the toast: what a dead tab was given counts as seen',
    edits: [
      {
        file: 'announcer.ts',
        find: 'await this.#ask(() => teller.tell(newsOf(after, claimed)))',
        replace:
          'await this.#ask(() => Promise.race([teller.tell(newsOf(after, claimed)), Promise.resolve(true)]))',
      },
      { file: 'announcer.ts', find: '&& (await this.#ask(() => teller.isReady()))', replace: '' },
    ],
  },
  {
    name: 'a claim from the future never expires',
    edits: [
      {
        file: 'tell.ts',
        find: 'Math.abs(now - claim.at) < claimLifetimeMs',
        replace: 'now - claim.at < claimLifetimeMs',
      },
    ],
  },
  {
    name: 'age ends what is still to be told',
    edits: [
      {
        file: 'prune.ts',
        find: 'change.outcome && now - change.outcome.at > limits.historyMs',
        replace: 'now - change.at > limits.historyMs',
      },
      {
        file: 'prune.ts',
        find: 'const dropped = new Set([...ended.filter(oldEnough)',
        replace: 'const dropped = new Set([...journal.changes.filter(oldEnough)',
      },
    ],
  },
  {
    name: 'nobody takes over from a dead leader',
    edits: [
      {
        file: 'election.ts',
        find: 'if (latest && !latest.isOver && candidacy.looks < silentLooks) return;',
        replace: 'if (latest) return;',
      },
    ],
  },
  {
    name: 'a later change overtakes one that another window has claimed',
    edits: [
      {
        file: 'tell.ts',
        find: 'return [...due].filter(isFirst);',
        replace: 'return [...due].filter((change) => isFirst(change) || true);',
      },
    ],
  },
  {
    name: 'a failed poll forgets the baseline',
    edits: [
      {
        file: 'pollResult.ts',
        find: 'return { ...record, poll };',
        replace: 'return { ...record, poll, gates: trouble ? [] : record.gates };',
      },
    ],
  },
  {
    name: 'new issues are told as often as an answer shows them',
    edits: [
      {
        file: 'newIssues.ts',
        find: 'return { ...gate, issuesAt: sighting.issuesAt };',
        replace: 'return { ...gate, issuesAt: issuesAt ?? sighting.issuesAt };',
      },
    ],
  },
  {
    name: 'the baseline is told',
    edits: [
      {
        file: 'observe.ts',
        find: 'if (gate) changes = withFlip(changes, { id: sequence, gate, seen, isOutOfReach });',
        replace:
          "changes = withFlip(changes, { id: sequence, gate: gate ?? { project: seen.project, branch: seen.branch, status: 'OK', since: 0, source: 'poll', revision: 0 }, seen, isOutOfReach });",
      },
    ],
  },
];
