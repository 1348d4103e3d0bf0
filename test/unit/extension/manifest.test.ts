import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer';
import {
  agentHookCommandIds,
  agentHooksViewId,
  commandIds,
  contextKeys,
  gateViewId,
  historyViewId,
  viewId,
  walkthroughId,
} from '../../../src/extension/host/commandTable.ts';
import { lmToolNames } from '../../../src/extension/lmTools/toolTable.ts';
import {
  levelledSettings,
  settings,
  shortestPollInterval,
} from '../../../src/extension/host/settingTable.ts';
import { editorPorts } from '../../../src/node/http/server/loopbackPort.ts';
import manifest from '../../../package.json' with { type: 'json' };
import englishTexts from '../../../package.nls.json' with { type: 'json' };
import germanTexts from '../../../package.nls.de.json' with { type: 'json' };
import { fieldOf } from '../../support/lists.ts';

const root = join(import.meta.dirname, '../../..');

interface MenuItem {
  /** Absent for a submenu. */
  readonly command?: string | undefined;
  readonly when?: string | undefined;
}

interface Property {
  readonly default?: unknown;
  readonly scope?: string;
  readonly minimum?: number;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly markdownDeprecationMessage?: string;
}

const { commands, configuration, views, viewsWelcome, viewsContainers, walkthroughs } = manifest.contributes;
const menus: Readonly<Record<string, readonly MenuItem[]>> = manifest.contributes.menus;
const properties: Readonly<Record<string, Property>> = configuration.properties;
const nls: Readonly<Record<string, string>> = englishTexts;
const german: Readonly<Record<string, string>> = germanTexts;
const sorted = (items: Iterable<string>): string[] => [...items].sort();

