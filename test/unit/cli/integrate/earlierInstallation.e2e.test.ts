import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { fireEvent } from '../../../fakeEditor/fakeEditor.ts';
import { builtCli } from '../../../support/builtCli.ts';
import { expectSuccess, answerOf } from '../../../support/cliRun.ts';
import { events, questions, secret } from '../../../support/hookedProject.ts';
import { withIntegrateFixture, type IntegrateFixture } from '../../../support/integrateFixture.ts';
import { put } from '../../../support/tempFolder.ts';

const recorded = join(import.meta.dirname, '../../../fixtures/installed-0dc5f78');
const skill = '.agents/skills/sonar-context-augmentation/SKILL.md';
const editors = ['cursor', 'vscode', 'claude', 'gemini'];

/** Puts the recorded files in place. Those that hold JSON get the paths with JSON's escapes. */
async function restore({ home, project, url }: IntegrateFixture): Promise<void> {
  const read = (name: string): Buffer => readFileSync(join(recorded, name));
  const files = JSON.parse(read('files.json').toString('utf8')) as Record<string, string>;
  const handler = JSON.parse(brotliDecompressSync(read('handler.json.br')).toString('utf8')) as typeof files;
  const values = { home, project, url, node: process.execPath, cli: join(await builtCli(), 'cli.js') };
  for (const [name, text] of Object.entries({ ...files, ...handler })) {
    const path = name.startsWith('home/') ? join(home, name.slice(5)) : join(project, name.slice(8));
    let content = text;
    if (name in files)
      for (const [placeholder, value] of Object.entries(values))
        content = content.replaceAll(
          `{${placeholder}}`,
          name.endsWith('.json') ? JSON.stringify(value).slice(1, -1) : value,
        );
    put(path, content);
  }
}

function withEarlierInstallation(use: (fixture: IntegrateFixture) => Promise<void>): Promise<void> {
  return withIntegrateFixture(async (fixture) => {
    await restore(fixture);
    await use(fixture);
  });
}

/** Adds what `auth login` of this version writes about a login. */
function logIn({ home, url }: IntegrateFixture): void {
  const path = join(home, '.service/service-cli/state.json');
  const state = JSON.parse(readFileSync(path, 'utf8')) as object;
  const login = { url, storedIn: 'file', at: '2026-01-01T00:00:00Z' };
  writeFileSync(path, JSON.stringify({ ...state, login }));
}

/** The events that the earlier version knew. */
const earlierEvents = events.filter(
  (event) => !['beforeShellExecution', 'beforeMCPExecution'].includes(event),
);

async function assertGuarded(
  { project: root, home }: IntegrateFixture,
  asked: readonly (keyof typeof questions)[] = earlierEvents,
): Promise<void> {
  for (const event of asked) {
    writeFileSync(join(root, 'a.txt'), 'hello');
    const clean = await fireEvent(event, questions[event](root), { root, home });
    assert.ok(clean.passes && clean.runs.length > 0, JSON.stringify(clean));
    assert.ok(
      clean.runs.every(({ result }) => result === 'allowed'),
      JSON.stringify(clean),
    );
    writeFileSync(join(root, 'a.txt'), `token = ${secret}`);
    const text = JSON.stringify(questions[event](root)).replaceAll('hello', `token = ${secret}`);
    const harmful = await fireEvent(event, JSON.parse(text) as Record<string, unknown>, { root, home });
    assert.equal(harmful.passes, false, event);
    assert.match(harmful.messages.join(), /secret/, event);
  }
}

interface Row {
  readonly editor: string;
  readonly scope: string;
  readonly component: string;
  readonly status: string;
  readonly fix?: string;
}

/** `editor scope component: status`, without the components that are not installed. */
async function statusOf(fixture: IntegrateFixture): Promise<Record<string, string>> {
  const rows = answerOf(await fixture.run('system status')).integrations as Row[];
  return Object.fromEntries(
    rows
      .filter(({ status }) => status !== 'NOT CONFIGURED')
      .map(({ editor, scope, component, status, fix }) => [
        `${editor} ${scope} ${component}`,
        fix === undefined ? status : `${status}: ${fix.replace(/.*service-cli/s, 'service-cli')}`,
      ]),
  );
}

describe('an installation of commit 0dc5f78', () => {
  it('lets clean text pass and blocks secrets on every event', () =>
    withEarlierInstallation(async (fixture) => {
      logIn(fixture);
      await assertGuarded(fixture);
      assert.match(fixture.read('.cursorignore') ?? '', /^\/a\.txt$/m);
    }));

  it('still blocks when another project has replaced the shared handler by that of this version', () =>
    withEarlierInstallation(async (fixture) => {
      logIn(fixture);
      const handler = join(fixture.home, '.service/service-cli/bin/5.0.0/hook.js');
      const before = readFileSync(handler);
      const other = join(fixture.home, 'other');
      mkdirSync(other);
      expectSuccess(await fixture.run('integrate cursor --project demo --non-interactive', { cwd: other }));
      assert.notDeepEqual(readFileSync(handler), before);
      await assertGuarded(fixture);
    }));

  it('is reported by system status with the command that repairs it', () =>
    withEarlierInstallation(async (fixture) => {
      const outdated = 'CONFIGURED / INVALID CONFIG: service-cli integrate cursor';
      assert.deepEqual(await statusOf(fixture), {
        'cursor project secretsHooks': outdated,
        'cursor project toolServer': 'CONFIGURED',
        'cursor project agent': outdated,
        'cursor global secretsHooks': `${outdated} --global`,
        'cursor global toolServer': 'CONFIGURED',
        'cursor global agent': `${outdated} --global`,
        'vscode project toolServer': 'CONFIGURED',
        'claude project toolServer': 'CONFIGURED',
        'gemini project toolServer': 'CONFIGURED',
      });
    }));

  it('is brought up to date by integrate, which a second run leaves alone', () =>
    withEarlierInstallation(async (fixture) => {
      fixture.write(skill, 'old');
      const install = async (): Promise<void> => {
        expectSuccess(await fixture.run('integrate cursor --global --non-interactive'));
        for (const editor of editors)
          expectSuccess(await fixture.run(`integrate ${editor} --non-interactive`));
      };
      await install();
      const statuses = Object.entries(await statusOf(fixture));
      const outdated = statuses.filter(([, status]) => status !== 'CONFIGURED').map(([name]) => name);
      assert.deepEqual(outdated, [], JSON.stringify(statuses));
      assert.equal(fixture.read(skill), undefined);
      const after = fixture.picture();
      await install();
      assert.deepEqual(fixture.picture(), after);
    }));

  it('is removed completely by integrate --remove', () =>
    withEarlierInstallation(async (fixture) => {
      for (const editor of editors) expectSuccess(await fixture.run(`integrate ${editor} --remove`));
      expectSuccess(await fixture.run('integrate cursor --global --remove'));
      const left = Object.keys(fixture.picture()).filter(
        (path) => !path.endsWith('/service-project.properties') && !path.includes('/.git/'),
      );
      assert.deepEqual(left, [join(fixture.home, '.service/service-cli/state.json')]);
      assert.ok(!existsSync(join(fixture.project, '.cursor')) && !existsSync(join(fixture.home, '.cursor')));
      assert.deepEqual(await statusOf(fixture), {});
    }));
});
