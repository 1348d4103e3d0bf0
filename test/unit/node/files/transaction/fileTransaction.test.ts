import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as steps from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../../../src/core/failures.ts';
import type { FileSteps } from '../../../../../src/node/files/transaction/fileSteps.ts';
import { applyChanges, type FileChange } from '../../../../../src/node/files/transaction/fileTransaction.ts';
import { recoverChanges } from '../../../../../src/node/files/transaction/transactionJournal.ts';
import { inTempFolder } from '../../../../support/cliRun.ts';

/** Every file below a folder with its text, permissions and link target. */
function picture(folder: string): Record<string, string> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory()) return [path, 'folder'];
      const stats = fs.lstatSync(path);
      return [
        path,
        entry.isSymbolicLink() ? fs.readlinkSync(path) : `${stats.mode} ${fs.readFileSync(path, 'utf8')}`,
      ];
    }),
  );
}

/** Windows lets only some users make links, and has no modes. */
const [links, modes] =
  process.platform === 'win32' ? [[], ['33206', '33206']] : [['hooks.json'], ['33184', '33188']];

function fixture(folder: string): FileChange[] {
  fs.mkdirSync(join(folder, 'real'));
  fs.writeFileSync(join(folder, 'real/hooks.json'), 'hooks', { mode: 0o640 });
  for (const link of links) fs.symlinkSync('real/hooks.json', join(folder, link));
  fs.writeFileSync(join(folder, 'old'), 'old');
  return [
    {
      path: join(folder, links[0] ?? 'real/hooks.json'),
      before: Buffer.from('hooks'),
      after: Buffer.from('changed'),
    },
    { path: join(folder, 'a/b/new'), before: undefined, after: Buffer.from('new') },
    { path: join(folder, 'old'), before: Buffer.from('old'), after: undefined },
  ];
}

/** The real steps, of which call number `first` fails, and each of the named ones after it. */
function failingFrom(
  first: number,
  names: readonly string[] = [],
): { steps: FileSteps; calls: () => number } {
  let calls = 0;
  const wrapped = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      (...args: unknown[]) => {
        const call = calls++;
        if (call === first || (call > first && names.includes(name)))
          return Promise.reject(Object.assign(new Error('input/output error'), { code: 'EIO' }));
        return (step as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return { steps: wrapped as unknown as FileSteps, calls: () => calls };
}

/** The real steps until the process is dead: later steps do nothing and report nothing. */
function dying(isLast: (name: string) => boolean): { steps: FileSteps; died: Promise<false> } {
  let die: (value: false) => void = () => undefined;
  const died = new Promise<false>((resolve) => (die = resolve));
  let isDead = false;
  const wrapped = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      (...args: unknown[]) => {
        isDead ||= isLast(name);
        if (!isDead) return (step as (...args: unknown[]) => unknown)(...args);
        die(false);
        return new Promise(() => undefined);
      },
    ]),
  );
  return { steps: wrapped as unknown as FileSteps, died };
}

function dyingAfter(calls: number): ReturnType<typeof dying> {
  let count = 0;
  return dying(() => count++ === calls);
}

/** The journal is the first rename. */
function dyingAtRenames(renames: number): ReturnType<typeof dying> {
  let count = 0;
  return dying((name) => name === 'rename' && ++count > renames);
}

const withoutJournal = (files: Record<string, string>, journal: string): string =>
  JSON.stringify(Object.entries(files).filter(([path]) => !path.startsWith(journal)));

/** A backup that cannot be removed stays behind, which does no harm. */
const withoutLeftOvers = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('.old')));

