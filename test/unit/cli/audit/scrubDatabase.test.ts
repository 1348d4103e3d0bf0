import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { basename, dirname, join } from 'node:path';
import { expectSuccess } from '../../../support/cliRun.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { eachAuditedHome } from './auditedHome.ts';

const token = githubToken(3);
const placeholder = '[removed by service-cli: github-token]';
const place = '.local/share/opencode/opencode.db';
const modes = ['wal', 'delete', 'persist'] as const;

const filler = (index: number): string => `line ${index} of a build\n`.repeat(40);
const isPlanted = (index: number): boolean => index % 50 === 7;
const outputs = Array.from({ length: 400 }, (_, index) =>
  JSON.stringify({ output: filler(index) + (isPlanted(index) ? `GITHUB_TOKEN=${token}` : '') }),
);

/**
 * Replaces a database by one with the value in rows, in an index and in free pages, as a process leaves it that was
 * killed: with a log (`-wal`) that has not been copied, or with the journal of the last transaction.
 */
function plant(path: string, mode: (typeof modes)[number]): void {
  for (const name of filesOf(path)) rmSync(join(dirname(path), name));
  const made = `${path}.made`;
  const database = new DatabaseSync(made);
  database.exec(`PRAGMA journal_mode = ${mode}; PRAGMA synchronous = OFF; PRAGMA user_version = 7;
    CREATE TABLE part (id TEXT PRIMARY KEY, time_created INTEGER, data TEXT, raw BLOB, size INTEGER AS (length(data)) STORED) WITHOUT ROWID;
    CREATE UNIQUE INDEX part_data ON part (data);
    CREATE TABLE old (id INTEGER PRIMARY KEY, data TEXT REFERENCES part (data), note TEXT);
    CREATE TRIGGER changed AFTER UPDATE ON part BEGIN INSERT INTO old (data) VALUES (OLD.data); END; BEGIN`);
  const insert = database.prepare('INSERT INTO part (id, time_created, data, raw) VALUES (?, ?, ?, ?)');
  const bytes = Buffer.concat([Buffer.from([0, 255, token.length]), Buffer.from(token), Buffer.from([9])]);
  for (const [index, data] of outputs.entries())
    insert.run(`p${index}`, 1_764_036_000_000 + index, data, index === 0 ? bytes : null);
  database.exec('INSERT INTO old (data) SELECT data FROM part; COMMIT; DELETE FROM old');
  database.exec(`INSERT INTO old SELECT 9007199254740993, data, 'a' || char(0) || ' ${token}' FROM part
    WHERE data LIKE '%TOKEN%' LIMIT 1`);
  for (const suffix of ['', '-wal', '-journal'])
    if (readdirSync(dirname(made)).includes(basename(made) + suffix))
      copyFileSync(made + suffix, path + suffix);
  database.close();
  for (const name of readdirSync(dirname(made)))
    if (name.includes('.made')) rmSync(join(dirname(made), name));
}

/** Returns the bytes of a database, its log and its journal, one character each. */
const rawOf = (path: string): string =>
  filesOf(path)
    .map((name) => readFileSync(join(dirname(path), name), 'latin1'))
    .join('');
const filesOf = (path: string): string[] =>
  readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));

function rowsOf(path: string): unknown[] {
  const database = new DatabaseSync(path);
  try {
    assert.deepEqual(Object.values(database.prepare('PRAGMA integrity_check').get() ?? {}), ['ok']);
    return ['part', 'old', 'sqlite_schema'].flatMap((name) => {
      const columns = name === 'sqlite_schema' ? 'type, name, sql' : '*';
      const statement = database.prepare(`SELECT ${columns} FROM ${name} ORDER BY 2, 1`);
      statement.setReadBigInts(true);
      return statement.all().map((row) => ({ ...(row as object) }));
    });
  } finally {
    database.close();
  }
}

/** Returns rows as they must be after the value was removed. */
function withoutToken(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => {
    const text = (value: unknown): unknown =>
      typeof value === 'string' ? value.replace(token, placeholder) : value;
    const fields = Object.entries(row as Record<string, unknown>).map(([name, value]) => [name, text(value)]);
    const changed = Object.fromEntries(fields) as { raw?: Uint8Array; data: string; size?: bigint };
    if (changed.size !== undefined) changed.size = BigInt(changed.data.length);
    if (changed.raw)
      changed.raw = new Uint8Array(
        Buffer.from(
          Buffer.from(changed.raw).toString('latin1').replace(token, placeholder.padEnd(token.length, '*')),
          'latin1',
        ),
      );
    return changed;
  });
}

