import { type FileChange, sameBytes } from '../../node/files/transaction/fileTransaction.ts';
import { type Component, components } from '../../agents/agent.ts';
import type { CliState } from '../../node/credentials/cliState.ts';
import { type Layout, resourcesOf } from './layout.ts';
import { idOf, isHandlerShared, ourFiles } from './record.ts';
import type { PartStatus, Resource, Status } from './resources/resource.ts';

export interface Decision {
  readonly component: Component;
  readonly action: 'install' | 'remove' | 'keep';
}

/** The content of every path that a layout may touch. */
export interface Files {
  /** The value is undefined when the file does not exist. */
  readonly bytes: ReadonlyMap<string, Uint8Array | undefined>;
  /** Paths that are neither read nor written, such as links of a repository, each with the reason. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Returns the changes that carry out the decisions; an empty list when the files already match them. Pure. */
export function planChanges(
  layout: Layout,
  decisions: readonly Decision[],
  bytes: Files['bytes'],
  state: CliState,
): FileChange[] {
  const wanted = new Map(bytes);
  const within = new Map(allResources(layout).map((resource) => [resource.path, resource.within]));
  const resources = (action: Decision['action']): Resource[] =>
    decisions
      .filter((decision) => decision.action === action)
      .flatMap(({ component }) => resourcesOf(component, layout) ?? []);
  // Whole files that a remaining component still needs. A component that is neither present nor to be installed does
  // not remain.
  const staying = components
    .filter((component) => decisions.some((item) => item.component === component && item.action === 'keep'))
    .filter((component) => {
      const status = inspectComponent(component, layout, { bytes, refused: new Map() })?.status;
      return status !== undefined && status !== 'NOT CONFIGURED';
    })
    .flatMap((component) => resourcesOf(component, layout) ?? []);
  const needed = new Set([...resources('install'), ...staying].filter(isWholeFile).map(({ path }) => path));
  if (isHandlerShared(state, idOf(layout))) for (const { path } of layout.handler) needed.add(path);
  // A file that an earlier run created is deleted when it is empty without the entries of this program.
  const ours = ourFiles(state);
  for (const resource of resources('remove').reverse()) {
    const { path } = resource;
    if (isWholeFile(resource) && needed.has(path)) continue;
    wanted.set(path, resource.remove(wanted.get(path), ours.has(path)));
  }
  for (const resource of resources('install'))
    wanted.set(resource.path, resource.install(wanted.get(resource.path)));
  return [...wanted].flatMap(([path, after]) => {
    const before = bytes.get(path);
    return sameBytes(before, after) ? [] : [{ path, within: within.get(path), before, after }];
  });
}

/** Returns all resources that a layout may touch. A file that several components share occurs several times. */
export function allResources(layout: Layout): readonly Resource[] {
  return components.flatMap((component) => resourcesOf(component, layout) ?? []);
}

export interface ComponentStatus {
  readonly component: Component;
  readonly status: Status;
  readonly items: readonly {
    readonly path: string;
    /** Event and matcher of a hook, or the name of a server; '' for a whole file. */
    readonly part: string;
    readonly status: Status;
    readonly reason?: string;
  }[];
}

export function inspectComponent(
  component: Component,
  layout: Layout,
  files: Files,
): ComponentStatus | undefined {
  const resources = resourcesOf(component, layout);
  if (!resources) return undefined;
  const itemsOf = (resource: Resource) =>
    inspect(resource, files).map((item) => ({ path: resource.path, ...item }));
  const items = resources.flatMap(itemsOf);
  // Several components share the handler and the shim, so only the parts of this component show whether it is present.
  const own = resources.filter(({ isShared }) => isShared !== true).flatMap(itemsOf);
  if (own.every(({ status }) => status === 'NOT CONFIGURED'))
    return { component, status: 'NOT CONFIGURED', items: own };
  const isFine = items.every(({ status }) => status === 'CONFIGURED');
  return { component, status: isFine ? 'CONFIGURED' : 'CONFIGURED / INVALID CONFIG', items };
}

function inspect(resource: Resource, { bytes, refused }: Files): readonly PartStatus[] {
  const reason = refused.get(resource.path);
  if (reason === undefined) return resource.inspect(bytes.get(resource.path));
  const parts = resource.parts.length > 0 ? resource.parts : [''];
  return parts.map((part) => ({ part, status: 'CONFIGURED / INVALID CONFIG', reason }));
}

/** Whether this program owns the whole file. Other files also have entries of other programs. */
export function isWholeFile({ parts }: Resource): boolean {
  return parts.length === 0;
}
