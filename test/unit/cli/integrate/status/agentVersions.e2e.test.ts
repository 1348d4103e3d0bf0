import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { exitCodes } from '../../../../../src/cli/exitCodes.ts';
import { answerOf, type CliRun } from '../../../../support/cliRun.ts';
import { logIn } from '../../../../support/hookedProject.ts';
import { type IntegrateFixture, withIntegrateFixture } from '../../../../support/integrateFixture.ts';

interface Row {
  readonly scope: string;
  readonly component: string;
  readonly notes?: readonly string[];
}

const notesOf = (run: CliRun): readonly string[] =>
  (answerOf(run).integrations as Row[]).find(
    ({ scope, component }) => scope === 'project' && component === 'secretsHooks',
  )?.notes ?? [];

/** Installs the hooks of an agent for a project, with a folder of programs first on the search path. */
const withPrograms = (
  agent: string,
  prepare: (fixture: IntegrateFixture) => string,
  use: (fixture: IntegrateFixture, installed: CliRun) => Promise<void>,
): Promise<void> =>
  withIntegrateFixture(async (fixture) => {
    const path = process.env.PATH;
    process.env.PATH = prepare(fixture) + delimiter + (path ?? '');
    try {
      const installed = await fixture.run(`integrate ${agent} --non-interactive`);
      assert.equal(installed.exitCode, exitCodes.fine, installed.stderr);
      logIn(fixture);
      await use(fixture, installed);
    } finally {
      process.env.PATH = path;
    }
  });

/** Makes a program that is a shell script. */
function script(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return folder;
}

/** Makes a program as npm installs it, which must not be started. */
function packaged(folder: string, name: string, version: string): string {
  const home = join(folder, 'node_modules', `${name}-package`);
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  script(join(home, 'bin'), name, 'exit 1');
  writeFileSync(join(home, 'package.json'), JSON.stringify({ version, bin: { [name]: `bin/${name}` } }));
  if (process.platform === 'win32')
    writeFileSync(
      join(bin, `${name}.cmd`),
      // As github.com/npm/cmd-shim names the program.
      `@exit 1 || "%_prog%"  "%dp0%/../${name}-package/bin/${name}" %*`,
    );
  else symlinkSync(join(home, 'bin', name), join(bin, name));
  return bin;
}

describe('the version of an installed agent', () => {
  for (const [version, note] of [
    [
      '1.4.0',
      /^OpenCode 1\.4\.0 is not guarded: it may not load the hooks\. Update it to 1\.18\.29 or newer/,
    ],
    ['2.0.20', /^OpenCode 2\.0\.20 is not guarded \(version 2: not run\)\.$/],
    [
      'unknown',
      /^The version of OpenCode cannot be read\. It counts as not guarded \(version 2: not run\)\.$/,
    ],
  ] as const)
    it(`lets integrate warn, the status say it and the check fail where OpenCode says "${version}"`, () =>
      withPrograms(
        'opencode',
        ({ home }) => script(join(home, 'bin'), 'opencode', `echo ${version}`),
        async ({ run }, installed) => {
          const [why = ''] = notesOf(await run('system status'));
          assert.match(why, note);
          assert.ok(installed.stderr.includes(why), installed.stderr);
          assert.equal((await run('system status --check')).exitCode, exitCodes.failed);
        },
      ));

  for (const [agent, version, notes] of [
    ['opencode', '1.18.33', []],
    ['opencode', '1.19.0', ['OpenCode 1.19.0 is newer than tested: 1.18.33, run on 2026-11-24.']],
    ['codex', '0.168.0', []],
    ['codex', '0.170.1', ['Codex 0.170.1 is newer than tested: 0.169.0, run on 2026-11-24.']],
    ['gemini', '1.0.0', ['Gemini CLI 1.0.0 is newer than tested: 0.61.0, run on 2026-11-24.']],
    ['claude', '3.0.0', ['Claude Code 3.0.0 is newer than tested: 2.1.295, by its documentation.']],
  ] as const)
    it(`is compared with the newest that was tested: ${agent} ${version}`, () =>
      withPrograms(
        agent,
        ({ home }) => packaged(home, agent, version),
        async ({ run }) => {
          assert.deepEqual(notesOf(await run('system status')), notes);
        },
      ));

  it('is said to be unknown where no OpenCode is on the search path', () =>
    withPrograms(
      'opencode',
      ({ home }) => home,
      async ({ run }) => {
        assert.match(
          notesOf(await run('system status')).join(),
          /not found on the PATH\. It counts as not guarded/,
        );
        assert.equal((await run('system status --check')).exitCode, exitCodes.fine);
      },
    ));

  it('is not taken from a program that the project brings, and that program is not started', () =>
    withPrograms(
      'opencode',
      ({ project }) => {
        packaged(project, 'opencode', '1.18.33');
        return script(
          join(project, 'bin'),
          'opencode',
          `touch '${join(dirname(project), 'ran')}'; echo 1.18.33`,
        );
      },
      async ({ run, project }) => {
        assert.match(notesOf(await run('system status')).join(), /cannot be read/);
        const path = process.env.PATH;
        process.env.PATH = `${join(project, 'node_modules/.bin')}:${path ?? ''}`;
        assert.match(notesOf(await run('system status')).join(), /cannot be read/);
        assert.ok(!existsSync(join(dirname(project), 'ran')));
      },
    ));

  it('is not taken from a package further up, which has another program', () =>
    withPrograms(
      'opencode',
      ({ home }) => {
        writeFileSync(
          join(home, 'package.json'),
          JSON.stringify({ name: 'dotfiles', version: '1.18.33', bin: {} }),
        );
        return script(join(home, '.opencode/bin'), 'opencode', 'echo 2.1.0');
      },
      async ({ run }) => {
        assert.match(notesOf(await run('system status')).join(), /OpenCode 2\.1\.0 is not guarded/);
      },
    ));

  it('is unknown after three seconds where the program does not end', () =>
    withPrograms(
      'opencode',
      ({ home }) => script(join(home, 'bin'), 'opencode', 'exec sleep 60'),
      async ({ run }) => {
        assert.match(notesOf(await run('system status')).join(), /cannot be read/);
      },
    ));
});
