import { join } from 'node:path';
import { run } from '../run.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Returns the time that all files of an artefact carry, in seconds since 1970: `SOURCE_DATE_EPOCH`, else the time of the
 * last commit. So two builds of one commit give the same bytes, whenever they run.
 * @throws Error when neither is known, as in an unpacked archive of the source
 */
export async function sourceDateEpoch(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH;
  const text = given ?? (await run('git', ['log', '-1', '--format=%ct'], root)).trim();
  if (!/^\d{9,10}$/u.test(text))
    throw new Error(`SOURCE_DATE_EPOCH must be a time in seconds since 1970, not ${text}.`);
  return Number(text);
}
