import { readTextIfPresent } from '../files/textFile.ts';

/** Names one run of a process: by its id, and on Linux, where containers soon reuse ids, also by its start time. */
export async function processRun(pid: number): Promise<string> {
  const stat = await readTextIfPresent(`/proc/${pid}/stat`).catch(() => undefined);
  // Field 22, in clock ticks since the machine's start. The second field is a name in brackets that may contain any
  // character.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const started = fields?.at(19);
  return started === undefined ? String(pid) : `${pid}@${started}`;
}
