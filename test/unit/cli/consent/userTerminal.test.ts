import assert from 'node:assert/strict';
import type { Process, Processes } from '../../../../src/cli/consent/linuxProcesses.ts';
import { whyNotOfUser } from '../../../../src/cli/consent/userTerminal.ts';

/** `/dev/pts/3`, and the first console. */
const pseudo = (136 << 8) | 3;
const consoleDevice = (4 << 8) | 1;

type Given = Partial<Process> & Pick<Process, 'pid' | 'parent' | 'names'>;

/** The programs on a machine; a shell with the number 10 leads the session of the program with the number 20. */
function machine(given: readonly Given[], makers: readonly number[] = []): Processes {
  const of = (pid: number): Process | undefined => {
    const found = given.find((one) => one.pid === pid);
    return found && { session: 10, terminal: pseudo, isProtected: false, ...found };
  };
  return { of, makersOf: () => makers.flatMap((pid) => of(pid) ?? []) };
}

const program: Given = { pid: 20, parent: 10, names: ['node'] };
const shellBelow = (parent: number): Given => ({ pid: 10, parent, names: ['bash'] });
const window: Given = { pid: 5, parent: 1, names: ['gnome-terminal-server'] };
const why = (processes: Processes, input = pseudo) => whyNotOfUser(processes, 20, input);

describe('the terminal of a program', () => {
  it("is the user's in a window of the desktop, on a console, over SSH, and in a container", () => {
    assert.equal(why(machine([program, shellBelow(5), window], [5])), undefined);
    const onConsole = { ...program, terminal: consoleDevice };
    assert.equal(why(machine([onConsole, shellBelow(1)]), consoleDevice), undefined);
    const login: Given = { pid: 5, parent: 4, names: ['sshd-session'], isProtected: true };
    assert.equal(why(machine([program, shellBelow(5), login])), undefined);
    assert.equal(why(machine([program, shellBelow(0)])), undefined);
    assert.equal(why(machine([{ ...program, session: 0 }])), undefined);
  });

  it('is not where an agent started the program or the maker of the terminal', () => {
    const agent: Given = { pid: 4, parent: 1, names: ['node', 'claude'] };
    assert.match(why(machine([program, shellBelow(4), agent], [4])) ?? '', /started by node/);
    const made: Given = { pid: 5, parent: 4, names: ['xterm'] };
    const detached = [program, { ...shellBelow(1) }, made, agent];
    assert.match(why(machine(detached, [5])) ?? '', /made by node/);
  });

  it('is not where a program that types for others made it, also after it has left its session', () => {
    for (const name of ['script', 'expect', 'tmux', 'screen', 'python3', 'node'])
      assert.match(
        why(machine([program, shellBelow(1), { pid: 6, parent: 1, names: [name] }], [6])) ?? '',
        new RegExp(`made by ${name}`),
      );
  });

  it('is not where the maker cannot be found, or only says that it is a login', () => {
    assert.match(why(machine([program, shellBelow(1)])) ?? '', /cannot be found/);
    assert.match(why(machine([program])) ?? '', /cannot be found/);
    const named: Given = { pid: 5, parent: 1, names: ['sshd'] };
    assert.match(why(machine([program, shellBelow(5), named])) ?? '', /cannot be found/);
    const python: Given = { pid: 5, parent: 1, names: ['python3'], isProtected: true };
    assert.match(why(machine([program, shellBelow(5), python])) ?? '', /cannot be found/);
  });

  it('is not without a terminal of its own, nor with the input of another', () => {
    assert.match(why(machine([{ ...program, terminal: 0 }, shellBelow(5), window])) ?? '', /no terminal/);
    assert.match(why(machine([program, shellBelow(5), window]), pseudo + 1) ?? '', /another terminal/);
  });
});
