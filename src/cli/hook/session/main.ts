import { type Answer, sessionContext } from '../answers.ts';

/** The context of a session that starts; nothing where no project is configured. */
export function startSession(stdin: string): Promise<Answer> {
  return Promise.resolve(sessionContext(stdin === '' ? undefined : undefined));
}
