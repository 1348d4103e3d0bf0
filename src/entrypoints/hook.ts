/**
 * `hook <editor> <event>`: reads the request from standard input and writes the answer to standard output. This bundle
 * is separate, small and without libraries, because it runs on every prompt and every read. It runs as soon as it is
 * loaded.
 */
import { writeSync } from 'node:fs';
import type { Answer } from '../agents/protocol.ts';
import { answerEvent, denyFault } from '../cli/hook/answerEvent.ts';
import { noteCall } from '../cli/hook/lastCall.ts';

const [, , , editor = '', event = ''] = process.argv;

/** Writes the answer and ends the process at once: a later error must not add a second answer. */
function finish(answer: Answer): never {
  const { stdout, stderr, exitCode } = answer;
  try {
    if (stderr !== undefined) writeSync(2, `${stderr}\n`);
    writeSync(1, stdout);
  } catch {
    // The editor has closed the pipe. Exit code 2 without an answer is a refusal too.
    process.exit(2);
  }
  noteCall(editor, event, answer, process.env);
  process.exit(exitCode);
}

const fault = (): never => finish(denyFault(editor, event));
process.on('uncaughtException', fault);
answerEvent(editor, event, process.env).then(finish, fault);
