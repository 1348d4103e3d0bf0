import assert from 'node:assert/strict';
import { join } from 'node:path';
import { rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { updateState } from '../../../src/node/credentials/cliState.ts';
import { serviceHome } from '../../../src/node/files/serviceHome.ts';
import type { StatusRow } from '../../../src/cli/systemStatus.ts';
import { expectSuccess, answerOf, type CliRun } from '../../support/cliRun.ts';
import { shimName, withIntegrateFixture } from '../../support/integrateFixture.ts';
import { homeVariables } from '../../support/homeVariables.ts';

const rowsOf = (run: CliRun) => answerOf(run).integrations as StatusRow[];

function rowOf(run: CliRun, component: string): StatusRow {
  const row = rowsOf(expectSuccess(run)).find(
    (item) => item.editor === 'cursor' && item.component === component && item.scope === 'project',
  );
  assert.ok(row, run.stdout);
  return row;
}

interface Entry {
  command: string;
  args: string[];
  env: Record<string, string>;
  [field: string]: unknown;
}

const install = 'integrate cursor --non-interactive';

describe('system status', () => {
  it('reports NOT CONFIGURED where nothing is installed', () =>
    withIntegrateFixture(async (fixture) => {
      for (const component of ['secretsHooks', 'toolServer', 'agent'])
        assert.equal(rowOf(await fixture.run('system status'), component).status, 'NOT CONFIGURED');
    }));

  it('names the command that installs, as long as nothing is installed', () =>
    withIntegrateFixture(async (fixture) => {
      const isOffered = async (): Promise<boolean> =>
        (await fixture.run('system status', { text: true })).stdout.includes('run: service-cli integrate\n');
      assert.ok(await isOffered());
      await fixture.run(install);
      assert.ok(!(await isOffered()));
    }));

  it('prints a table with a line per component, and only of agents that are there', () =>
    withIntegrateFixture(async (fixture) => {
      const status = async (): Promise<string> => (await fixture.run('system status', { text: true })).stdout;
      assert.ok(!(await status()).includes('Cursor'));
      await fixture.run(install);
      unlinkSync(join(fixture.project, '.cursor/mcp.json'));
      const table = await status();
      assert.match(table, /^✓ Cursor {2}Secrets Hook: CONFIGURED +this project$/m);
      assert.match(table, /^– Cursor {2}Tool server: NOT CONFIGURED +this project$/m);
      unlinkSync(join(fixture.project, '.cursor/hooks', shimName));
      const broken = await status();
      assert.match(broken, /^✗ Cursor {2}Secrets Hook: CONFIGURED \/ INVALID CONFIG +this project$/m);
      assert.match(
        broken,
        /^Cursor, this project: Secrets Hook\n(?: {2}.*\n)* {2}.*service-cli integrate cursor/m,
      );
    }));

  it('names the place of the token of a login', () =>
    withIntegrateFixture(async ({ home, url, run }) => {
      const login = { url, storedIn: 'encryptedFile', at: new Date().toISOString() } as const;
      await updateState(serviceHome(homeVariables(home)).state, (state) => ({ ...state, login }));
      const { stdout } = await run('system status', { env: { SERVICE_TOKEN: undefined }, text: true });
      assert.match(stdout, /^Login: token in the encrypted file$/m);
    }));

  it('says CONFIGURED for every file and hook after an install [ST3] [IN20]', () =>
    withIntegrateFixture(async (fixture) => {
      await fixture.run(install);
      const run = await fixture.run('system status');
      for (const component of ['secretsHooks', 'toolServer', 'agent']) {
        const { status, items } = rowOf(run, component);
        assert.deepEqual(
          [status, items.every((item) => item.status === 'CONFIGURED')],
          ['CONFIGURED', true],
          component,
        );
      }
      const parts = rowOf(run, 'secretsHooks').items.map(({ part }) => part);
      for (const part of [
        'beforeSubmitPrompt UserPromptSubmit',
        'beforeReadFile Read|TabRead',
        'preToolUse Read',
      ])
        assert.ok(parts.includes(part), part);
    }));

  const damages: Record<string, (project: string, bin: string) => void> = {
    'its script is missing': (project) => unlinkSync(join(project, '.cursor/hooks', shimName)),
    'its script was changed': (project) => writeFileSync(join(project, '.cursor/hooks', shimName), 'exit 0'),
    'the handler is damaged': (_, bin) => writeFileSync(join(bin, 'hook.js'), ''),
    'the digests are damaged': (_, bin) => writeFileSync(join(bin, 'manifest.json'), '{}'),
    'the handler is gone': (_, bin) => rmSync(bin, { recursive: true }),
    'hooks.json does not parse': (project) => writeFileSync(join(project, '.cursor/hooks.json'), '{'),
  };
  it('says INVALID CONFIG and how to repair it for each damage, and that repairs it [ST2]', () =>
    withIntegrateFixture(async ({ home, project, run }) => {
      await run(install);
      for (const [what, damage] of Object.entries(damages)) {
        damage(project, join(home, '.service/service-cli/bin/5.0.0'));
        const { status, fix } = rowOf(await run('system status'), 'secretsHooks');
        assert.equal(status, 'CONFIGURED / INVALID CONFIG', what);
        assert.match(fix ?? '', /service-cli integrate cursor/, what);
        const repair = await run(install);
        if (what === 'hooks.json does not parse') continue;
        assert.equal(repair.exitCode, 0, `${what}: ${repair.stderr}`);
        assert.equal(rowOf(await run('system status'), 'secretsHooks').status, 'CONFIGURED', what);
      }
    }));

  const tamperings: Record<string, (entry: Entry) => void> = {
    'another address': ({ env }) => (env.SERVICE_URL = 'https://evil.example'),
    'another organization': ({ env }) => (env.SERVICE_ORG = 'evil'),
    'the token itself': ({ env }) => (env.SERVICE_TOKEN = 'squ_x'),
    'no address': ({ env }) => delete env.SERVICE_URL,
    'options for node': ({ env }) => (env.NODE_OPTIONS = '--require ./evil.cjs'),
    'a certificate': ({ env }) => (env.NODE_EXTRA_CA_CERTS = './evil.pem'),
    'another home': ({ env }) => (env.SERVICE_HOME = './home'),
    'a file of variables': (entry) => (entry.envFile = './evil.env'),
    'a folder to start in': (entry) => (entry.cwd = './evil'),
    'another program': (entry) => (entry.command = './service-cli'),
    'more arguments': (entry) => (entry.args = ['--require', './evil.cjs', ...entry.args]),
  };
  it('says INVALID CONFIG of a tool server with any change that misleads it, and an install repairs it [R9]', () =>
    withIntegrateFixture(async ({ read, run, write }) => {
      await run(install);
      for (const [what, tamper] of Object.entries(tamperings)) {
        const file = JSON.parse(read('.cursor/mcp.json') ?? '') as { mcpServers: { service: Entry } };
        tamper(file.mcpServers.service);
        write('.cursor/mcp.json', JSON.stringify(file));
        const row = rowOf(await run('system status --json'), 'toolServer');
        assert.equal(row.status, 'CONFIGURED / INVALID CONFIG', what);
        assert.ok(!JSON.stringify(row).includes('evil.example'), what);
        await run(install);
        assert.equal(rowOf(await run('system status --json'), 'toolServer').status, 'CONFIGURED', what);
      }
    }));

  it("keeps the user's choice of tools over another install", () =>
    withIntegrateFixture(async (fixture) => {
      await fixture.run(install);
      const text = fixture.read('.cursor/mcp.json') ?? '';
      fixture.write(
        '.cursor/mcp.json',
        text.replace('"SERVICE_URL"', '"SERVICE_READ_ONLY": "true", "SERVICE_URL"'),
      );
      assert.equal(rowOf(await fixture.run('system status --json'), 'toolServer').status, 'CONFIGURED');
      await fixture.run(install);
      assert.match(fixture.read('.cursor/mcp.json') ?? '', /"SERVICE_READ_ONLY": "true"/);
    }));

  it('does not report CONFIGURED for an address that it cannot compare without login [R9]', () =>
    withIntegrateFixture(async (fixture) => {
      await fixture.run(install);
      const run = await fixture.run('system status --json', { env: { SERVICE_TOKEN: '' } });
      const { status, items } = rowOf(run, 'toolServer');
      assert.equal(status, 'CONFIGURED / INVALID CONFIG');
      assert.match(items[0]?.reason ?? '', /not logged in/);
    }));

  it('says NOT CONFIGURED after a removal by hand [IN21]', () =>
    withIntegrateFixture(async (fixture) => {
      await fixture.run(install);
      rmSync(join(fixture.project, '.cursor'), { recursive: true });
      assert.equal(rowOf(await fixture.run('system status'), 'secretsHooks').status, 'NOT CONFIGURED');
    }));

  it('shows the installation of another folder that the state remembers', () =>
    withIntegrateFixture(async (fixture) => {
      await fixture.run(install);
      const run = await fixture.run('system status', { cwd: fixture.home });
      assert.ok(
        rowsOf(run).some(
          ({ root, component, status }) =>
            root === fixture.project && component === 'secretsHooks' && status === 'CONFIGURED',
        ),
      );
    }));

  it('shows the global hooks once where the home folder is open', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --global --non-interactive'));
      const run = await fixture.run('system status', { cwd: fixture.home });
      const rows = rowsOf(run).filter(
        ({ editor, component }) => editor === 'cursor' && component === 'secretsHooks',
      );
      assert.deepEqual(
        rows.map(({ scope, status }) => `${scope}: ${status}`),
        ['global: CONFIGURED'],
      );
    }));
});