describe('agents audit --scrub of a database', () => {
  const { inHome, put, audit, scrub } = eachAuditedHome();

  for (const mode of modes)
    it(`removes each secret from its rows, free pages, log and journal in the mode ${mode}`, async () => {
      const path = put(place, '');
      plant(path, mode);
      plant(inHome('expected.db'), mode);
      const expected = withoutToken(rowsOf(inHome('expected.db')));
      assert.ok(rawOf(path).split(token).length > 20, 'old copies are planted');
      if (mode !== 'delete') assert.ok(filesOf(path).length > 1, 'a log or a journal is planted');
      const run = expectSuccess(await scrub());
      assert.match(run.stderr, /^To change: .*opencode\.db: 1 secret$/m);
      assert.ok(!rawOf(path).includes(token.slice(4, 24)));
      assert.deepEqual(
        filesOf(path).filter((name) => !/-(?:wal|shm)$/.test(name)),
        ['opencode.db'],
      );
      assert.deepEqual(rowsOf(path), expected);
      const database = new DatabaseSync(path);
      assert.deepEqual(
        Object.values(database.prepare('PRAGMA user_version').get() ?? {}).concat(
          Object.values(database.prepare('PRAGMA journal_mode').get() ?? {}),
        ),
        [7, mode === 'wal' ? 'wal' : 'delete'],
      );
      database.close();
      assert.equal((await audit()).exitCode, 0);
    });

  it('refuses a database that another program has open, and changes no byte of it', async () => {
    const path = put(place, '');
    for (const [mode, statement] of [
      ['delete', 'BEGIN IMMEDIATE'],
      ['wal', 'SELECT 1 FROM part'],
    ] as const) {
      plant(path, mode);
      const other = new DatabaseSync(path);
      const before = rowsOf(path);
      const run = await scrub({
        meanwhile: () => other.exec(statement),
      });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /opencode\.db: another program has it open: close that program/);
      other.close();
      assert.deepEqual(rowsOf(path), before);
      assert.ok(!filesOf(path).includes('opencode.db.service-cli'));
    }
  });

  it('refuses a log that changed since it was read, a link and a file with several names', async () => {
    const path = put(place, '');
    const log = `${path}-wal`;
    const changes: readonly (readonly [RegExp, () => void])[] = [
      [/opencode\.db-wal changed since it was read/, () => appendFileSync(log, 'x')],
      [/opencode\.db-wal has several names/, () => linkSync(log, inHome('second'))],
      [
        /opencode\.db-wal is a symbolic link/,
        () => {
          renameSync(log, inHome('moved'));
          symlinkSync(inHome('moved'), log);
        },
      ],
    ];
    for (const [message, meanwhile] of changes) {
      plant(path, 'wal');
      const run = await scrub({ meanwhile });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, message);
      assert.ok(rawOf(path).includes(token));
    }
  });

  it('refuses a table that keeps texts in a form of its own', async () => {
    const path = put(place, '');
    plant(path, 'delete');
    const database = new DatabaseSync(path);
    database.exec('CREATE VIRTUAL TABLE words USING fts5 (data)');
    database.close();
    const before = rawOf(path);
    const run = await scrub();
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, /its table words has a form of its own/);
    assert.equal(rawOf(path), before);
  });
});

/** The process kills itself before one of these statements, or at one of the texts with the value. */
const points = {
  old: [
    'PRAGMA locking_mode',
    'BEGIN',
    'UPDATE "part"',
    'text 12',
    'text 20',
    'UPDATE "old"',
    'CREATE TRIGGER',
    'COMMIT',
  ],
  new: ['PRAGMA wal_checkpoint', 'VACUUM', 'close'],
};

const scrubOnce = (folder: URL): string => `
import { DatabaseSync } from 'node:sqlite';
import { lstatSync } from 'node:fs';
const { scrubDatabase } = await import(${JSON.stringify(new URL('scrubDatabase.ts', folder).href)});
const { scrubber } = await import(${JSON.stringify(new URL('scrubText.ts', folder).href)});
const [, home, path, value, point] = process.argv;
let texts = 0;
const reach = (name) => name.startsWith(point) && process.kill(process.pid, 'SIGKILL');
for (const name of ['exec', 'prepare', 'close']) {
  const original = DatabaseSync.prototype[name];
  DatabaseSync.prototype[name] = function (...args) { reach(args[0] ?? name); return original.apply(this, args); };
}
const { scrub } = scrubber([{ value, rule: 'github-token' }]);
const identity = lstatSync(path, { bigint: true });
const log = lstatSync(path + '-wal', { bigint: true, throwIfNoEntry: false });
scrubDatabase(home, { owner: 'opencode', path, format: 'database', changedAt: 0, identity, log }, (bytes, isBlob) => {
  const after = scrub(bytes, isBlob);
  if (after !== bytes) reach('text ' + ++texts);
  return after;
});
`;

describe('a scrub of a database that is killed', function () {
  // A real process for each step.
  this.timeout(240_000);
  const { inHome, put, scrub } = eachAuditedHome();

  for (const mode of ['wal', 'delete'] as const)
    it(`leaves the old rows or the new ones in the mode ${mode}, and the next run clears the rest`, async () => {
      const path = put(place, '');
      const code = scrubOnce(new URL('../../../../src/cli/audit/', import.meta.url));
      plant(inHome('expected.db'), mode);
      const old = rowsOf(inHome('expected.db'));
      const fresh = withoutToken(old);
      for (const [state, point] of Object.entries(points).flatMap(([key, names]) =>
        names.map((name) => [key, name] as const),
      )) {
        plant(path, mode);
        const args = ['--input-type=module', '-e', code, '--', inHome(), path, token, point];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
        const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
        if (process.platform !== 'win32') assert.equal(signal, 'SIGKILL', point);
        // A hot journal, which SQLite rolls back.
        if (point === 'COMMIT')
          assert.equal(filesOf(path).includes('opencode.db-journal'), mode === 'delete');
        assert.ok(filesOf(path).includes('opencode.db.service-cli'), point);
        assert.deepEqual(rowsOf(path), state === 'old' ? old : fresh, point);
        expectSuccess(await scrub());
        assert.ok(!rawOf(path).includes(token.slice(4, 24)), point);
        assert.ok(!filesOf(path).includes('opencode.db.service-cli'), point);
      }
    });
});
