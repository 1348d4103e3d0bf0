import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, messageOf } from '../../core/failures.ts';
import { readState, stateChange } from '../../node/credentials/cliState.ts';
import { readIfPresent } from '../../node/files/transaction/fileSteps.ts';
import { applyChanges, type FileChange } from '../../node/files/transaction/fileTransaction.ts';
import { ownPath, partsInside, readInside, UnsafePath } from '../../node/files/realPath.ts';
import { type HeldLock, withLock } from '../../node/files/locks/lock.ts';
import type { ServiceHome } from '../../node/files/serviceHome.ts';
import { recoverChanges } from '../../node/files/transaction/transactionJournal.ts';
import { CliError } from '../exitCodes.ts';
import { components } from '../../agents/agent.ts';
import { type Layout, resourcesOf } from './layout.ts';
import type { Resource } from './resources/resource.ts';
import { allResources, type Files, inspectComponent, planChanges } from './plan.ts';
import { handlerCode } from '../compiledCode.ts';
import type { Planned } from './report.ts';
import { idOf, recordInstallation } from './record.ts';

/**
 * Reads all files of a layout. A path that must not be read is part of the result, with the reason.
 *
 * @param bytes What was read for other layouts, which share the handler, and is read for this one.
 * @throws {Failure} `storage` for a file that cannot be read.
 */
export async function readFiles(
  layout: Layout,
  bytes = new Map<string, Uint8Array | undefined>(),
): Promise<Files> {
  const refused = new Map<string, string>();
  for (const resource of allResources(layout)) {
    const { path } = resource;
    try {
      if (bytes.has(path) || refused.has(path)) continue;
      bytes.set(path, await readResource(resource));
    } catch (error) {
      if (Failure.is(error)) throw error;
      if (!(error instanceof UnsafePath))
        throw new Failure('storage', `Could not read ${path}: ${messageOf(error)}`, { cause: error });
      refused.set(path, error.message);
    }
  }
  return { bytes, refused };
}

/** @throws {UnsafePath} for a path that must not be read, such as a link of a repository. */
export async function readResource({
  path,
  within,
}: Pick<Resource, 'path' | 'within'>): Promise<Uint8Array | undefined> {
  return within === undefined ? readIfPresent(ownPath(path)) : readInside(within, path);
}

/** Reverts the changes of a run that was killed, so that this run sees the files as they were before. */
export async function recoverKilledRun({ state, journal }: ServiceHome): Promise<void> {
  if (await readIfPresent(journal)) await withLock(state, () => recoverChanges(journal));
}

/**
 * Reads, plans and writes under one lock, state.json included: either all files change or none does. The plan builds on
 * changes that another run made since this run asked its questions, and does not overwrite them.
 *
 * @returns The changes of the files of the layout; in a dry run, the changes that would be made.
 * @throws {CliError} when a path must not be written, such as a link of a repository.
 */
export function apply(home: ServiceHome, planned: Planned): Promise<readonly FileChange[]> {
  return planned.options.dryRun === true
    ? plan(home, planned).then(({ changes }) => changes)
    : withLock(home.state, (held) => planAndWrite(home, planned, held));
}

async function planAndWrite(
  home: ServiceHome,
  planned: Planned,
  held: HeldLock,
): Promise<readonly FileChange[]> {
  const { layout } = planned;
  const changes = await writePlan(home, held, () => plan(home, planned));
  const removed = changes.filter(({ after }) => after === undefined).map(({ path }) => dirname(path));
  for (const { path } of layout.handler)
    if (removed.includes(dirname(path)))
      await rm(join(dirname(path), handlerCode), { recursive: true, force: true });
  for (const folder of removed) for (const root of [layout.root, home.directory]) await prune(folder, root);
  return changes;
}

export interface PlannedChanges {
  readonly changes: readonly FileChange[];
  readonly stateChanges: readonly FileChange[];
}

/**
 * Plans and writes while the caller holds the lock of state.json: either all files change or none does.
 *
 * @param plan Reads the files and returns their changes. It runs after the changes of a killed run were reverted.
 * @returns The changes of the files, without that of state.json.
 */
export async function writePlan(
  { journal }: ServiceHome,
  held: HeldLock,
  plan: () => Promise<PlannedChanges>,
): Promise<readonly FileChange[]> {
  await recoverChanges(journal);
  const { changes, stateChanges } = await plan();
  await held.assertHeld();
  await applyChanges([...changes, ...stateChanges], { journal });
  return changes;
}

async function plan(home: ServiceHome, { layout, outcomes, projectKey }: Planned): Promise<PlannedChanges> {
  const stateFile = await readState(home.state);
  const { state } = stateFile;
  const { bytes, refused } = await readFiles(layout);
  for (const reason of refused.values())
    throw new CliError(`${reason}. Nothing was changed.`, {
      fix: 'Replace it with a regular file, and run this again.',
    });
  const changes = planChanges(layout, outcomes, bytes, state);
  const after = new Map([...bytes, ...changes.map(({ path, after }) => [path, after] as const)]);
  const installed = components.flatMap((component) => {
    const status = inspectComponent(component, layout, { bytes: after, refused })?.status ?? 'NOT CONFIGURED';
    const paths = (resourcesOf(component, layout) ?? []).map(({ path }) => path);
    return status === 'NOT CONFIGURED'
      ? []
      : [{ component, paths: paths.filter((path) => after.get(path) !== undefined) }];
  });
  const next = recordInstallation(state, {
    id: idOf(layout),
    installed,
    changes,
    version: layout.version,
    at: new Date().toISOString(),
    projectKey,
  });
  return { changes, stateChanges: next === state ? [] : [stateChange(home.state, stateFile, next)] };
}

/** Removes the folders that are empty now, up to `root`. */
async function prune(folder: string, root: string): Promise<void> {
  try {
    for (let path = folder; partsInside(root, path) !== undefined; path = dirname(path)) await rmdir(path);
  } catch {
    // The folder is not empty.
  }
}
