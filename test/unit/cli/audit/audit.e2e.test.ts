import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { builtCli } from '../../../support/builtCli.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { eachAuditedHome } from './auditedHome.ts';

/** Takes `node:sqlite` away, as in Node 20. */
const withoutSqlite = `
const original = process.getBuiltinModule;
process.getBuiltinModule = (id) => (id === 'node:sqlite' ? undefined : original(id));
`;

describe('agents audit on a Node without databases', () => {
  const { inHome, put } = eachAuditedHome();

  it('continues on the newer Node beside service-cli, and fails without one', async () => {
    const commands = join(await builtCli(), 'commands.js');
    const database = new DatabaseSync(put('.local/share/opencode/opencode.db', ''));
    database.exec(`CREATE TABLE part (data TEXT); INSERT INTO part VALUES ('token=${githubToken(1)}')`);
    database.close();
    const run = (...options: readonly string[]) =>
      spawnSync(process.execPath, [...options, commands, 'agents', 'audit', '--json'], {
        cwd: inHome(),
        env: { ...homeVariables(inHome()), PATH: process.env.PATH },
        encoding: 'utf8',
      });
    const hidden = run('--require', put('hidden.cjs', withoutSqlite));
    assert.equal(hidden.status, 51, hidden.stderr);
    assert.match(hidden.stdout, /^\{"rule":"github-token","agent":"opencode"/);
    const moved = put('moved.cjs', `${withoutSqlite}process.argv[1] = ${JSON.stringify(inHome())};`);
    const alone = run('--require', moved);
    assert.equal(alone.status, 1, alone.stderr);
    assert.match(alone.stderr, /Not read: opencode, .*opencode\.db: Could not read .*: it needs Node 24/);
  });
});
