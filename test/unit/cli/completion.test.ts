import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { authCommand } from '../../../src/cli/commands/auth.ts';
import { gateCommand } from '../../../src/cli/commands/gate.ts';
import { integrateCommand } from '../../../src/cli/commands/integrate.ts';
import { completionCommand } from '../../../src/cli/commands/completion.ts';
import { runCli } from '../../support/cliRun.ts';

const rows = [authCommand, integrateCommand, gateCommand, completionCommand];
const script = async (shell: string): Promise<string> =>
  (await runCli(['completion', shell], { rows, cwd: '/', env: {}, text: true })).stdout;

/** Returns the words that bash offers for a line whose last word is incomplete. */
function offered(bashScript: string, words: readonly string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _service_cli; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${bashScript}\n${ask}`], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it('offers commands, subcommands, choices and options in bash', async () => {
    const bash = await script('bash');
    assert.deepEqual(offered(bash, ['service-cli', 'a']), ['auth']);
    assert.deepEqual(offered(bash, ['service-cli', 'auth', 'l']), ['login', 'logout']);
    assert.deepEqual(offered(bash, ['service-cli', 'auth', 'login', '--wi']), ['--with-token']);
    assert.deepEqual(offered(bash, ['service-cli', 'completion', 'f']), ['fish']);
  });

  it('goes on offering options after a choice, an option and its value', async () => {
    const bash = await script('bash');
    const chosen = ['service-cli', 'integrate', 'cursor'];
    assert.deepEqual(offered(bash, [...chosen, '--non']), ['--non-interactive']);
    assert.deepEqual(offered(bash, [...chosen, '--project', 'auth', '--dry']), ['--dry-run']);
  });

  it('offers the commands of other bundles, and the values of an option only right after it', async () => {
    const bash = await script('bash');
    assert.deepEqual(offered(bash, ['service-cli', 'platform', 's']), ['start']);
    assert.deepEqual(offered(bash, ['service-cli', 'relay', 'key', 'c']), ['create', 'copy']);
    const gate = ['service-cli', 'gate', 'status', '--annotations'];
    assert.deepEqual(offered(bash, [...gate, '']), ['github', 'gitlab']);
    assert.deepEqual(offered(bash, [...gate, 'gitlab', '--sa']), ['--sarif']);
    assert.deepEqual(offered(bash, ['service-cli', 'auth', 'login', '--url', '']), []);
    assert.ok(!offered(bash, ['service-cli', '']).includes('hook'));
  });

  for (const shell of ['zsh', 'fish', 'powershell'])
    it(`names every command for ${shell}`, async () => {
      const text = await script(shell);
      for (const word of [
        'auth',
        'login',
        '--with-token',
        'completion',
        'powershell',
        'platform start',
        'community developer',
      ])
        assert.ok(text.includes(word));
    });

  it('refuses another shell with exit 2', async () => {
    const { exitCode } = await runCli(['completion', 'tcsh'], { rows, cwd: '/', env: {} });
    assert.equal(exitCode, 2);
  });
});
