import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../../../core/failures.ts';
import { valueAt } from '../../../core/fields.ts';
import { parse, parseJson } from '../../../core/parsing.ts';
import { readTextIfPresent } from '../../../node/files/textFile.ts';
import { type JsonDocument, openJsonDocument } from '../../../node/json/jsonDocument.ts';
import { findProgram } from '../../../node/process/findProgram.ts';
import type { Files } from '../plan.ts';
import { hooksOf, type Layout } from '../layout.ts';
import { listAt, isOurs } from '../resources/hookEntries.ts';
import { type AgentLayout, secretsEvents } from '../../../agents/agent.ts';
import type { ServiceHome } from '../../../node/files/serviceHome.ts';
import { readInside, UnsafePath } from '../../../node/files/realPath.ts';

/** Returns what a user should know about an installation that works: other hooks, and an agent that is too old. */
export async function hookNotes(layout: Layout, files: Files): Promise<string[]> {
  return [...foreignHooks(layout, files), ...(await oldAgent(layout))];
}

/**
 * Returns a sentence for each setting that keeps the agent from calling its hooks. A setting of a project switches the
 * hooks for all projects off, too.
 *
 * @param roots The open project and the home folder of the user.
 */
export async function switchedOff(
  { editor, root, scope }: Layout,
  roots: readonly string[],
): Promise<string[]> {
  if (scope === 'system') return [];
  const notes: string[] = [];
  for (const folder of new Set([root, ...roots]))
    for (const { file, setting, off } of editor.hooks?.switches ?? []) {
      const path = join(folder, file);
      const text = await readTextIfPresent(path);
      if (text !== undefined && settingIn(path, text, setting) === off)
        notes.push(
          `${path} switches all hooks of ${editor.title} off: ${setting.join('.')} is ${off}. Remove the setting.`,
        );
    }
  return notes;
}

function settingIn(path: string, text: string, setting: readonly string[]): unknown {
  try {
    const { value } = openJsonDocument(path, Buffer.from(text));
    return valueAt(value, setting);
  } catch (error) {
    // The agent cannot read the file either. If it has our hooks, their status reports the problem.
    if (!Failure.is(error)) throw error;
    return undefined;
  }
}

/** Hooks of other programs may answer before ours, or change the request that ours has checked. */
function foreignHooks(layout: Layout, { bytes }: Files): string[] {
  const { hooks, place } = hooksOf(layout) ?? {};
  if (!hooks || !place || hooks.format.kind !== 'shared') return [];
  const { listOf } = hooks.format;
  const path = join(layout.root, place.files.secretsHooks);
  const current = bytes.get(path);
  if (current === undefined) return [];
  let document: JsonDocument;
  try {
    document = openJsonDocument(path, current);
  } catch (error) {
    // The status of the file reports the problem.
    if (!Failure.is(error)) throw error;
    return [];
  }
  const events = [...new Set(hooks.entries.map(({ event }) => event))];
  const foreign = events.filter((event) => listAt(document, listOf(event)).some((entry) => !isOurs(entry)));
  return foreign.length === 0 ? [] : [`${path} also has hooks of other programs for ${foreign.join(', ')}.`];
}

/** Says that the agent on this machine is too old to block when a hook fails. */
async function oldAgent({ editor }: Layout): Promise<string[]> {
  const since = editor.hooks?.whenHookFails.since;
  if (since === undefined) return [];
  for (const name of editor.traces.programs) {
    const program = findProgram(name);
    const version = program === undefined ? undefined : await versionOf(program);
    if (version !== undefined && isOlder(version, since))
      return [`${editor.title} ${version} continues when a hook fails. Update it to ${since} or newer.`];
  }
  return [];
}

const manifest = z.object({ name: z.string(), version: z.string() });

/**
 * Returns the version of an installed program without running it: the name of its file, as native installers have it,
 * or the package that holds it. Undefined when neither says so.
 */
async function versionOf(program: string): Promise<string | undefined> {
  const real = realpathSync(program);
  if (/^\d+\.\d+\.\d+$/.test(basename(real))) return basename(real);
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readTextIfPresent(join(folder, 'package.json'));
    if (text === undefined) continue;
    try {
      return parse(manifest, JSON.parse(text), 'package.json').version;
    } catch {
      // Inside a package, a package.json without a version only sets the kind of modules.
      continue;
    }
  }
  return undefined;
}

function isOlder(version: string, since: string): boolean {
  const [a, b] = [version, since].map((text) => text.split(/[.+-]/).map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const note = z.object({ at: z.iso.datetime(), answer: z.enum(['allowed', 'denied']) });

/** The last time that an agent called a hook; without `at`, it never did. */
export interface LastCall {
  readonly event: string;
  readonly at?: string;
  readonly answer?: 'allowed' | 'denied';
}

/** Returns the last call of each secrets hook of an agent, from any folder. */
export function lastCalls({ calls }: ServiceHome, editor: AgentLayout): readonly LastCall[] {
  return secretsEvents(editor).map((event) => {
    const path = join(calls, `${editor.id} ${event}.json`);
    try {
      const bytes = readInside(calls, path);
      return { event, ...(bytes && parse(note, parseJson(bytes.toString('utf8'), path), path)) };
    } catch (error) {
      // A hook was killed while it wrote the note, or an agent has put something else in its place.
      if (!Failure.is(error) && !(error instanceof UnsafePath)) throw error;
      return { event };
    }
  });
}

export function wordsOfCalls(calls: readonly LastCall[]): string {
  const called = calls.filter(({ at }) => at !== undefined);
  const never = calls.filter(({ at }) => at === undefined).map(({ event }) => event);
  const last = called.map(({ event, at, answer }) => `${event} at ${at ?? ''} (${answer ?? ''})`);
  return [
    ...(last.length > 0 ? [`last called: ${last.join(', ')}`] : []),
    ...(never.length > 0 ? [`never called: ${never.join(', ')}`] : []),
  ].join('; ');
}
