import { join } from 'node:path';
import {
  type AgentHooks,
  type AgentLayout,
  type Component,
  type HookComponent,
  type HookEntry,
  type HookPlace,
  placeOf,
  type Scope,
  systemFolder,
} from '../../agents/agent.ts';
import { hookEntries } from './resources/hookEntries.ts';
import { type Resource, obsoleteFile, ownFile } from './resources/resource.ts';
import { toolServerEntry } from './resources/toolServerEntry.ts';
import { hookCommand } from './shims/hookCommand.ts';
import { posixShim } from './shims/posixShim.ts';
import { powerShellShim } from './shims/powerShellShim.ts';
import type { ShimOptions } from './shims/shimOptions.ts';

/** The place and the form of an integration: everything that the content of a file depends on. */
export interface Layout {
  readonly editor: AgentLayout;
  readonly scope: Scope;
  /** The project's folder, the user's home folder, or the root of the file system. */
  readonly root: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** The value of `SERVICE_HOME`, or undefined when it is not set. */
  readonly serviceHome: string | undefined;
  /** The files below `bin/<version>`, see layoutOf.ts. */
  readonly handler: readonly Resource[];
  /** The command line by which an editor starts this program. */
  readonly program: { readonly command: string; readonly args: readonly string[] };
  /** Environment variables of the tool server; they contain no secrets. Undefined when the platform is not known. */
  readonly environment: Readonly<Record<string, string>> | undefined;
  /** A skill of an earlier version that the hook replaces, and the project that contains it. */
  readonly leftoverSkill: { readonly path: string; readonly project: string } | undefined;
}

/** Returns the files and entries of a component, or undefined when the agent does not support it in this scope. */
export function resourcesOf(component: Component, layout: Layout): readonly Resource[] | undefined {
  if (component === 'toolServer') return toolServerResources(layout);
  const { hooks, place } = hooksOf(layout) ?? {};
  if (!hooks || !place || (component === 'agent' && layout.scope === 'system')) return undefined;
  const entries = hooks.entries.filter((entry) => entry.component === component);
  const { ruleText } = hooks;
  const rule =
    component === 'agent' && place.rule !== undefined && ruleText !== undefined
      ? [ownFile(join(layout.root, place.rule), ruleText, withinOf(layout))]
      : [];
  if (entries.length === 0 && rule.length === 0) return undefined;
  // The files that the entries call come first, so that an interrupted run does not leave an entry that calls a missing
  // file.
  const called = entries.length === 0 ? [] : [...layout.handler, ...shimFiles(hooks, place, layout)];
  const shared = called.map((resource) => ({ ...resource, isShared: true }));
  const own = entries.length === 0 ? [] : [entriesFile(component, hooks, place, entries, layout)];
  const { leftoverSkill } = layout;
  const skill =
    component === 'secretsHooks' || leftoverSkill === undefined
      ? []
      : [obsoleteFile(leftoverSkill.path, leftoverSkill.project)];
  return [...shared, ...rule, ...own, ...skill];
}

/** Returns the hooks of the layout's agent and their place, or undefined when it has none in this scope. */
export function hooksOf({
  editor: { id, hooks },
  scope,
  platform,
}: Layout): { readonly hooks: AgentHooks; readonly place: HookPlace } | undefined {
  const place = hooks && placeOf(hooks, id, scope, platform);
  return place && { hooks, place };
}

function withinOf({ scope, root }: Layout): string | undefined {
  return scope === 'project' ? root : undefined;
}

function shimFiles(hooks: AgentHooks, place: HookPlace, layout: Layout): Resource[] {
  const { editor, scope, root, platform, version, serviceHome } = layout;
  const isSystem = scope === 'system';
  // The file of a project names the commands of both shells where the agent's format has both.
  const platforms = hooks.hasBothShells === true ? (['linux', 'win32'] as const) : [platform];
  return platforms.map((each) => {
    const shim = shimFor(each, {
      version,
      home: isSystem ? join(root, systemFolder(platform), '..') : serviceHome,
      isHomeFixed: isSystem,
      agent: editor.id,
      protocol: hooks.protocol,
    });
    return ownFile(join(root, place.scripts, shim.fileName), shim.text, withinOf(layout));
  });
}

function entriesFile(
  component: HookComponent,
  { format, deniesFaults }: AgentHooks,
  place: HookPlace,
  entries: readonly HookEntry[],
  layout: Layout,
): Resource {
  const { root, platform } = layout;
  const path = join(root, (component === 'agent' ? place.contextFile : undefined) ?? place.file);
  const within = withinOf(layout);
  const command = (entry: HookEntry) => hookCommand({ platform, root, place, deniesFaults, entry });
  if (format.kind === 'own')
    return ownFile(path, format.write(entries.map((entry) => [entry, command(entry)])), within);
  const write = (entry: HookEntry): object => format.write(entry, command(entry));
  return hookEntries({ path, within, format, entries, write });
}

function toolServerResources(layout: Layout): readonly Resource[] | undefined {
  const { editor, scope, root, program, environment } = layout;
  const { toolServer } = editor;
  const path = toolServer?.paths[scope];
  if (toolServer === undefined || path === undefined) return undefined;
  const { fields, key } = toolServer;
  const entry = { ...fields, command: program.command, args: [...program.args, 'mcp'] };
  return [toolServerEntry({ path: join(root, path), within: withinOf(layout), key, entry, environment })];
}

export function shimFor(platform: NodeJS.Platform, options: ShimOptions): { fileName: string; text: string } {
  return platform === 'win32'
    ? { fileName: 'service-guard.ps1', text: powerShellShim(options) }
    : { fileName: 'service-guard.sh', text: posixShim(options) };
}
