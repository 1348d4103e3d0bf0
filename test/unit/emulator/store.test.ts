import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { Failure } from '../../../src/core/failures.ts';
import { Database } from '../../../src/emulator/store/database.ts';
import { frozenGate } from '../../../src/emulator/store/analyses/analyses.ts';
import { ruleByKey } from '../../../src/emulator/store/issues/issues.ts';
import { migrations } from '../../../src/emulator/store/schema.data.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { assertNone } from '../../support/lists.ts';

const main = join(import.meta.dirname, '../../../src/entrypoints/emulator.ts');

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
}

/** Starts a platform in a separate process, from source. */
async function start(data: string): Promise<Started> {
  const child = spawn(process.execPath, [main, 'platform', 'start', '--json', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.ok(child.stdout);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { url: string; token: string }) };
}

const authorization = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

async function createProject({ url, token }: Started, project: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/projects/create`, {
      method: 'POST',
      headers: authorization(token),
      body: new URLSearchParams({ project, name: project }),
    });
    return response.ok;
  } catch {
    // Killed before it answered: whether it was written is open.
    return false;
  }
}

describe('the store of the emulator', () => {
  it('keeps every acknowledged change when its process is killed', () =>
    withTempFolder(async (folder) => {
      const first = await start(folder);
      const acknowledged: string[] = [];
      const writing = Array.from({ length: 60 }, async (_, index) => {
        if (await createProject(first, `p${index}`)) acknowledged.push(`p${index}`);
        if (acknowledged.length === 20) first.child.kill('SIGKILL');
      });
      await Promise.all([...writing, once(first.child, 'exit')]);
      assert.ok(acknowledged.length >= 20);
      const second = await start(folder);
      try {
        const response = await fetch(`${second.url}/api/components/search_projects?ps=500`, {
          headers: authorization(second.token),
        });
        const { components } = (await response.json()) as { components: { key: string }[] };
        const keys = new Set(components.map(({ key }) => key));
        assertNone(acknowledged, (key) => !keys.has(key));
      } finally {
        second.child.kill('SIGTERM');
        await once(second.child, 'exit');
      }
      assert.equal(second.child.exitCode, 0);
    }));

  it('belongs to one process: a second process reports that and stops', () =>
    withTempFolder(async (folder) => {
      const first = await start(folder);
      const second = spawn(process.execPath, [main, 'platform', 'start', '--data', folder], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const [code] = (await once(second, 'close')) as [number];
      first.child.kill('SIGTERM');
      await once(first.child, 'exit');
      assert.equal(code, 1);
      assert.match(said, /platform\.db is in use by another process/u);
    }));

  it('refuses a file with a newer format', () =>
    withTempFolder((folder) => {
      const path = join(folder, 'platform.db');
      const db = new Database(path);
      assert.equal(db.formatVersion, migrations.length);
      db.run('PRAGMA user_version = 999');
      db.close();
      assert.throws(
        () => new Database(path),
        (error) => Failure.is(error, 'storage') && error.message.includes('written by a newer version'),
      );
      return Promise.resolve();
    }));

  it('refuses a row that does not match its schema, and names the column', () => {
    const db = new Database(':memory:');
    const rule = { key: 'a:b', name: 'b', language: null, type: 'BUG', description: '', isExternal: 0 };
    db.insert('rules', { ...rule, severity: 'LOUD' });
    assert.throws(() => ruleByKey(db, 'a:b'), /FROM rules .*: severity: /u);
    db.close();
  });

  it('refuses a column whose JSON does not match its schema, and names the column', () => {
    const analysis = {
      id: 'a',
      branchId: 'b',
      date: 1,
      version: null,
      revision: null,
      properties: '{}',
      periodDate: null,
    };
    assert.throws(() => frozenGate({ ...analysis, gate: '{"level":"LOUD"}' }), /analyses\.gate: level: /u);
    assert.throws(() => frozenGate({ ...analysis, gate: '{' }), /analyses\.gate: not JSON/u);
  });

  it('rolls back a failed transaction with its nested ones', () => {
    const db = new Database(':memory:');
    assert.throws(() => {
      db.transaction(() => {
        db.transaction(() => db.insert('groups', { name: 'g' }));
        throw new Error('no');
      });
    }, /no/u);
    assert.equal(db.has('SELECT * FROM groups'), false);
    db.close();
  });

  it('writes a complete backup while it is in use', () =>
    withTempFolder((folder) => {
      const db = new Database(join(folder, 'platform.db'));
      db.insert('groups', { name: 'g' });
      const copyPath = join(folder, 'copy.db');
      db.backup(copyPath);
      assert.throws(() => db.backup(copyPath), /already exists/u);
      db.close();
      const copy = new Database(copyPath);
      assert.deepEqual(copy.all(z.object({ name: z.string() }), 'SELECT name FROM groups'), [{ name: 'g' }]);
      assert.equal(copy.formatVersion, migrations.length);
      copy.close();
      return Promise.resolve();
    }));

  it('can be read by its owner only, also in a folder of others, and so can a backup [U1]', () =>
    withTempFolder((folder) => {
      chmodSync(folder, 0o755);
      const [path, copy] = [join(folder, 'platform.db'), join(folder, 'copy.db')];
      const db = new Database(path);
      db.insert('groups', { name: 'g' });
      db.backup(copy);
      const files = readdirSync(folder);
      assert.ok(files.includes('platform.db-wal'));
      for (const file of files) assert.equal(statSync(join(folder, file)).mode & 0o077, 0, file);
      db.close();
      return Promise.resolve();
    }));
});
