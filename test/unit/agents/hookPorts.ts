import type { HookPorts } from '../../../src/agents/decide.ts';
import { endlessTime } from '../../support/timeLimits.ts';

/** Ports to a world where every file holds `on disk`, and a text with `secret` in it holds a secret. */
export function hookPorts(changes: Partial<HookPorts> = {}): HookPorts {
  return {
    whyUnauthenticated: () => undefined,
    readText: () => 'on disk',
    readTextIfFile: () => undefined,
    checkWrites: () => Promise.resolve(undefined),
    checkCommands: () => Promise.resolve(undefined),
    findSecret: (text) => (text.includes('secret') ? { rule: 'a-rule', line: 7 } : undefined),
    ignore: () => true,
    noteCause: () => undefined,
    ignoreFile: '.ignore',
    repair: 'repair it',
    time: endlessTime,
    ...changes,
  };
}
