/**
 * `hook <editor> <event>`: the question on stdin, the answer on stdout. A bundle of its own, small and without
 * libraries, because it runs on every prompt and every read. Runs as soon as it is loaded.
 */
import { writeSync } from 'node:fs';
import type { Answer } from './answers.ts';
import { answerEvent, denyFault } from './answerEvent.ts';

const [, , , editor = '', event = ''] = process.argv;

/** Written and ended in one go: whatever happens after a first answer must not add a second. */
function finish({ stdout, exitCode }: Answer): never {
  try {
    writeSync(1, stdout);
  } catch {
    // Nobody reads the answer. Exit 2 alone is a refusal too.
    process.exit(2);
  }
  process.exit(exitCode);
}

const fault = (): never => finish(denyFault(editor, event));
process.on('uncaughtException', fault);
answerEvent(editor, event, process.env).then(finish, fault);
