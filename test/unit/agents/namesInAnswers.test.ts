import assert from 'node:assert/strict';
import { decide, type HookPorts } from '../../../src/agents/decide.ts';
import { emptyInput, type Finding, Unreadable } from '../../../src/agents/protocol.ts';
import { hookPorts } from './hookPorts.ts';

const name = `/open/a\n\u001B]0;x\u0007${String.fromCodePoint(0xe0069)}`;
const shown = String.raw`/open/a\n\u001b]0;x\u0007\u{e0069}`;

/** Decides on a read of the file, in which the finding is found. */
function decideOn(finding: Finding, changes: Partial<HookPorts> = {}): ReturnType<typeof decide> {
  const read = () => ({ ...emptyInput, roots: ['/open'], files: [name] });
  return decide('permission', read, hookPorts({ findSecret: () => finding, ...changes }));
}

describe('the name of a file in the answer of a hook', () => {
  const finding = { rule: 'a-rule', line: 7 };

  it('is on one line, without characters that a terminal or only an agent interprets [R10]', async () => {
    const decision = await decideOn(finding);
    assert.ok(!decision.allowed && decision.reason.startsWith(`Blocked: ${shown} contains a secret`));
  });

  it('is so in a warning', async () => {
    const decision = await decideOn({ ...finding, isHidden: true, isWarning: true });
    assert.ok(decision.allowed && decision.warning?.startsWith(`${shown} has characters`));
  });

  it('is so where the file cannot be read', async () => {
    const readText = (path: string): never => {
      throw new Unreadable(`${path} is not text`);
    };
    const decision = await decideOn(finding, { readText });
    assert.ok(!decision.allowed && decision.reason.startsWith(`Blocked: ${shown} is not text`));
  });
});
