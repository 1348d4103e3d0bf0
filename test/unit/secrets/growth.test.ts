import assert from 'node:assert/strict';
import { Scanning, scan } from '../../../src/secrets/scan.ts';
import { hostileTexts } from './hostileTexts.ts';

const small = 64 * 1024;
const large = 1024 * 1024;

/** A text sixteen times as long may take so many times as long: half as much again, for caches that are too small. */
const growth = 24;
/** Milliseconds that starts, compilation and collections of garbage cost whatever the text is. */
const allowance = 60;

/** Milliseconds of processor time, which other processes do not add to; the least of some runs. */
function cost(text: string, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    scan(text, { path: 'x.yaml' });
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe('the time of a scan', function () {
  this.timeout(60_000);

  before(() => {
    // Compiles what all of them use.
    for (const make of Object.values(hostileTexts)) scan(make(4096), { path: 'x.yaml' });
  });

  for (const [name, make] of Object.entries(hostileTexts))
    it(`grows with the length of the text, and not with its square: ${name}`, () => {
      const limit = growth * cost(make(small), 3) + allowance;
      const text = make(large);
      const once = cost(text, 1);
      assert.ok(once <= limit || cost(text, 2) <= limit, `${once} ms, at most ${limit} ms expected`);
    });
});

describe('a scan in slices', () => {
  it('finds what a scan at once finds, wherever the slices end', () => {
    const names = ['findings', 'findAllowPrev', 'connstr', 'pemlines', 'jwt', 'urlpw', 'mixkw', 'mix2', 'a'];
    for (const name of names) {
      const text = `${hostileTexts[name]?.(4096) ?? ''}\npwd: "Xk29fjQz81Lm"`;
      const expected = scan(text, { path: 'x.yaml' });
      assert.ok(expected.findings.length > 0);
      for (const length of [1, 2, 3, 7, 100, 4095, 1e6]) {
        const scanning = new Scanning(text, { path: 'x.yaml' });
        while (!scanning.advance(length));
        assert.deepEqual(scanning.result(), expected, `${name} in slices of ${length}`);
      }
    }
  });
});