describe('package.json', () => {
  it('contributes exactly the commands of the command table, all in one category', () => {
    assert.deepEqual(sorted(commands.map(({ command }) => command)), sorted(commandIds));
    assert.deepEqual([...new Set(commands.map(({ category }) => category))], ['%category%']);
  });

  it('contributes exactly the language model tools of their table, which cost at most 600 tokens, and none without a connection', () => {
    const { languageModelTools: tools } = manifest.contributes;
    assert.deepEqual(sorted(tools.map(({ name }) => name)), sorted(lmToolNames));
    assert.ok(tools.every(({ when }) => when === contextKeys.hasConnection));
    const described = tools.map(({ name, modelDescription, inputSchema }) => ({
      name,
      modelDescription,
      inputSchema,
    }));
    const tokens = encode(JSON.stringify(described)).length;
    assert.ok(tokens <= 600, `${tokens} tokens`);
  });

  it('contributes exactly the settings of the setting table, with its defaults, which their schemas accept', () => {
    const known = [...Object.keys(settings), ...Object.values(levelledSettings)];
    assert.deepEqual(sorted(Object.keys(properties)), sorted(known));
    for (const [key, { schema, fallback }] of Object.entries(settings)) {
      assert.deepEqual(properties[key]?.default, fallback, key);
      assert.ok(schema.safeParse(fallback).success, key);
    }
    assert.equal(properties['service.notifications.pollInterval']?.minimum, shortestPollInterval);
  });

  it('changes one default of the editor: no toast about the ports at which pages of a platform find it', () => {
    const attributes = { label: nls.displayName, onAutoForward: 'silent' };
    const ports = `${editorPorts[0]}-${editorPorts.at(-1)}`;
    assert.deepEqual(manifest.contributes.configurationDefaults, {
      'remote.portsAttributes': { [ports]: attributes },
    });
  });

  it('describes every setting, and marks the legacy ones as deprecated [CO5]', () => {
    for (const [key, { description, markdownDescription }] of Object.entries(properties))
      assert.ok(description ?? markdownDescription, key);
    for (const key of [levelledSettings.legacyServer, levelledSettings.legacyCloud])
      assert.equal(properties[key]?.markdownDeprecationMessage, '%setting.connections.deprecated%');
  });

  it('allows no setting of a workspace that decides where tokens go [R4]', () => {
    assert.equal(properties['service.connectedMode.cloudHosts']?.scope, 'application');
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.deepEqual(sorted(restrictedConfigurations), [
      levelledSettings.legacyCloud,
      levelledSettings.legacyServer,
      levelledSettings.project,
      levelledSettings.subfolders,
      'service.secrets.diagnostics',
    ]);
  });

  it('lets each folder that the user trusts switch off the search for secrets, and no other folder', () =>
    // Untrusted folders: the test above.
    assert.equal(properties['service.secrets.diagnostics']?.scope, 'resource'));

  it('keeps the legacy settings in the window scope, so that their removal reaches the file they stand in [CO4]', () => {
    assert.equal(properties[levelledSettings.legacyServer]?.scope, 'window');
    assert.equal(properties[levelledSettings.legacyCloud]?.scope, 'window');
  });

  it('has every %key% of it in package.nls.json and the other way round', () => {
    const text = readFileSync(join(root, 'package.json'), 'utf8');
    const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key));
    assert.deepEqual(sorted(Object.keys(nls)), sorted(used));
  });

  it('offers in menus and welcome texts only commands that exist', () => {
    const known = new Set<string>(commandIds);
    const inMenus = Object.values(menus).flatMap((items) => items.flatMap(({ command = [] }) => command));
    const inWelcomes = Object.values(nls).flatMap((value) =>
      [...value.matchAll(/\(command:([\w.]+)\)/g)].map(([, command = '']) => command),
    );
    for (const command of [...inMenus, ...inWelcomes]) assert.ok(known.has(command), command);
  });

  it('has at most one button in each text of the empty view; other links are in a sentence', () => {
    for (const bundle of [nls, german])
      for (const { contents } of viewsWelcome) {
        const lines = (bundle[contents.replaceAll('%', '')] ?? '').split('\n');
        assert.ok(lines.filter((line) => /^\[.*\]\(.*\)$/.test(line)).length <= 1, contents);
      }
  });

  it('hides from the palette, until there is a connection, only commands that need one', () => {
    const hidden = menus.commandPalette ?? [];
    assert.deepEqual(new Set(hidden.map(({ when }) => when)), new Set([contextKeys.hasConnection]));
    const shown = commandIds.filter((id) => !hidden.some(({ command }) => command === id));
    assert.ok(shown.length <= 25, `${shown.length} commands`);
    // A user without a connection sets one up, moves old settings, uses agent hooks or looks for help.
    for (const id of [
      'service.addConnection',
      'service.importConnections',
      'service.bindFolder',
      'service.checkAllConnections',
      'service.removeLegacySettings',
      'service.showMigrationReport',
      ...agentHookCommandIds,
      'service.explainSilence',
      'service.copyDiagnosticReport',
      'service.openWalkthrough',
      'service.showLog',
    ] as const)
      assert.ok(shown.includes(id), id);
  });

  it('has context keys in its conditions that the code sets', () => {
    const keys = new Set<string>(Object.values(contextKeys));
    const conditions = [
      ...viewsWelcome.map(({ when }) => when),
      ...Object.values(menus).flatMap((items) => items.map(({ when = '' }) => when)),
      ...commands.map(({ enablement = '' }) => enablement),
      ...walkthroughs.flatMap(({ steps }) => steps.flatMap(({ completionEvents }) => completionEvents)),
    ].join(' ');
    for (const [key] of conditions.matchAll(/(?<=&& |\|\| |!|onContext:)service\.\w+/g))
      assert.ok(keys.has(key), key);
    for (const key of keys) assert.ok(conditions.includes(key), key);
  });

  it('shows one text in the empty view at each moment, also while its keys are set one after the other', () => {
    for (const [ready, storageBroken] of [
      [false, false],
      [false, true],
      [true, true],
      [true, false],
    ]) {
      const keys: Readonly<Record<string, boolean | undefined>> = {
        [contextKeys.ready]: ready,
        [contextKeys.storageBroken]: storageBroken,
      };
      const holds = (term: string) => (term.startsWith('!') ? !keys[term.slice(1)] : keys[term]);
      const shown = viewsWelcome.filter(
        ({ view, when }) => view === viewId && when.split(' && ').every(holds),
      );
      assert.equal(shown.length, 1, JSON.stringify(keys));
    }
  });

  it('has one container with its views, and their pictures', () => {
    assert.deepEqual(fieldOf(views.service, 'id'), [viewId, gateViewId, historyViewId, agentHooksViewId]);
    const icons = [manifest.icon, ...viewsContainers.activitybar.map(({ icon }) => icon)];
    for (const icon of icons) assert.ok(existsSync(join(root, icon)), icon);
  });

  it('has no backticks in the texts of the walkthrough, which the editor shows as they are', () => {
    for (const texts of [englishTexts, germanTexts]) {
      const shown = Object.entries(texts).filter(
        ([key, text]) => key.startsWith('walkthrough.') && text.includes('`'),
      );
      assert.deepEqual(shown, []);
    }
  });

  it('has one walkthrough, which the code opens by its id, and its pictures', () => {
    assert.deepEqual(
      walkthroughs.map(({ id }) => `service.service-ide#${id}`),
      [walkthroughId],
    );
    for (const { media } of walkthroughs.flatMap(({ steps }) => steps))
      assert.ok(existsSync(join(root, media.image)), media.image);
  });

  it("prefers to run on the user's machine, and starts after the editor", () => {
    assert.deepEqual(manifest.extensionKind, ['ui', 'workspace']);
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']);
  });

  it('is compiled with the types of the oldest supported editor', () =>
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`));
});
