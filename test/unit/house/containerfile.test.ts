import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles } from '../../../scripts/bundles.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'Containerfile'), 'utf8');
/** Instructions with their arguments, continued lines joined. */
const instructions = text
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => line.split(/\s+/));
const of = (name: string): string[][] => instructions.filter(([first]) => first === name);

describe('Containerfile', () => {
  it('copies every file that the tool server may load, and nothing else of dist', () => {
    const copied = of('COPY').flatMap(([, ...files]) => files.slice(0, -1));
    const chunks = Object.keys(bundles.tools?.chunks ?? {})
      // Only the platform loads this one.
      .filter((name) => name !== 'hostedTools')
      .map((name) => `${name}.js`);
    const needed = ['cli.js', 'tools.js', ...chunks].map((file) => `dist/${file}`);
    assert.deepEqual(copied.sort(), ['package.json', ...needed].sort());
  });

  it('names the tag of its base, runs without privileges, and starts the tool server', () => {
    assert.match(of('FROM')[0]?.[1] ?? '', /^[\w./-]+:\d/);
    assert.ok(!['root', '0', undefined].includes(of('USER').at(-1)?.[1]));
    assert.ok(text.includes('\nENTRYPOINT ["node", "dist/cli.js", "mcp"]\n'));
  });

  it('sets no token: that comes with each start', () => {
    assert.ok([...of('ENV'), ...of('ARG')].every((words) => !/TOKEN|PASS|SECRET/.test(words.join(' '))));
  });
});
