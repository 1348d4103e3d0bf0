import assert from 'node:assert/strict';
import { cursorProtocol } from '../../../src/agents/cursor/protocol.ts';
import { decide, type HookPorts } from '../../../src/agents/decide.ts';
import {
  BadInput,
  emptyInput,
  type Finding,
  type HookInput,
  Unreadable,
} from '../../../src/agents/protocol.ts';
import { limitThatEnds } from '../../support/timeLimits.ts';
import { hookPorts } from './hookPorts.ts';

const finding: Finding = { rule: 'a-rule', line: 7 };

interface Decision {
  readonly allowed: boolean;
  readonly exitCode: number;
  readonly message: string;
  /** The scanned texts, each after its path or `prompt`. */
  readonly scanned: readonly string[];
  /** Files that were put on the ignore list, with the folders that are open. */
  readonly ignored: readonly string[];
}

function portsOf(changes: Partial<HookPorts>, scanned: string[] = [], ignored: string[] = []): HookPorts {
  return hookPorts({
    findSecret: (text, path, root) => {
      scanned.push(`${path ?? 'prompt'} in ${root ?? 'no folder'}: ${text}`);
      return text.includes('secret') ? finding : undefined;
    },
    ignore: (path, roots) => {
      ignored.push(`${path} in ${roots.join()}`);
      return true;
    },
    ...changes,
  });
}

/** Decides in that world. */
async function decideIn(
  kind: 'permission' | 'prompt',
  input: Partial<HookInput> | Error,
  changes: Partial<HookPorts> = {},
): Promise<Decision> {
  const scanned: string[] = [];
  const ignored: string[] = [];
  const ports = portsOf(changes, scanned, ignored);
  const read = (): HookInput => {
    if (input instanceof Error) throw input;
    return { ...emptyInput, roots: ['/open'], ...input };
  };
  const decision = await decide(kind, read, ports);
  const { stdout, exitCode } = decision.allowed
    ? cursorProtocol.allow(kind)
    : cursorProtocol.deny(kind, decision.reason);
  const answer = JSON.parse(stdout) as { permission?: string; continue?: boolean; user_message?: string };
  return {
    allowed: answer.permission === 'allow' || answer.continue === true,
    exitCode,
    message: answer.user_message ?? '',
    scanned,
    ignored,
  };
}

