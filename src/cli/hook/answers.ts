/**
 * The kind of an event decides the form of the answer that the editor expects. Permission events take `permission` and,
 * for a refusal, exit code 2. The prompt takes `continue`, always with exit code 0. The start of a session takes
 * context and cannot be refused.
 */
export type EventKind = 'permission' | 'prompt' | 'session';

export interface Answer {
  readonly stdout: string;
  readonly exitCode: 0 | 2;
}

/** The answer that allows the event. It is explicit because an editor that fails closed treats silence as a failure. */
export function allow(kind: Exclude<EventKind, 'session'>): Answer {
  return line(kind === 'prompt' ? { continue: true } : { permission: 'allow' }, 0);
}

/** The answer that refuses the event. `reason` tells the user and the agent why, and what to do. */
export function deny(kind: EventKind, reason: string): Answer {
  switch (kind) {
    case 'permission':
      return line({ permission: 'deny', user_message: reason, agent_message: reason }, 2);
    case 'prompt':
      return line({ continue: false, user_message: reason }, 0);
    case 'session':
      // The start of a session cannot be blocked: an answer without context is the safe one.
      return line({}, 0);
  }
}

export function sessionContext(text: string | undefined): Answer {
  return line(text === undefined ? {} : { additional_context: text }, 0);
}

function line(value: object, exitCode: Answer['exitCode']): Answer {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode };
}
