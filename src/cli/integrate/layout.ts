import { join } from 'node:path';
import type { Component, Scope, AgentLayout } from '../../agents/agent.ts';
import { hookEntries } from './resources/hookEntries.ts';
import { type Resource, leftover, ownFile } from './resources/resource.ts';
import { toolServerEntry } from './resources/toolServerEntry.ts';
import { shimFor } from './shims/shim.ts';

/** The place and the form of an integration: everything that the content of a file depends on. */
export interface Layout {
  readonly editor: AgentLayout;
  readonly scope: Scope;
  /** The project's folder, or the user's home folder. */
  readonly root: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** The value of `SERVICE_HOME`, or undefined when it is not set. */
  readonly serviceHome: string | undefined;
  /** The files below `bin/<version>`, see handlerFiles.ts. */
  readonly handler: readonly Resource[];
  /** The command line by which an editor starts this program. */
  readonly program: { readonly command: string; readonly args: readonly string[] };
  /** Environment variables of the tool server; they contain no secrets. Undefined when the platform is not known. */
  readonly environment: Readonly<Record<string, string>> | undefined;
  /** A skill of an earlier version that the hook replaces, and the project that contains it. */
  readonly leftoverSkill: { readonly path: string; readonly project: string } | undefined;
}

/**
 * Returns the files and entries of a component, or undefined when the editor does not support the component in this
 * scope.
 */
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
    agent: editor.id,
    protocol: hooks.protocol,
  });
  const shimPath = join(root, hooks.directory, 'hooks', shim.fileName);
  // The editor runs hooks of a project in the project's folder, but does not define the folder for hooks of a user.
  // Those get the absolute path.
  const named = scope === 'project' ? `${hooks.directory}/hooks/${shim.fileName}` : shimPath;
  const entries = hookEntries({
    path: join(root, hooks.directory, 'hooks.json'),
    within,
    entries: hooks.entries.filter((entry) => entry.component === component),
    write: (entry) => hooks.write(entry, shim.command(named, entry.event)),
  });
  // The files that the entries call come first, so that an interrupted run does not leave an entry that calls a missing
  // file.
  const shared = [...layout.handler, ownFile(shimPath, shim.text, within)];
  if (component === 'secretsHooks') return [...shared, entries];
  const { leftoverSkill } = layout;
  const skill = leftoverSkill === undefined ? [] : [leftover(leftoverSkill.path, leftoverSkill.project)];
  return [...shared, ownFile(join(root, hooks.ruleFile), hooks.ruleText, within), entries, ...skill];
}

function serverEntry({ editor, program }: Layout): Record<string, unknown> {
  const { type } = editor.toolServer;
  return {
    ...(type !== undefined && { type }),
    command: program.command,
    args: [...program.args, 'mcp'],
  };
}
