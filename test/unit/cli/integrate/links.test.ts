import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { printable } from '../../../../src/core/printable.ts';
import { expectSuccess, answerOf } from '../../../support/cliRun.ts';
import {
  cursorHooks,
  withIntegrateFixture,
  type IntegrateFixture,
} from '../../../support/integrateFixture.ts';
import { put } from '../../../support/tempFolder.ts';

const install = 'integrate cursor --non-interactive';

function link({ project }: IntegrateFixture, target: string, path: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  symlinkSync(target, join(project, path));
}

describe('integrate in a project with links', () => {
  const links: Record<string, readonly [target: (outside: string) => string, path: string]> = {
    'the hook script is a link to a file outside': [
      (o) => join(o, 'precious'),
      '.cursor/hooks/service-guard.sh',
    ],
    'the hook script is a link to nothing': [(o) => join(o, 'new'), '.cursor/hooks/service-guard.sh'],
    'the rule is a link to a file outside': [
      (o) => join(o, 'precious'),
      '.cursor/rules/service-agentic-analysis.mdc',
    ],
    'hooks.json is a link to a file inside': [() => '../.git/config', cursorHooks],
    'mcp.json is a link to nothing': [(o) => join(o, 'new'), '.cursor/mcp.json'],
    'the folder of the editor is a link': [(o) => o, '.cursor'],
    'the folder of the hooks is a link': [(o) => o, '.cursor/hooks'],
  };
  for (const [what, [target, path]] of Object.entries(links))
    it(`writes nothing where ${what}, and names the link [R1]`, () =>
      withIntegrateFixture(async (fixture) => {
        const outside = join(fixture.home, 'outside');
        put(join(outside, 'precious'), 'mine');
        link(fixture, target(outside), path);
        const before = fixture.picture();
        const run = await fixture.run(install);
        assert.deepEqual(
          [run.exitCode, run.stderr.includes(printable(join(fixture.project, path)))],
          [1, true],
          run.stderr,
        );
        assert.match(run.stderr, /is a symbolic link\. Nothing was changed/);
        assert.deepEqual(fixture.picture(), before);
        assert.deepEqual(readdirSync(outside), ['precious']);
      }));

  it('removes nothing through a link that replaced the folder of the editor [R1]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run(install));
      const outside = join(fixture.home, 'outside');
      const shim = fixture.read('.cursor/hooks/service-guard.sh') ?? '';
      put(join(outside, 'hooks/service-guard.sh'), shim);
      expectSuccess(await fixture.run('integrate cursor --remove'));
      link(fixture, outside, '.cursor');
      assert.equal((await fixture.run('integrate cursor --remove')).exitCode, 1);
      assert.equal(readFileSync(join(outside, 'hooks/service-guard.sh'), 'utf8'), shim);
    }));

  it('is reported as an invalid configuration by system status', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run(install));
      fixture.write('elsewhere.json', fixture.read('.cursor/mcp.json') ?? '');
      expectSuccess(await fixture.run('integrate cursor --remove'));
      link(fixture, '../elsewhere.json', '.cursor/mcp.json');
      const run = expectSuccess(await fixture.run('system status --json'));
      const rows = answerOf(run).integrations as {
        component: string;
        scope: string;
        status: string;
        items: { reason?: string }[];
      }[];
      const row = rows.find(({ component, scope }) => component === 'toolServer' && scope === 'project');
      assert.equal(row?.status, 'CONFIGURED / INVALID CONFIG');
      assert.match(row.items[0]?.reason ?? '', /is a symbolic link/);
    }));
});

describe('integrate --global in a home with links', () => {
  it("writes through the user's own links to the user's files, and keeps the links", () =>
    withIntegrateFixture(async (fixture) => {
      const { home } = fixture;
      mkdirSync(join(home, 'dotfiles/cursor'), { recursive: true });
      symlinkSync('dotfiles/cursor', join(home, '.cursor'));
      writeFileSync(join(home, 'dotfiles/mcp.json'), '{}\n');
      symlinkSync('../mcp.json', join(home, 'dotfiles/cursor/mcp.json'));
      expectSuccess(await fixture.run(`${install} --global`));
      assert.ok(lstatSync(join(home, '.cursor')).isSymbolicLink());
      assert.ok(lstatSync(join(home, 'dotfiles/cursor/mcp.json')).isSymbolicLink());
      assert.ok(existsSync(join(home, 'dotfiles/cursor/hooks.json')));
      assert.match(readFileSync(join(home, 'dotfiles/mcp.json'), 'utf8'), /"service"/);
    }));
});
