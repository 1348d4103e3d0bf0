import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '../src/core/failures.ts';

/**
 * Reads the options of the script that Node was started with. `--help` prints the first comment of that script, in which
 * it describes them. Ends with 2 if an option is unknown.
 */
export function scriptOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(readFileSync(process.argv[1] ?? '', 'utf8')) ?? [];
    console.log(comment.replaceAll(/^ \* ?/gm, '').trim());
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${messageOf(error)}\n--help describes the options.`);
    process.exit(2);
  }
}
