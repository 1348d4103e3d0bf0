import { readTextIfPresent } from '../files/textFile.ts';

/**
 * Names one run of a process. Its id alone is not enough in containers, which hand out the same ids again; Linux also
 * tells when the process started, elsewhere ids are far apart.
 */
export async function processRun(pid: number): Promise<string> {
  const started = startOf(await readTextIfPresent(`/proc/${pid}/stat`).catch(() => undefined));
  return started === undefined ? String(pid) : `${pid}@${started}`;
}

/** Field 22, in clock ticks since the machine's start. The second field is a name in brackets that may hold anything. */
function startOf(stat: string | undefined): string | undefined {
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(19);
}
