import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles } from '../../../scripts/bundles.ts';

const root = join(import.meta.dirname, '../../..');

const images = [
  // Only the platform loads the hosted tool server.
  { file: 'Containerfile', bundle: 'tools', command: ['mcp'], unused: ['hostedTools'] },
  { file: 'deploy/relay/Containerfile', bundle: 'relay', command: ['relay', 'start'], unused: [] },
] as const;

for (const { file, bundle, command, unused } of images) {
  const text = readFileSync(join(root, file), 'utf8');
  /** Instructions with their arguments, continued lines joined. */
  const instructions = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split(/\s+/));
  const of = (name: string): string[][] => instructions.filter(([first]) => first === name);

  describe(`the image of ${file}`, () => {
    it('has every file that its program may load, and no other file of dist', () => {
      const copied = of('COPY').flatMap(([, ...files]) => files.slice(0, -1));
      const chunks = Object.keys(bundles[bundle]?.chunks ?? {}).filter(
        (name) => !(unused as readonly string[]).includes(name),
      );
      const needed = ['cli', bundle, ...chunks].map((name) => `dist/${name}.js`);
      assert.deepEqual(copied.sort(), ['package.json', ...needed].sort());
    });

    it('names the tag of its base, runs without privileges, and starts its program', () => {
      assert.match(of('FROM')[0]?.[1] ?? '', /^[\w./-]+:\d/);
      assert.ok(!['root', '0', undefined].includes(of('USER').at(-1)?.[1]));
      const words = ['node', 'dist/cli.js', ...command].map((word) => `"${word}"`).join(', ');
      assert.ok(text.includes(`\nENTRYPOINT [${words}]\n`));
    });

    it('contains no token: that comes with each start', () => {
      assert.ok([...of('ENV'), ...of('ARG')].every((words) => !/TOKEN|PASS|SECRET/.test(words.join(' '))));
    });
  });
}
