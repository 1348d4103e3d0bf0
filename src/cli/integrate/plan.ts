import type { FileChange } from '../../node/files/transaction/fileTransaction.ts';
import { type Component, components } from './components.ts';
import { type Layout, resourcesOf } from './layout.ts';
import type { PartStatus, Resource, Status } from './resources/resource.ts';

/** What shall become of a component. `keep`: as it is. */
export interface Decision {
  readonly component: Component;
  readonly action: 'install' | 'remove' | 'keep';
}

/** What is on disk at every path that a layout may touch. */
export interface Files {
  /** Undefined: there is no file. */
  readonly bytes: ReadonlyMap<string, Uint8Array | undefined>;
  /** Paths that are neither read nor written, such as links of a repository, each with the reason. */
  readonly refused: ReadonlyMap<string, string>;
}

export interface PlanInput {
  readonly layout: Layout;
  readonly decisions: readonly Decision[];
  readonly bytes: Files['bytes'];
  /** Files that an earlier run made: what is empty without us goes as a whole. */
  readonly ourFiles: ReadonlySet<string>;
  /** Another folder or editor still calls the handler. */
  readonly isHandlerShared: boolean;
}

/** The changes that make the decisions true; none where they are true already. Pure. */
export function planChanges({
  layout,
  decisions,
  bytes,
  ourFiles,
  isHandlerShared,
}: PlanInput): FileChange[] {
  const wanted = new Map(bytes);
  const within = new Map(allResources(layout).map((resource) => [resource.path, resource.within]));
  const resources = (action: Decision['action']): Resource[] =>
    decisions
      .filter((decision) => decision.action === action)
      .flatMap(({ component }) => resourcesOf(component, layout) ?? []);
  // Whole files that a remaining component still needs. One that is neither there nor installed does not remain.
  const staying = components
    .filter((component) => decisions.some((item) => item.component === component && item.action === 'keep'))
    .filter((component) => isThere(component, layout, bytes))
    .flatMap((component) => resourcesOf(component, layout) ?? []);
  const needed = new Set([...resources('install'), ...staying].filter(isWholeFile).map(({ path }) => path));
  if (isHandlerShared) for (const { path } of layout.handler) needed.add(path);
  for (const resource of resources('remove').reverse()) {
    const { path } = resource;
    if (isWholeFile(resource) && needed.has(path)) continue;
    wanted.set(path, resource.remove(wanted.get(path), ourFiles.has(path)));
  }
  for (const resource of resources('install'))
    wanted.set(resource.path, resource.install(wanted.get(resource.path)));
  return [...wanted].flatMap(([path, after]) => {
    const before = bytes.get(path);
    return isSame(before, after) ? [] : [{ path, within: within.get(path), before, after }];
  });
}

function isThere(component: Component, layout: Layout, bytes: Files['bytes']): boolean {
  const status = inspectComponent(component, layout, { bytes, refused: new Map() })?.status;
  return status !== undefined && status !== 'NOT CONFIGURED';
}

/** Everything that a layout may touch; a file that several components share is there several times. */
export function allResources(layout: Layout): readonly Resource[] {
  return components.flatMap((component) => resourcesOf(component, layout) ?? []);
}

export interface ComponentStatus {
  readonly component: Component;
  readonly status: Status;
  readonly items: readonly {
    readonly path: string;
    /** Event and matcher of a hook, name of a server; '' for a whole file. */
    readonly part: string;
    readonly status: Status;
    readonly reason?: string;
  }[];
}

/** The state of a component, part by part; undefined where the editor has no place for it. */
export function inspectComponent(
  component: Component,
  layout: Layout,
  files: Files,
): ComponentStatus | undefined {
  const resources = resourcesOf(component, layout);
  if (!resources) return undefined;
  const items = resources.flatMap((resource) =>
    inspect(resource, files).map((item) => ({ path: resource.path, ...item })),
  );
  // The handler and the shim serve several components: only what belongs to this one tells that it is there.
  const own = items.filter(({ path, part }) => part !== '' || path.endsWith('.mdc'));
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

/** Ours from the first byte to the last; the others hold entries of other programs, too. */
export function isWholeFile({ parts }: Resource): boolean {
  return parts.length === 0;
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}
