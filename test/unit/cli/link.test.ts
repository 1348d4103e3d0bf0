import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { parseSharedBinding } from '../../../src/core/bindings/sharedBinding.ts';
import { startEmulator, type Emulator } from '../../../src/emulator/emulator.ts';
import { Provisioner } from '../../contract/provision.ts';
import {
  answering,
  answerOf,
  inTempFolder,
  linesOf,
  loggedIn,
  runCli,
  type CliOptions,
  type CliRun,
} from '../../support/cliRun.ts';
import { fieldOf } from '../../support/lists.ts';
import { put } from '../../support/tempFolder.ts';

describe('service-cli link', () => {
  let platform: Emulator;

  before(async () => {
    platform = await startEmulator();
    await new Provisioner(platform.url, platform.token).project('shop');
  });
  after(() => platform.stop());

  const binding = '.service/connectedMode.json';
  const run = (cwd: string, args: readonly string[], prompts?: CliOptions['prompts']): Promise<CliRun> =>
    runCli(['link', '-p', 'shop', ...args], {
      rows: commandTable,
      cwd,
      env: loggedIn(cwd, platform),
      ...(prompts && { prompts }),
    });

  it('writes the address and the project, which the editor and other commands read, and no token', () =>
    inTempFolder(async (cwd) => {
      const first = await run(cwd, []);
      assert.equal(answerOf(first).written, true, first.stderr);
      const text = readFileSync(join(cwd, binding), 'utf8');
      assert.deepEqual(parseSharedBinding(text, binding), {
        target: { kind: 'server', serverUrl: platform.url },
        projectKey: 'shop',
      });
      assert.ok(!text.includes(platform.token));
      assert.equal(answerOf(await run(cwd, [])).written, false);
    }));

  it('writes nothing with --dry-run, and for a project that the token cannot see', () =>
    inTempFolder(async (cwd) => {
      assert.equal(answerOf(await run(cwd, ['--dry-run'])).written, false);
      const unknown = await run(cwd, ['-p', 'nope']);
      assert.equal(unknown.exitCode, 1);
      assert.match(unknown.stderr, /Project "nope" was not found/);
      assert.ok(!existsSync(join(cwd, '.service')));
    }));

  it('says how to name a project that stands in the place of a word', () =>
    inTempFolder(async (cwd) => {
      const { exitCode, stderr } = await run(cwd, ['shop']);
      assert.equal(exitCode, 2);
      assert.match(stderr, /write --project shop\.\n/);
    }));

  it('replaces another binding only after a question or with --yes', () =>
    inTempFolder(async (cwd) => {
      mkdirSync(join(cwd, '.service'));
      const other = '{"projectKey":"other"}';
      writeFileSync(join(cwd, binding), other);
      assert.equal((await run(cwd, [])).exitCode, 2);
      assert.equal(
        answerOf(await run(cwd, [], answering({ confirm: () => Promise.resolve(false) }))).written,
        false,
      );
      assert.equal(readFileSync(join(cwd, binding), 'utf8'), other);
      assert.equal(answerOf(await run(cwd, ['--yes'])).written, true);
    }));

  it('refuses to write through a symbolic link of the repository', () =>
    inTempFolder(async (cwd) => {
      mkdirSync(join(cwd, 'elsewhere'));
      symlinkSync('elsewhere', join(cwd, '.service'));
      const linked = await run(cwd, []);
      assert.equal(linked.exitCode, 1);
      assert.match(linked.stderr, /symbolic link/);
      assert.ok(!existsSync(join(cwd, 'elsewhere/connectedMode.json')));
    }));

  const monorepo = (cwd: string): void => {
    for (const folder of ['services/shop', 'services/till', 'node_modules/x/.service'])
      mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, 'node_modules/x', binding), '{"serverUrl":"http://x","projectKey":"x"}');
  };
  const link = (cwd: string, ...args: string[]): Promise<CliRun> =>
    runCli(['link', ...args], { rows: commandTable, cwd, env: loggedIn(cwd, platform) });

  it('binds the folders of a monorepo at once, or none of them, and lists them', () =>
    inTempFolder(async (cwd) => {
      monorepo(cwd);
      const broken = await link(cwd, '-p', 'shop=services/shop', '-p', 'nope=services/till');
      assert.deepEqual([broken.exitCode, linesOf(await link(cwd, 'list'))], [1, []]);
      const typo = await link(cwd, '-p', 'shop=services/shpo');
      assert.deepEqual([typo.exitCode, existsSync(join(cwd, 'services/shpo'))], [2, false]);
      const outside = await link(cwd, '-p', 'shop=..');
      assert.match(outside.stderr, /cannot be used/);
      const written = await link(cwd, '-p', 'shop=services/shop', '-p', 'shop=services/till');
      assert.deepEqual(fieldOf(linesOf(written), 'written'), [true, true], written.stderr);
      const listed = linesOf(await link(cwd, 'list'));
      assert.deepEqual(
        listed.map(({ folder, project, platform: address }) => [folder, project, address]),
        [
          [join('services', 'shop'), 'shop', platform.url],
          [join('services', 'till'), 'shop', platform.url],
        ],
      );
    }));

  it('lists a binding that cannot be used with the reason, and exits with 1', () =>
    inTempFolder(async (cwd) => {
      put(join(cwd, binding), '{}');
      const run = await link(cwd, 'list');
      assert.equal(run.exitCode, 1);
      assert.match(String(linesOf(run)[0]?.problem), /projectkey/i);
    }));
});
