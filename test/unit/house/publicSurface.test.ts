import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deprecations } from '../../../scripts/documents/deprecations.data.ts';
import {
  brokenPromises,
  publicSurface,
  recordedSurface,
  withAdditions,
} from '../../../scripts/documents/publicSurface.ts';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describe('the public surface', () => {
  it('still has all settings, commands, options, tools and members of the API that were recorded', () =>
    assert.deepEqual(brokenPromises(recordedSurface(), publicSurface(), version), []));

  it('marks each deprecated setting in the manifest, with what to use in its place', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: { configuration: { properties: Record<string, { markdownDeprecationMessage?: string }> } };
    };
    const marked = Object.entries(manifest.contributes.configuration.properties)
      .filter(([, { markdownDeprecationMessage }]) => markdownDeprecationMessage !== undefined)
      .map(([name]) => name);
    const listed = deprecations.filter(({ kind }) => kind === 'settings').map(({ name }) => name);
    assert.deepEqual(marked.sort(), listed.sort());
  });

  it('reports what is gone, unless an earlier major version deprecated it', () => {
    const recorded = { tools: ['list_issues', 'show_rule'] };
    const current = { tools: ['list_issues'] };
    const since = (at: string) => [{ kind: 'tools', name: 'show_rule', since: at, instead: '' }];
    assert.deepEqual(brokenPromises(recorded, current, '5.0.0', []), ['tools: show_rule']);
    assert.deepEqual(brokenPromises(recorded, current, '5.2.0', since('5.1.0')), ['tools: show_rule']);
    assert.deepEqual(brokenPromises(recorded, current, '6.0.0', since('5.1.0')), []);
  });

  it('is recorded with additions, and never without what is gone', () =>
    assert.deepEqual(withAdditions({ tools: ['b'] }, { tools: ['a'], settings: ['s'] }), {
      tools: ['a', 'b'],
      settings: ['s'],
    }));
});