describe('applyChanges', () => {
  it('creates folders that others cannot change, whatever the umask is', () =>
    inTempFolder(async (folder) => {
      const before = process.umask(0);
      try {
        const after = Buffer.from('x');
        const project = join(folder, 'project');
        fs.mkdirSync(project, { mode: 0o755 });
        const changes = [
          { path: join(folder, 'home/bin/x'), before: undefined, after },
          { path: join(project, '.agent/hooks/x'), within: project, before: undefined, after },
        ];
        await applyChanges(changes, { journal: join(folder, 'state/unfinished.json') });
        const modeOf = (name: string): number => fs.statSync(join(folder, name)).mode & 0o777;
        assert.deepEqual(['home/bin', 'state', 'project/.agent/hooks'].map(modeOf), [0o700, 0o700, 0o755]);
      } finally {
        process.umask(before);
      }
    }));

  it('writes, replaces behind links and deletes, and keeps permissions', () =>
    inTempFolder(async (folder) => {
      await applyChanges(fixture(folder));
      assert.equal(fs.readFileSync(join(folder, 'real/hooks.json'), 'utf8'), 'changed');
      assert.equal(fs.readlinkSync(join(folder, 'hooks.json')), 'real/hooks.json');
      assert.equal(fs.statSync(join(folder, 'real/hooks.json')).mode & 0o777, 0o640);
      assert.equal(fs.readFileSync(join(folder, 'a/b/new'), 'utf8'), 'new');
      assert.deepEqual(fs.readdirSync(folder).sort(), ['a', 'hooks.json', 'real']);
      assert.deepEqual(fs.readdirSync(join(folder, 'real')), ['hooks.json']);
    }));

  it('leaves all files unchanged, whichever step fails', () =>
    inTempFolder(async (outer) => {
      const counted = failingFrom(-1);
      await applyChanges(fixture(fs.mkdtempSync(join(outer, 'count-'))), counted);
      let failures = 0;
      for (let failing = 0; failing < counted.calls(); failing++) {
        const folder = fs.mkdtempSync(join(outer, 'case-'));
        const changes = fixture(folder);
        const before = picture(folder);
        const failed = await applyChanges(changes, failingFrom(failing)).then(
          () => false,
          () => true,
        );
        failures += failed ? 1 : 0;
        // The transaction tolerates a backup that cannot be removed, and a file system without hard links.
        if (failed) assert.deepEqual(picture(folder), before, `step ${failing}`);
        else
          assert.equal(
            fs.readFileSync(join(folder, 'real/hooks.json'), 'utf8'),
            'changed',
            `step ${failing}`,
          );
      }
      assert.ok(failures > 12, `only ${failures} steps could fail`);
    }));

  it('names the file that does not fit on a full disk', () =>
    inTempFolder(async (folder) => {
      const full: FileSteps = {
        ...steps,
        open: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })),
      };
      const path = join(folder, 'hooks.json');
      const change = { path, before: undefined, after: Buffer.from('x') };
      await assert.rejects(applyChanges([change], { steps: full }), {
        message: `Could not write ${path}: ENOSPC: no space left; nothing was changed`,
      });
    }));

  it('is taken back by the next run when the process dies, after whichever step, or stands as a whole', () =>
    inTempFolder(async (outer) => {
      const journalIn = (folder: string): string => join(folder, 'home/journal.json');
      const outcomes = new Set<string>();
      for (let last = 0; ; last++) {
        const folder = fs.mkdtempSync(join(outer, 'case-'));
        const changes = fixture(folder);
        fs.mkdirSync(join(folder, 'home'));
        const before = picture(folder);
        const journal = journalIn(folder);
        const run = dyingAfter(last);
        const ended = applyChanges(changes, { journal, steps: run.steps }).then(() => true);
        if (await Promise.race([ended, run.died])) break;
        await recoverChanges(journal);
        await recoverChanges(journal);
        const after = picture(folder);
        // An incomplete journal belongs to no run.
        const isBefore = withoutJournal(after, journal) === withoutJournal(before, journal);
        if (!isBefore) {
          assert.equal(fs.readFileSync(join(folder, 'real/hooks.json'), 'utf8'), 'changed', `step ${last}`);
          assert.deepEqual(fs.readdirSync(folder).sort(), ['a', 'home', ...links, 'real'], `step ${last}`);
          assert.deepEqual(fs.readdirSync(join(folder, 'real')), ['hooks.json'], `step ${last}`);
        }
        outcomes.add(isBefore ? 'as it was' : 'as a whole');
      }
      assert.deepEqual([...outcomes], ['as it was', 'as a whole']);
    }));

  it('undoes its changes, and keeps what another program has written since', () =>
    inTempFolder(async (folder) => {
      const changes = fixture(folder);
      const journal = join(folder, 'journal.json');
      // The note of what is begun, and two files.
      const run = dyingAtRenames(3);
      void applyChanges(changes, { journal, steps: run.steps });
      await run.died;
      fs.writeFileSync(join(folder, 'a/b/new'), 'by hand');
      await recoverChanges(journal);
      assert.equal(fs.readFileSync(join(folder, 'a/b/new'), 'utf8'), 'by hand');
      assert.equal(fs.readFileSync(join(folder, 'real/hooks.json'), 'utf8'), 'hooks');
      assert.equal(fs.readFileSync(join(folder, 'old'), 'utf8'), 'old');
    }));

  for (const cause of [new Error('in use'), new Failure('busy', 'in use')])
    it(`keeps the content of a file that it cannot restore, and names the copy (${cause.name})`, () =>
      inTempFolder(async (folder) => {
        const [first, second] = [join(folder, 'first'), join(folder, 'second')];
        fs.writeFileSync(first, 'precious');
        let renames = 0;
        const stuck: FileSteps = {
          ...steps,
          rename: (from, to) => (renames++ === 0 ? steps.rename(from, to) : Promise.reject(cause)),
        };
        const changes = [
          { path: first, before: Buffer.from('precious'), after: Buffer.from('x') },
          { path: second, before: undefined, after: Buffer.from('y') },
        ];
        const failure = await applyChanges(changes, { steps: stuck }).then(
          () => undefined,
          (error: unknown) => error,
        );
        assert.ok(Failure.is(failure, 'storage'));
        const kept = fs.readdirSync(folder).filter((name) => name !== 'first');
        assert.equal(kept.length, 1, String(kept));
        const backup = join(folder, kept[0] ?? '');
        assert.equal(fs.readFileSync(backup, 'utf8'), 'precious');
        assert.ok(
          failure.message.includes(`could not be put back: ${first} (kept as ${backup})`),
          failure.message,
        );
      }));

  for (const [pollError, names] of [
    ['nothing can be renamed', ['rename']],
    ['nothing can be renamed or removed', ['rename', 'rm', 'rmdir']],
    ['nothing can be read', ['readFile']],
    ['nothing can be opened', ['open']],
    ['the disk answers nothing', Object.keys(steps)],
  ] as const)
    it(`is taken back or completed by the next run when a step fails and from then on ${pollError} [R15]`, () =>
      inTempFolder(async (outer) => {
        const outcomes = new Set<string>();
        for (let first = 0; ; first++) {
          const folder = fs.mkdtempSync(join(outer, 'case-'));
          const changes = fixture(folder);
          const journal = join(folder, 'home/journal.json');
          fs.mkdirSync(join(folder, 'home'));
          const before = withoutJournal(picture(folder), journal);
          const run = failingFrom(first, names);
          const isDone = await applyChanges(changes, { journal, steps: run.steps }).then(
            () => true,
            () => false,
          );
          if (run.calls() <= first) break;
          await recoverChanges(journal);
          const after = withoutJournal(withoutLeftOvers(picture(folder)), journal);
          if (after !== before)
            assert.deepEqual(
              (JSON.parse(after) as [string, string][]).map(([, value]) => value).sort(),
              [
                `${modes[0]} changed`,
                `${modes[1]} new`,
                ...Array.from({ length: 4 }, () => 'folder'),
                ...links.map(() => 'real/hooks.json'),
              ],
              `step ${first}`,
            );
          else assert.equal(isDone, false, `step ${first}`);
          outcomes.add(after === before ? 'taken back' : 'completed');
        }
        assert.ok(outcomes.has('taken back'));
      }));

  it('does not report a file as lost that a failed change left unchanged', () =>
    inTempFolder(async (folder) => {
      const [same, other] = [join(folder, 'same'), join(folder, 'other')];
      fs.writeFileSync(same, 'same');
      const journal = join(folder, 'journal.json');
      const full: FileSteps = {
        ...steps,
        open: (path, ...rest) =>
          String(path).includes('.same.') ? Promise.reject(new Error('no space')) : steps.open(path, ...rest),
      };
      const changes = [
        { path: same, before: Buffer.from('same'), after: Buffer.from('same') },
        { path: other, before: undefined, after: Buffer.from('other') },
      ];
      await assert.rejects(applyChanges(changes, { journal, steps: full }), ({ message }: Error) =>
        message.endsWith('; nothing was changed'),
      );
      assert.deepEqual(fs.readdirSync(folder), ['same']);
    }));

  it('is reverted by a later run when the next one cannot revert it', () =>
    inTempFolder(async (folder) => {
      const journal = join(folder, 'journal.json');
      const run = dyingAtRenames(2);
      void applyChanges(fixture(folder), { journal, steps: run.steps });
      await run.died;
      const stuck: FileSteps = { ...steps, rename: () => Promise.reject(new Error('in use')) };
      const hooks = join(folder, 'real/hooks.json');
      await assert.rejects(
        recoverChanges(journal, stuck),
        (error) => Failure.is(error, 'storage') && error.message.includes(`${hooks} (kept as `),
      );
      await recoverChanges(journal);
      assert.equal(fs.readFileSync(hooks, 'utf8'), 'hooks');
      assert.deepEqual(fs.readdirSync(folder).sort(), [...links, 'old', 'real']);
    }));

  it('refuses a file that differs from the one that the change was made from', () =>
    inTempFolder(async (folder) => {
      const changes = fixture(folder);
      fs.writeFileSync(join(folder, 'old'), 'newer');
      const before = picture(folder);
      await assert.rejects(applyChanges(changes), { code: 'busy' });
      assert.deepEqual(picture(folder), before);
    }));

  for (const step of ['mkdir', 'rename'] as const)
    it(`writes and removes nothing outside a project whose folder becomes a link before ${step} [R1]`, () =>
      inTempFolder(async (folder) => {
        const [project, outside] = [join(folder, 'project'), join(folder, 'outside')];
        const sub = join(project, 'sub');
        for (const path of [sub, outside]) {
          fs.mkdirSync(path, { recursive: true });
          for (const name of ['a', 'b']) fs.writeFileSync(join(path, name), 'before');
        }
        let isSwapped = false;
        const swapping: FileSteps = {
          ...steps,
          [step]: (...args: unknown[]) => {
            if (!isSwapped) {
              isSwapped = true;
              fs.renameSync(sub, `${sub}.kept`);
              fs.symlinkSync(outside, sub);
            }
            return (steps[step] as (...args: unknown[]) => unknown)(...args);
          },
        };
        const before = Buffer.from('before');
        const changes = [
          { path: join(sub, 'a'), within: project, before, after: Buffer.from('after') },
          { path: join(sub, 'b'), within: project, before, after: undefined },
        ];
        await assert.rejects(applyChanges(changes, { steps: swapping }), { code: 'storage' });
        for (const name of ['a', 'b']) assert.equal(fs.readFileSync(join(outside, name), 'utf8'), 'before');
        assert.deepEqual(fs.readdirSync(outside).sort(), ['a', 'b']);
      }));

  it('reverts no file through a link that replaced a folder of the project [R1]', () =>
    inTempFolder(async (folder) => {
      const [project, outside] = [join(folder, 'project'), join(folder, 'outside')];
      fs.mkdirSync(project);
      fs.mkdirSync(outside);
      const journal = join(folder, 'journal.json');
      const change = {
        path: join(project, 'sub/a'),
        within: project,
        before: undefined,
        after: Buffer.from('x'),
      };
      const run = dyingAtRenames(2);
      void applyChanges([change], { journal, steps: run.steps });
      await run.died;
      fs.renameSync(join(project, 'sub'), join(project, 'kept'));
      fs.symlinkSync(outside, join(project, 'sub'));
      fs.writeFileSync(join(outside, 'a'), 'x');
      await assert.rejects(recoverChanges(journal), { code: 'storage' });
      assert.equal(fs.readFileSync(join(outside, 'a'), 'utf8'), 'x');
    }));

  it('sets exact permissions if they are given', () =>
    inTempFolder(async (folder) => {
      const path = join(folder, 'token');
      fs.writeFileSync(path, 'x', { mode: 0o644 });
      await applyChanges([{ path, before: Buffer.from('x'), after: Buffer.from('y'), mode: 0o600 }]);
      assert.equal(fs.statSync(path).mode & 0o777, 0o600);
    }));

  it('writes through a link to a file that does not exist yet', () =>
    inTempFolder(async (folder) => {
      fs.symlinkSync('dotfiles/hooks.json', join(folder, 'hooks.json'));
      await applyChanges([{ path: join(folder, 'hooks.json'), before: undefined, after: Buffer.from('x') }]);
      assert.equal(fs.readFileSync(join(folder, 'dotfiles/hooks.json'), 'utf8'), 'x');
    }));
});
