/** A program with its own standard input: prints what `readStdin` returns, as JSON, or why it fails. */
import { writeSync } from 'node:fs';
import { BadInput } from '../../../../src/agents/protocol.ts';
import { readStdin } from '../../../../src/cli/hook/stdin.ts';

const [, , timeoutMs = ''] = process.argv;

async function outcome(): Promise<string> {
  try {
    const text = await readStdin(Number(timeoutMs));
    return JSON.stringify(text.length > 1_000 ? text.length : text);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return error.message;
  }
}

writeSync(1, await outcome());
// As the hook does: its input may stay open.
process.exit();
