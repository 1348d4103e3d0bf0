import { isFields, valueAt } from '../../core/fields.ts';
import type { AgentLayout, HookEntry } from '../agent.ts';
import { agents } from '../agents.ts';
import type { ChangedSettings } from '../protocol.ts';
import { type FilePorts, textOf } from './checkWrites.ts';
import { ownCommand, switchesOff } from './contentRules.ts';

/** Returns why changed settings are refused (hooks off, or entries of installed secrets hooks lost), or undefined. */
export function whySettingsRefused({ agent, paths }: ChangedSettings, ports: FilePorts): string | undefined {
  const layout = agents.find(({ id }) => id === agent);
  for (const path of new Set(paths)) {
    const text = textOf(path, ports) ?? '';
    if (switchesOff(text, ports.parseJson)) return denial(path, 'switches the secrets hooks off');
    if (layout && isInstalled(layout, path, ports) && lacksEntries(layout, ports.parseJson(text)))
      return denial(path, 'has lost entries of the secrets hooks');
  }
  return undefined;
}

const denial = (path: string, why: string): string =>
  `Blocked: ${path} ${why}, so the change does not apply to this session. If it was yours, restart the agent. Otherwise undo it.`;

const plain = (path: string): string => path.replaceAll('\\', '/');

/**
 * Whether secrets hooks are installed in a file: the record of this user says it, or for a folder without a record the
 * script beside the file, because another user may have committed them.
 */
function isInstalled({ id, hooks }: AgentLayout, path: string, ports: FilePorts): boolean {
  const place = Object.values(hooks?.places ?? {}).find(({ file }) => plain(path).endsWith(`/${file}`));
  if (!place) return false;
  const root = plain(path).slice(0, -place.file.length - 1);
  const known = recordedFeatures(id, root, ports);
  if (known) return known.includes('secretsHooks');
  const shims = ['sh', 'ps1'].map((ending) => `${root}/${place.scripts}/service-guard.${ending}`);
  return shims.some((shim) => textOf(shim, ports) !== undefined);
}

/** Returns the recorded components of an agent in a folder; undefined without a record. */
function recordedFeatures(id: string, root: string, ports: FilePorts): readonly unknown[] | undefined {
  const state = ports.parseJson(textOf(`${ports.serviceHome}/state.json`, ports) ?? '');
  const real = (path: unknown): string => plain(ports.realPath(String(path)) ?? String(path));
  const records = fieldsIn(valueAt(state, ['integrations', 'installed'])).filter(
    (item) => item.integration === id && real(item.root) === real(root),
  );
  if (records.length === 0) return undefined;
  return records.flatMap(({ features }) => fieldsIn(features).map(({ feature }) => feature));
}

const fieldsIn = (list: unknown) => (Array.isArray(list) ? list.filter(isFields) : []);

function lacksEntries({ hooks }: AgentLayout, settings: unknown): boolean {
  const entries = hooks?.entries.filter(({ component }) => component === 'secretsHooks') ?? [];
  const format = hooks?.format;
  return entries.some((entry) => {
    const groups = format?.kind === 'shared' ? valueAt(settings, format.listOf(entry.event)) : undefined;
    return !fieldsIn(groups).some((group) => hasEntry(group, entry));
  });
}

function hasEntry(group: Readonly<Record<string, unknown>>, { event, matcher }: HookEntry): boolean {
  const commands = fieldsIn(group.hooks).map(({ command }) => String(command));
  return group.matcher === matcher && commands.some((text) => ownCommand.test(text) && text.includes(event));
}
