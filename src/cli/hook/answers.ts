/**
 * What the editor is told. It knows three contracts: permission events take `permission` and, for a refusal, exit 2;
 * the prompt takes `continue`, always with exit 0; the start of a session takes context and cannot be refused.
 */
export type EventKind = 'permission' | 'prompt' | 'session';

export interface Answer {
  readonly stdout: string;
  readonly exitCode: 0 | 2;
}

/** Explicit: to an editor that is told to fail closed, silence is a failure. */
export function allow(kind: Exclude<EventKind, 'session'>): Answer {
  return line(kind === 'prompt' ? { continue: true } : { permission: 'allow' }, 0);
}

/** Tells person and agent why, and what to do. */
export function deny(kind: EventKind, reason: string): Answer {
  switch (kind) {
    case 'permission':
      return line({ permission: 'deny', user_message: reason, agent_message: reason }, 2);
    case 'prompt':
      return line({ continue: false, user_message: reason }, 0);
    case 'session':
      // Nothing can be blocked here: no context is the safe answer.
      return line({}, 0);
  }
}

export function sessionContext(text: string | undefined): Answer {
  return line(text === undefined ? {} : { additional_context: text }, 0);
}

function line(value: object, exitCode: Answer['exitCode']): Answer {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode };
}
