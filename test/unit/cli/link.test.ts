import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { parseSharedBinding } from '../../../src/core/bindings/sharedBinding.ts';
import { usePlatform } from '../../contract/usePlatform.ts';
import {
  answering,
  answerOf,
  eachHardFolder,
  linesOf,
  loggedIn,
  runCli,
  type CliRun,
  type Prompts,
} from '../../support/cliRun.ts';
import { fieldOf } from '../../support/lists.ts';
import { put } from '../../support/tempFolder.ts';

describe('service-cli link', () => {
  const { platform, admin } = usePlatform();
  before(() => admin.project('shop'));
  let cwd: string;
  eachHardFolder((folder) => (cwd = folder));

  const binding = '.service/connectedMode.json';
  const link = (args: readonly string[], prompts?: Prompts): Promise<CliRun> =>
    runCli(['link', ...args], {
      rows: commandTable,
      cwd,
      env: loggedIn(cwd, platform),
      ...(prompts && { prompts }),
    });
  const run = (args: readonly string[] = [], prompts?: Prompts) => link(['-p', 'shop', ...args], prompts);

  it('writes the address and the project, which the editor and other commands read, and no token', async () => {
    const first = await run();
    assert.equal(answerOf(first).written, true, first.stderr);
    const text = readFileSync(join(cwd, binding), 'utf8');
    assert.deepEqual(parseSharedBinding(text, binding), {
      target: { kind: 'server', serverUrl: platform.url },
      projectKey: 'shop',
    });
    assert.ok(!text.includes(platform.token));
    assert.equal(answerOf(await run()).written, false);
  });

  it('writes nothing with --dry-run, and for a project that the token cannot see', async () => {
    assert.equal(answerOf(await run(['--dry-run'])).written, false);
    const unknown = await run(['-p', 'nope']);
    assert.equal(unknown.exitCode, 1);
    assert.match(unknown.stderr, /Project "nope" was not found/);
    assert.ok(!existsSync(join(cwd, '.service')));
  });

  it('says how to name a project that stands in the place of a word', async () => {
    const { exitCode, stderr } = await run(['shop']);
    assert.equal(exitCode, 2);
    assert.match(stderr, /write --project shop\.\n/);
  });

  it('replaces another binding only after a question or with --yes', async () => {
    mkdirSync(join(cwd, '.service'));
    const other = '{"projectKey":"other"}';
    writeFileSync(join(cwd, binding), other);
    assert.equal((await run()).exitCode, 2);
    const no = answering({ confirm: () => Promise.resolve(false) });
    assert.equal(answerOf(await run([], no)).written, false);
    assert.equal(readFileSync(join(cwd, binding), 'utf8'), other);
    assert.equal(answerOf(await run(['--yes'])).written, true);
  });

  it('refuses to write through a symbolic link of the repository', async () => {
    mkdirSync(join(cwd, 'elsewhere'));
    symlinkSync('elsewhere', join(cwd, '.service'));
    const linked = await run();
    assert.equal(linked.exitCode, 1);
    assert.match(linked.stderr, /symbolic link/);
    assert.ok(!existsSync(join(cwd, 'elsewhere/connectedMode.json')));
  });

  it('binds the folders of a monorepo at once, or none of them, and lists them', async () => {
    for (const folder of ['services/shop', 'services/till', 'node_modules/x/.service'])
      mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, 'node_modules/x', binding), '{"serverUrl":"http://x","projectKey":"x"}');
    const broken = await link(['-p', 'shop=services/shop', '-p', 'nope=services/till']);
    assert.deepEqual([broken.exitCode, linesOf(await link(['list']))], [1, []]);
    const typo = await link(['-p', 'shop=services/shpo']);
    assert.deepEqual([typo.exitCode, existsSync(join(cwd, 'services/shpo'))], [2, false]);
    const outside = await link(['-p', 'shop=..']);
    assert.match(outside.stderr, /cannot be used/);
    const written = await link(['-p', 'shop=services/shop', '-p', 'shop=services/till']);
    assert.deepEqual(fieldOf(linesOf(written), 'written'), [true, true], written.stderr);
    const listed = linesOf(await link(['list']));
    assert.deepEqual(
      listed.map(({ folder, project, platform: address }) => [folder, project, address]),
      [
        [join('services', 'shop'), 'shop', platform.url],
        [join('services', 'till'), 'shop', platform.url],
      ],
    );
  });

  it('lists a binding that cannot be used with the reason, and exits with 1', async () => {
    put(join(cwd, binding), '{}');
    const listed = await link(['list']);
    assert.equal(listed.exitCode, 1);
    assert.match(String(linesOf(listed)[0]?.problem), /projectkey/i);
  });
});
