import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { AgentLayout } from '../../../agents/agent.ts';
import { jsonIn } from '../../../agents/request/encodedTexts.ts';
import { isAtOrBelow } from '../../../node/files/realPath.ts';
import { readTextIfPresent } from '../../../node/files/textFile.ts';
import { findBatchFile, findProgram, isExecutable } from '../../../node/process/findProgram.ts';
import { versionOutput } from '../../../node/process/runPrograms.ts';

/**
 * Returns the version of an installed agent, why its hooks do not guard it, and notes: it continues when a hook fails, is
 * newer than tested, or was not found.
 *
 * @param project The open folder, whose programs are neither started nor believed.
 */
export async function examineVersion(
  editor: AgentLayout,
  project: string,
): Promise<{ version?: string | undefined; unguarded?: string | undefined; notes: string[] }> {
  const { title, tested, guarded, hooks } = editor;
  if ((tested ?? guarded ?? hooks?.whenHookFails.since) === undefined) return { notes: [] };
  const [program] = editor.traces.programs.flatMap((name) => findProgram(name) ?? findBatchFile(name) ?? []);
  if (program === undefined) {
    const note = `${title} was not found on the PATH. ${countsAsUnguarded(editor)}`;
    return { notes: guarded ? [note] : [] };
  }
  const version = await versionOf(program, project);
  return { version, unguarded: whyUnguarded(editor, version), notes: notesOn(editor, version) };
}

function notesOn({ title, tested, guarded, hooks }: AgentLayout, version: string | undefined): string[] {
  const since = hooks?.whenHookFails.since;
  if (version === undefined || (guarded && !isBelow(version, guarded.below))) return [];
  return [
    ...(since !== undefined && isBelow(version, since)
      ? [`${title} ${version} continues when a hook fails. Update it to ${since} or newer.`]
      : []),
    ...(tested && isBelow(tested.version, version)
      ? [
          `${title} ${version} is newer than tested: ${tested.version}, ${tested.by === 'run' ? `run on ${tested.date}` : 'by its documentation'}.`,
        ]
      : []),
  ];
}

function whyUnguarded(editor: AgentLayout, version: string | undefined): string | undefined {
  const { title, guarded } = editor;
  if (!guarded) return undefined;
  if (version === undefined) return `The version of ${title} cannot be read. ${countsAsUnguarded(editor)}`;
  if (isBelow(version, guarded.from))
    return `${title} ${version} is not guarded: it may not load the hooks. Update it to ${guarded.from} or newer, but below ${guarded.below}.`;
  return isBelow(version, guarded.below)
    ? undefined
    : `${title} ${version} is not guarded (version ${guarded.below}: not run).`;
}

const countsAsUnguarded = ({ guarded }: AgentLayout): string =>
  `It counts as not guarded (version ${guarded?.below ?? ''}: not run).`;

/**
 * Returns the version of an installed program. The name of its file has it, as native installers write it, or the package
 * that has it as a program. Others are asked for it, except batch files. A program below a project is not: a repository may
 * have brought it.
 */
async function versionOf(program: string, project: string): Promise<string | undefined> {
  const isBatch = program.endsWith('.cmd');
  const real = realpathSync((isBatch ? await targetOf(program) : undefined) ?? program);
  // Where no project is open, the folder may be the home of the user, or above it.
  const isBrought =
    !isAtOrBelow(project, homedir()) && [program, real].some((path) => isAtOrBelow(project, path));
  if (isBrought) return undefined;
  if (/^\d+\.\d+\.\d+$/.test(basename(real))) return basename(real);
  const packaged = await packagedVersion(real);
  if (packaged !== undefined || isBatch) return packaged;
  return /\d+\.\d+\.\d+/.exec((await versionOutput(real)) ?? '')?.[0];
}

async function targetOf(batch: string): Promise<string | undefined> {
  const named = /"%(?:~dp0|dp0%)\\?([^"%]+)"\s+%\*/i.exec((await readTextIfPresent(batch)) ?? '')?.[1];
  const target = named === undefined ? undefined : join(dirname(batch), named);
  return target !== undefined && isExecutable(target) ? target : undefined;
}

const manifest = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]),
});

/** Returns the version of the package whose program this is; a package further up may be one that only contains it. */
async function packagedVersion(program: string): Promise<string | undefined> {
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readTextIfPresent(join(folder, 'package.json'));
    const { data } = z.safeParse(manifest, text === undefined ? undefined : jsonIn(text));
    const programs = typeof data?.bin === 'string' ? [data.bin] : Object.values(data?.bin ?? {});
    if (data && programs.some((path) => resolve(folder, path) === program)) return data.version;
  }
  return undefined;
}

/** Compares the first three numbers; one that is not there is 0. */
function isBelow(version: string, bound: string): boolean {
  const [a = [], b = []] = [version, bound].map((text) => text.match(/\d+/g)?.map(Number));
  const different = [0, 1, 2].find((index) => (a[index] ?? 0) !== (b[index] ?? 0)) ?? 0;
  return (a[different] ?? 0) < (b[different] ?? 0);
}
