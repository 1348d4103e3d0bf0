import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { Failure } from '../../../../../src/core/failures.ts';
import { applyChanges, type FileChange } from '../../../../../src/node/files/transaction/fileTransaction.ts';
import { recoverChanges } from '../../../../../src/node/files/transaction/transactionJournal.ts';
import { inTempFolder } from '../../../../support/cliRun.ts';
import { LosingDisk } from '../../../../support/losingDisk.ts';

const journal = '/home/unfinished.json';

const files = { '/home/state.json': '{}', '/project/hooks.json': 'mine', '/project/old': 'old' };

const changes: readonly FileChange[] = [
  { path: '/project/hooks.json', before: Buffer.from('mine'), after: Buffer.from('mine and theirs') },
  { path: '/project/a/b/new', before: undefined, after: Buffer.from('new') },
  { path: '/project/old', before: Buffer.from('old'), after: undefined },
  { path: '/home/state.json', before: Buffer.from('{}'), after: Buffer.from('{"installed":1}') },
];

const after = {
  '/home/state.json': '{"installed":1}',
  '/project/hooks.json': 'mine and theirs',
  '/project/a/b/new': 'new',
};

/** The files that count. A leftover backup or journal does no harm. */
function seenOf(disk: LosingDisk): Record<string, string> {
  const entries = Object.entries(disk.picture());
  return Object.fromEntries(entries.filter(([path]) => !/\.(?:new|old)$|unfinished\.json/.test(path)));
}

type Run = (disk: LosingDisk) => Promise<void>;
const change: Run = (disk) => applyChanges(changes, { journal, steps: disk.steps });
const recover: Run = (disk) => recoverChanges(journal, disk.steps);

/** Whether the run ended before the power failed, and the disk when it is back. */
async function cut(
  disk: LosingDisk,
  run: Run,
  steps: number,
  moments: readonly number[],
): Promise<{ ended: boolean; disk: LosingDisk }> {
  const failed = disk.cutAfter(steps);
  const ended = run(disk).then(() => 'ended' as const);
  const outcome = await Promise.race([ended, failed]);
  let folder = 0;
  const next = disk.afterPowerFailure((count) => (moments[folder++ % moments.length] ?? 0) % count);
  return { ended: outcome === 'ended', disk: next };
}

/** How many steps the change takes when nothing cuts it off. */
async function lengthOfChange(): Promise<number> {
  for (let steps = 1; ; steps++)
    if ((await cut(LosingDisk.with(files), change, steps, [0])).ended) return steps;
}

describe('applyChanges, when the power fails', () => {
  it('leaves all files either unchanged or changed, at whichever step the power fails', async () => {
    const length = await lengthOfChange();
    assert.ok(length > 40, `only ${length} steps`);
    const outcomes = new Set<string>();
    const moments = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
    const property = fc.asyncProperty(
      fc.nat(length),
      moments,
      fc.nat(30),
      moments,
      async (first, kept, second, keptThen) => {
        const broken = await cut(LosingDisk.with(files), change, first, kept);
        // Once more in the middle of the next run, which mends it.
        const again = await cut(broken.disk, recover, second, keptThen);
        await recover(again.disk);
        const seen = seenOf(again.disk);
        const isBefore = isDeepStrictEqual(seen, files);
        if (!isBefore) assert.deepEqual(seen, after);
        outcomes.add(isBefore ? 'as it was' : 'changed');
      },
    );
    await fc.assert(property, { numRuns: 3_000 });
    assert.deepEqual([...outcomes].sort(), ['as it was', 'changed']);
  });

  it('has all changes on disk when it resolves', async () => {
    const disk = LosingDisk.with(files);
    await change(disk);
    const back = disk.afterPowerFailure(() => 0);
    await recover(back);
    assert.deepEqual(seenOf(back), after);
  });
});

describe('recoverChanges', () => {
  for (const [what, text] of Object.entries({
    'no JSON': '{',
    'another version': '{"version":2,"steps":[],"folders":[],"isDone":true}',
    'a relative file': '{"version":1,"steps":[{"target":"old","after":null}],"folders":[],"isDone":false}',
    'a relative backup':
      '{"version":1,"steps":[{"target":"/nowhere/a","backup":"old","after":null}],"folders":[],"isDone":true}',
    'a relative folder': '{"version":1,"steps":[],"folders":["empty"],"isDone":false}',
    'a name that no file has':
      '{"version":1,"steps":[{"target":"/a\\u0000b","after":null}],"folders":[],"isDone":false}',
  }))
    it(`keeps a journal with ${what}, and says how to go on`, () =>
      inTempFolder(async (folder) => {
        const journal = join(folder, 'journal.json');
        writeFileSync(journal, text);
        await assert.rejects(
          recoverChanges(journal),
          (error) =>
            Failure.is(error, 'malformed') &&
            error.message.startsWith(`${journal} is damaged`) &&
            error.message.includes('.old') &&
            error.message.endsWith('delete it and run this again.'),
        );
        assert.equal(readFileSync(journal, 'utf8'), text);
      }));
});
