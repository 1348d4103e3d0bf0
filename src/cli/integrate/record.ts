import { isDeepStrictEqual } from 'node:util';
import { isSamePath } from '../../node/files/systemPath.ts';
import type { CliState, InstalledFeature, Installation } from '../../node/credentials/cliState.ts';
import type { FileChange } from '../../node/files/transaction/fileTransaction.ts';
import type { Layout } from './layout.ts';
import type { Component, Scope } from '../../agents/agent.ts';

export interface InstallationId {
  readonly editor: string;
  readonly scope: Scope;
  readonly root: string;
}

export const idOf = ({ editor, scope, root }: Layout): InstallationId => ({ editor: editor.id, scope, root });

const scopeOptions: Readonly<Record<Scope, string>> = {
  project: '',
  global: ' --global',
  system: ' --system',
};

/** Returns how the user repairs an installation, in words for the user. */
export function fixOf({ editor, scope, root }: InstallationId): string {
  return `Run${scope === 'project' ? ` in ${root}` : ''}: service-cli integrate ${editor}${scopeOptions[scope]}`;
}

interface RecordInput {
  readonly id: InstallationId;
  /** The components that are installed at the end of the run, with their files. */
  readonly installed: readonly { readonly component: Component; readonly paths: readonly string[] }[];
  readonly changes: readonly FileChange[];
  readonly version: string;
  /** ISO date. */
  readonly at: string;
  readonly projectKey: string | undefined;
}

/** Returns the record of an agent in a scope (for `project`, in a folder); undefined if nothing was recorded. */
export function findInstallation(
  state: CliState,
  { editor, scope, root }: InstallationId,
): Installation | undefined {
  return state.integrations?.installed.find(
    (item) => item.integration === editor && item.scope === scope && isSamePath(item.root, root),
  );
}

/**
 * Returns the state after a run. It records exactly the installed components, so that a component that the user removed
 * by hand also leaves the record. Returns the same object when nothing has changed. Pure.
 */
export function recordInstallation(state: CliState, input: RecordInput): CliState {
  const { id, installed, version, at, projectKey } = input;
  const before = findInstallation(state, id);
  const others = (state.integrations?.installed ?? []).filter((item) => item !== before);
  if (installed.length === 0) return before ? withInstallations(state, others) : state;
  const features = installed.map((item) => featureOf(item, before, input));
  const { editor, scope, root } = id;
  const key = projectKey ?? before?.projectKey;
  const next: Installation = {
    ...before,
    integration: editor,
    scope,
    root,
    cliVersion: version,
    ...(key !== undefined && { projectKey: key }),
    features,
  };
  // The record may have another name of the same folder.
  return isDeepStrictEqual({ ...before, root }, next)
    ? state
    : withInstallations(state, [...others, next], at);
}

function featureOf(
  { component, paths }: RecordInput['installed'][number],
  before: Installation | undefined,
  { changes, version, at }: RecordInput,
): InstalledFeature {
  const known = before?.features.find(({ feature }) => feature === component);
  const made = new Set(changes.filter((change) => change.before === undefined).map(({ path }) => path));
  const ours = new Set(known?.files.filter(({ isOurs }) => isOurs).map(({ path }) => path));
  const files = paths.map((path) => ({ path, isOurs: made.has(path) || ours.has(path) }));
  return { ...known, feature: component, cliVersion: version, installedAt: known?.installedAt ?? at, files };
}

function withInstallations(state: CliState, installed: Installation[], at?: string): CliState {
  return {
    ...state,
    integrations: { ...state.integrations, installed, ...(at !== undefined && { updatedAt: at }) },
  };
}

export function ourFiles(state: CliState): ReadonlySet<string> {
  const features = (state.integrations?.installed ?? []).flatMap((item) => item.features);
  return new Set(
    features.flatMap(({ files }) => files.filter(({ isOurs }) => isOurs).map(({ path }) => path)),
  );
}

/** Whether another folder or editor still calls the handler. */
export function isHandlerShared(state: CliState, id: InstallationId): boolean {
  const mine = findInstallation(state, id);
  const usesHandler = ({ feature }: InstalledFeature): boolean => feature !== 'toolServer';
  return (state.integrations?.installed ?? []).some(
    (item) => item !== mine && item.integration !== 'git' && item.features.some(usesHandler),
  );
}
