import { join } from 'node:path';
import type { Component, Scope } from './components.ts';
import type { EditorDescriptor } from './editors.data.ts';
import { hookEntries } from './resources/hookEntries.ts';
import { leftover, ownFile } from './resources/ownFile.ts';
import type { Resource } from './resources/resource.ts';
import { toolServerEntry } from './resources/toolServerEntry.ts';
import { ruleText } from './ruleText.data.ts';
import { shimFor } from './shims/shim.ts';

/** Where and how an editor is integrated; everything that the content of a file depends on. */
export interface Layout {
  readonly editor: EditorDescriptor;
  readonly scope: Scope;
  /** The project's folder, or the person's home. */
  readonly root: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** `SERVICE_HOME`, where it is set. */
  readonly serviceHome: string | undefined;
  /** Files below `bin/<version>`, see handlerFiles.ts. */
  readonly handler: readonly Resource[];
  /** How an editor starts us. */
  readonly program: { readonly command: string; readonly args: readonly string[] };
  /** Variables of the tool server: values that are no secret. Undefined where the platform is not known. */
  readonly environment: Readonly<Record<string, string>> | undefined;
  /** A skill of an earlier version that gives way to the hook, and the project that holds it. */
  readonly leftoverSkill: { readonly path: string; readonly project: string } | undefined;
}

/** What a component consists of; undefined where the editor has no place for it in this scope. */
export function resourcesOf(component: Component, layout: Layout): readonly Resource[] | undefined {
  const { editor, scope, root } = layout;
  const within = scope === 'project' ? root : undefined;
  if (component === 'toolServer') {
    const path = editor.toolServer.paths[scope];
    return path === undefined
      ? undefined
      : [
          toolServerEntry({
            path: join(root, path),
            within,
            key: editor.toolServer.key,
            entry: serverEntry(layout),
            environment: layout.environment,
          }),
        ];
  }
  const { hooks } = editor;
  if (!hooks) return undefined;
  const shim = shimFor(layout.platform, {
    version: layout.version,
    home: layout.serviceHome,
    editor: editor.id,
  });
  const shimPath = join(root, hooks.directory, 'hooks', shim.fileName);
  // The editor runs hooks of a project in its folder; those of a person only "somewhere", so they get the whole path.
  const named = scope === 'project' ? `${hooks.directory}/hooks/${shim.fileName}` : shimPath;
  const entries = hookEntries({
    path: join(root, hooks.directory, 'hooks.json'),
    within,
    entries: hooks.entries.filter((entry) => entry.component === component),
    command: (event) => shim.command(named, event),
  });
  // What the entries call comes first, so that a run that is cut off leaves no entry that calls nothing.
  const shared = [...layout.handler, ownFile(shimPath, shim.text, within)];
  if (component === 'secretsHooks') return [...shared, entries];
  const { leftoverSkill } = layout;
  const skill = leftoverSkill === undefined ? [] : [leftover(leftoverSkill.path, leftoverSkill.project)];
  return [...shared, ownFile(join(root, hooks.ruleFile), ruleText, within), entries, ...skill];
}

function serverEntry({ editor, program }: Layout): Record<string, unknown> {
  const { type } = editor.toolServer;
  return {
    ...(type !== undefined && { type }),
    command: program.command,
    args: [...program.args, 'mcp'],
  };
}
