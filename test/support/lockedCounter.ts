/** Adds 1 to the number in a file under its lock, again and again: `node lockedCounter.ts FILE TIMES`. */
import { readFile } from 'node:fs/promises';
import { withLock } from '../../src/node/files/locks/lock.ts';
import { writeTextAtomically } from '../../src/node/files/textFile.ts';

const [file = '', times = '0'] = process.argv.slice(2);
for (let done = 0; done < Number(times); done++)
  await withLock(file, async (held) => {
    const next = Number(await readFile(file, 'utf8')) + 1;
    await held.assertHeld();
    await writeTextAtomically(file, String(next));
    process.stdout.write(`${next}\n`);
  });