describe('the decision of a hook', () => {
  it('allows a prompt and files without a secret, after it has scanned each', async () => {
    const prompt = await decideIn('prompt', { text: 'hello', files: ['/open/a', '/open/b'] });
    assert.deepEqual(prompt, {
      allowed: true,
      exitCode: 0,
      message: '',
      scanned: ['prompt in /open: hello', '/open/a in /open: on disk', '/open/b in /open: on disk'],
      ignored: [],
    });
    assert.equal((await decideIn('permission', { files: ['/open/a'] })).allowed, true);
  });

  it('denies when the time is over before every file and text is scanned', async () => {
    for (const input of [
      { files: ['/open/a', '/open/b'] },
      { others: ['/open/a', '/open/b'] },
      { toolArguments: ['a', 'b'] },
    ]) {
      let looks = 0;
      const { allowed, message } = await decideIn('permission', input, {
        readTextIfFile: () => 'on disk',
        time: limitThatEnds(() => ++looks > 1),
      });
      assert.equal(allowed, false);
      assert.match(message, /more than can be checked in time/);
    }
  });

  it('allows an event that names nothing to check, and scans nothing and loads no other check', async () => {
    const rejects = () => Promise.reject(new Error('loaded'));
    const { allowed, scanned } = await decideIn(
      'permission',
      {},
      { checkWrites: rejects, checkCommands: rejects },
    );
    assert.deepEqual([allowed, scanned], [true, []]);
  });

  it('denies a prompt with a secret, names rule and line, and puts no file on the ignore list', async () => {
    const decision = await decideIn('prompt', { text: 'a secret', files: ['/open/a'] });
    assert.deepEqual([decision.allowed, decision.exitCode, decision.ignored], [false, 0, []]);
    assert.match(decision.message, /the prompt contains a secret \(a-rule, line 7\)\. Remove it/);
  });

  it('denies a file with a secret with exit code 2, and puts it on the ignore list', async () => {
    const decision = await decideIn(
      'permission',
      { files: ['/open/a', '/open/b'] },
      { readText: (path) => `secret of ${path}` },
    );
    assert.deepEqual([decision.allowed, decision.exitCode], [false, 2]);
    assert.deepEqual(decision.ignored, ['/open/a in /open']);
    assert.match(
      decision.message,
      /\/open\/a contains a secret \(a-rule, line 7\)\. The file was added to \.ignore\./,
    );
    assert.match(decision.message, /Do not try to read it in another way\. Move the secret out/);
  });

  it('denies for a secret in a later file or attachment', async () => {
    const readText = (path: string): string => (path === '/open/b' ? 'secret' : '');
    const files = ['/open/a', '/open/b'];
    for (const [kind, input] of [
      ['prompt', { text: 'x', files }],
      ['permission', { files }],
    ] as const)
      assert.deepEqual((await decideIn(kind, input, { readText })).ignored, ['/open/b in /open']);
  });

  it('denies for a secret in the text of an attachment, and puts no file on the ignore list', async () => {
    for (const kind of ['prompt', 'permission'] as const) {
      const decision = await decideIn(kind, { attached: ['fine', 'a secret'], files: ['/open/a'] });
      assert.deepEqual([decision.allowed, decision.ignored], [false, []]);
      assert.match(decision.message, /an attachment contains a secret \(a-rule, line 7\)\. Remove it/);
      assert.deepEqual(decision.scanned, ['prompt in /open: fine', 'prompt in /open: a secret']);
    }
  });

  it('denies for a secret in the arguments of a tool, and withholds an output with a secret', async () => {
    const sent = await decideIn('permission', { toolArguments: ['fine', 'a secret'] });
    assert.deepEqual([sent.allowed, sent.ignored], [false, []]);
    assert.match(sent.message, /the arguments of the tool contain a secret \(a-rule, line 7\)\. Remove it/);
    const printed = await decide('output', () => ({ ...emptyInput, outputs: ['a secret'] }), portsOf({}));
    assert.match(
      printed.allowed ? '' : printed.reason,
      /^Withheld: the output of the tool contains a secret \(a-rule, line 7\)\. Revoke it/,
    );
  });

  it('scans what may be the path of a file once, and only where there is a file', async () => {
    const readTextIfFile = (path: string): string | undefined =>
      path === '/open/none' ? undefined : 'maybe';
    const input = { files: ['/open/a'], others: ['/open/none', '/open/b', '/open/b'] };
    const decision = await decideIn('permission', input, { readTextIfFile });
    assert.deepEqual(
      [decision.allowed, decision.scanned],
      [true, ['/open/a in /open: on disk', '/open/b in /open: maybe']],
    );
    const denied = await decideIn('permission', input, { readTextIfFile: () => 'secret' });
    assert.deepEqual([denied.allowed, denied.ignored], [false, ['/open/none in /open']]);
  });

  it('says that the file must be added by hand when the ignore list cannot be written', async () => {
    const decision = await decideIn(
      'permission',
      { text: 'secret', files: ['/open/a'] },
      { ignore: () => false },
    );
    assert.match(decision.message, /could not be added to \.ignore\. Add it yourself/);
  });

  it('scans the text that the editor shows in place of the file on disk', async () => {
    const { scanned } = await decideIn('permission', { text: 'unsaved', files: ['/open/a', '/open/b'] });
    assert.deepEqual(
      (await decideIn('permission', { text: 'a secret', files: ['/open/a', '/open/b'] })).ignored,
      ['/open/a in /open'],
    );
    assert.deepEqual(scanned, ['/open/a in /open: unsaved', '/open/b in /open: on disk']);
    const saved = await decideIn('permission', { files: ['/open/a'] });
    assert.deepEqual(saved.scanned, ['/open/a in /open: on disk']);
  });

  it('prefers the advice of the finding to the general advice', async () => {
    const findSecret = (): Finding => ({ ...finding, advice: 'Agree to the policy.' });
    for (const kind of ['prompt', 'permission'] as const) {
      const { message } = await decideIn(kind, { text: 'x', files: ['/open/a'] }, { findSecret });
      assert.ok(message.endsWith('Agree to the policy.'), message);
    }
  });

  it('denies without login before it reads the question', async () => {
    const { allowed, message } = await decideIn('prompt', new Error('was read'), {
      whyUnauthenticated: () => 'Log in.',
    });
    assert.deepEqual([allowed, message], [false, 'Blocked: the secrets hook is inactive. Log in.']);
  });

  it('denies what it does not understand, with the command that updates the hooks', async () => {
    const { allowed, message } = await decideIn('permission', new BadInput('no path'));
    assert.equal(allowed, false);
    assert.match(message, /cannot read the event of the editor \(no path\)\. .*repair it$/);
  });

  it('denies a file that cannot be read, with the reason', async () => {
    const readText = (): never => {
      throw new Unreadable('/open/a is not a file');
    };
    const { allowed, message } = await decideIn('permission', { files: ['/open/a'] }, { readText });
    assert.equal(allowed, false);
    assert.match(message, /\/open\/a is not a file, so it cannot be checked/);
  });

  it('denies after any other failure, and quotes nothing of its message [A2]', async () => {
    const failing = (): never => {
      throw new TypeError('quotes a secret');
    };
    for (const changes of [
      { findSecret: failing },
      { readText: failing },
      { ignore: failing },
      { whyUnauthenticated: failing },
    ]) {
      const readText = (): string => 'secret';
      const { allowed, message } = await decideIn(
        'permission',
        { files: ['/open/a'] },
        { readText, ...changes },
      );
      assert.deepEqual(
        [allowed, message],
        [false, 'Blocked: the secrets hook failed. Run: service-cli system status'],
      );
    }
  });

  describe('about hidden characters', () => {
    const hidden: Finding = { rule: 'hidden characters', line: 3, isHidden: true };
    const advice =
      'has characters in line 3 that a person does not see and an agent reads. Open it in an editor that shows them, and remove them.';
    const finds =
      (found: Finding): HookPorts['findSecret'] =>
      (text) =>
        text.includes('hidden') ? found : text.includes('secret') ? finding : undefined;
    const reasonFor = async (kind: 'permission' | 'prompt' | 'output', input: Partial<HookInput>) => {
      const ignored: string[] = [];
      const ports = portsOf({ findSecret: finds(hidden), readText: () => 'hidden' }, [], ignored);
      const decision = await decide(kind, () => ({ ...emptyInput, ...input }), ports);
      assert.deepEqual(ignored, []);
      return decision.allowed ? undefined : decision.reason;
    };

    it('denies each kind of text by what it is, and puts no file on the ignore list', async () => {
      assert.equal(await reasonFor('prompt', { text: 'hidden' }), `Blocked: The prompt ${advice}`);
      assert.equal(await reasonFor('permission', { attached: ['hidden'] }), `Blocked: A text ${advice}`);
      assert.equal(await reasonFor('permission', { toolArguments: ['hidden'] }), `Blocked: A text ${advice}`);
      assert.equal(
        await reasonFor('output', { outputs: ['hidden'] }),
        `Withheld: The output of the tool ${advice}`,
      );
      assert.equal(await reasonFor('permission', { files: ['/open/a'] }), `Blocked: /open/a ${advice}`);
    });

    const decideWarned = (kind: 'permission' | 'prompt', input: Partial<HookInput>) =>
      decide(
        kind,
        () => ({ ...emptyInput, ...input }),
        portsOf({ findSecret: finds({ ...hidden, isWarning: true }) }),
      );

    it('allows a text with a warning that names the prompt, the file or a text, the first of several', async () => {
      for (const [kind, input, what] of [
        ['prompt', { text: 'hidden' }, 'The prompt'],
        ['permission', { attached: ['hidden'] }, 'A text'],
        ['permission', { text: 'hidden', files: ['/open/a', '/open/b'], attached: ['hidden'] }, '/open/a'],
      ] as const)
        assert.deepEqual(await decideWarned(kind, input), { allowed: true, warning: `${what} ${advice}` });
      assert.deepEqual(await decideWarned('permission', { attached: ['fine'] }), { allowed: true });
    });

    it('denies a secret behind a warning', async () => {
      const decision = await decideWarned('permission', { attached: ['hidden', 'a secret'] });
      assert.equal(decision.allowed, false);
    });
  });

  describe('about commands and searches', () => {
    const command = { command: 'cat a', cwd: '/open', shell: 'posix' } as const;
    const search = { path: '/open' };

    it('checks them only where the request has some', async () => {
      let checks = 0;
      const checkCommands: HookPorts['checkCommands'] = () => {
        checks++;
        return Promise.resolve(undefined);
      };
      for (const input of [{ files: ['/open/a'] }, { commands: [command] }, { searches: [search] }])
        assert.equal((await decideIn('permission', input, { checkCommands })).allowed, true);
      assert.equal(checks, 2);
    });

    it('denies with the reason of the check, or names the file and puts it on the ignore list', async () => {
      const reason = await decideIn(
        'permission',
        { commands: [command] },
        { checkCommands: () => Promise.resolve({ reason: 'Blocked: it is too long.' }) },
      );
      assert.deepEqual(
        [reason.allowed, reason.message, reason.ignored],
        [false, 'Blocked: it is too long.', []],
      );
      const file = await decideIn(
        'permission',
        { searches: [search] },
        { checkCommands: () => Promise.resolve({ path: '/open/b', finding }) },
      );
      assert.deepEqual([file.allowed, file.ignored], [false, ['/open/b in /open']]);
      assert.match(file.message, /^Blocked: \/open\/b contains a secret \(a-rule, line 7\)\./);
    });

    it('collects the warnings of the check', async () => {
      const decision = await decide(
        'permission',
        () => ({ ...emptyInput, commands: [command] }),
        portsOf({
          findSecret: () => ({ rule: 'hidden characters', line: 1, isHidden: true, isWarning: true }),
          checkCommands: (_, findSecret) => {
            assert.equal(findSecret('x', '/open/c', undefined), undefined);
            return Promise.resolve(undefined);
          },
        }),
      );
      assert.match(decision.allowed ? (decision.warning ?? '') : '', /^\/open\/c has characters in line 1/);
    });
  });

  it('names no ignore list for an agent without one, and ends with the command that allows the value', async () => {
    const request = { text: 'secret', files: ['/open/a.env'] };
    const { message, ignored } = await decideIn('permission', request, { ignoreFile: undefined });
    assert.deepEqual(ignored, []);
    assert.equal(
      message,
      'Blocked: /open/a.env contains a secret (a-rule, line 7). Do not try to read it in another way. To give a value of it to a program, run service-cli run --with NAME -- COMMAND. Move the secret out of the file and revoke it. If it is not a secret, the user can allow it in a terminal: service-cli policy allow /open/a.env:7',
    );
  });

  it('scans a text of a file that the agent does not name', async () => {
    const { allowed, ignored } = await decideIn('permission', { text: 'a secret' });
    assert.deepEqual([allowed, ignored], [false, [' in /open']]);
  });

  it('writes the name of a file on one line, without characters that only a terminal or an agent reads [R10]', async () => {
    const name = `/open/a\n\u001B]0;x\u0007${String.fromCodePoint(0xe0069)}`;
    const shown = String.raw`/open/a\n\u001b]0;x\u0007\u{e0069}`;
    const wordsOf = async (found: Finding, changes: Partial<HookPorts> = {}) => {
      const read = () => ({ ...emptyInput, roots: ['/open'], files: [name] });
      const decision = await decide('permission', read, hookPorts({ findSecret: () => found, ...changes }));
      return decision.allowed ? decision.warning : decision.reason;
    };
    const readText = (path: string): never => {
      throw new Unreadable(`${path} is not text`);
    };
    const warned = await wordsOf({ ...finding, isHidden: true, isWarning: true });
    assert.ok(warned?.startsWith(`${shown} has characters`));
    assert.ok((await wordsOf(finding))?.startsWith(`Blocked: ${shown} contains a secret`));
    assert.ok((await wordsOf(finding, { readText }))?.startsWith(`Blocked: ${shown} is not text`));
  });
});
