import { readTextIfPresent } from '../files/textFile.ts';

/**
 * Returns a name for one run of a process. The id alone is not enough in containers, which assign the same ids again,
 * so Linux adds the start time; on other systems an id is reused only much later.
 */
export async function processRun(pid: number): Promise<string> {
  const stat = await readTextIfPresent(`/proc/${pid}/stat`).catch(() => undefined);
  // Field 22, in clock ticks since the machine's start. The second field is a name in brackets that may contain any
  // character.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const started = fields?.at(19);
  return started === undefined ? String(pid) : `${pid}@${started}`;
}
