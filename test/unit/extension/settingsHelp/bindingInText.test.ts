import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import {
  findBindings,
  problemsOf,
  type SettingsLevel,
} from '../../../../src/extension/settingsHelp/bindingInText.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';

const [a, b] = [serverConnection('a'), serverConnection('b')];

interface World {
  readonly connections: readonly Connection[];
  readonly level: SettingsLevel;
  readonly known: boolean;
}

/** The problems of a settings text, each as its kind and the text that it marks. */
function problems(
  text: string,
  { connections = [a], level = 'folder', known = true }: Partial<World> = {},
): readonly (readonly [string, string])[] {
  const bindings = findBindings(text);
  assert.ok(bindings.length > 0);
  return bindings
    .flatMap((binding) => problemsOf(binding, { connections, level, projects: { has: () => known } }))
    .map(({ kind, at }) => [kind, text.slice(at.offset, at.offset + at.length)]);
}

const name = '"service.connectedMode.project"';
const settings = (value: string): string => `{\n  // mine\n  ${name}: ${value},\n}`;

describe('problems of a binding in a settings file', () => {
  it('are none for a valid binding, nor for the empty default', () => {
    assert.deepEqual(problems(settings('{ "projectKey": "p" }')), []);
    assert.deepEqual(
      problems(settings('{ "projectKey": "p", "connectionId": "b" }'), { connections: [a, b] }),
      [],
    );
    assert.deepEqual(problems(settings('{}'), { connections: [a, b] }), []);
  });

  it('are reported at their position: unknown id, missing key, no id among several, project not found, old name [BS2]', () => {
    assert.deepEqual(problems(settings('{ "projectKey": "p", "connectionId": "x" }')), [
      ['unknownConnection', '"x"'],
    ]);
    assert.deepEqual(problems(settings('{ "connectionId": "a" }')), [['missingKey', name]]);
    assert.deepEqual(problems(settings('{ "projectKey": "" }')), [['missingKey', '""']]);
    assert.deepEqual(problems(settings('{ "projectKey": "p" }'), { connections: [a, b] }), [
      ['ambiguous', name],
    ]);
    assert.deepEqual(problems(settings('{ "projectKey": "p" }'), { known: false }), [
      ['projectNotFound', '"p"'],
    ]);
    assert.deepEqual(problems(settings('{ "projectKey": "p", "serverId": "s" }'), { connections: [a, b] }), [
      ['legacyServerId', '"serverId"'],
    ]);
    assert.deepEqual(problems(settings('"p"')), [['noObject', '"p"']]);
  });

  it('include a binding in user settings, where it has no effect', () =>
    assert.deepEqual(problems(settings('{ "projectKey": "p" }'), { level: 'user' }), [['userLevel', name]]));

  it('are found in the settings of a workspace file too', () => {
    const text = `{ "folders": [], "settings": ${settings('{ "connectionId": "a" }')} }`;
    assert.deepEqual(problems(text, { level: 'workspace' }), [['missingKey', name]]);
  });

  it('are those of each subfolder, and of a path that leads out of the folder', () => {
    const text = [
      '{',
      `  ${name}: { "projectKey": "p" },`,
      '  "service.connectedMode.subfolders": {',
      '    "packages/shop": { "projectKey": "shop", "connectionId": "x" },',
      '    "packages/cart": { "connectionId": "a" },',
      '    "packages/good": { "projectKey": "good" },',
      '    "../elsewhere": { "projectKey": "p" },',
      '    "packages/text": "p"',
      '  }',
      '}',
    ].join('\n');
    assert.deepEqual(problems(text), [
      ['unknownConnection', '"x"'],
      ['missingKey', '"packages/cart"'],
      ['pathOutside', '"../elsewhere"'],
      ['noObject', '"p"'],
    ]);
    assert.equal(problems(text, { level: 'user' }).filter(([kind]) => kind === 'userLevel').length, 6);
  });

  it('never stop at text that is half-typed, and always mark something in it', () => {
    const below =
      '{ "projectKey": "p" },\n  "service.connectedMode.subfolders": { "a": { "connectionId": "x" } }';
    const own = '{ "projectKey": "p", "connectionId": "x", "serverId": "y" }';
    const whole = settings(`${own},\n  "other": ${below}`);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), fc.string(), (from, to, typed) => {
        const text = whole.slice(0, Math.min(from, to)) + typed + whole.slice(Math.max(from, to));
        const context = { connections: [a, b], level: 'folder', projects: { has: () => false } } as const;
        for (const binding of findBindings(text))
          for (const { at } of problemsOf(binding, context))
            assert.ok(at.length > 0 && at.offset + at.length <= text.length);
      }),
    );
  });
});
