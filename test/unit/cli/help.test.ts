import assert from 'node:assert/strict';
import { cliProgram, leavesOf, pathOf } from '../../../scripts/documents/cliPrograms.ts';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { commandExamples } from '../../../src/node/commandExamples.data.ts';
import { runCli } from '../../support/cliRun.ts';

const help = async (...args: string[]): Promise<string> =>
  (await runCli([...args, '--help'], { rows: commandTable, cwd: '/', env: {}, text: true })).stdout;

/** The words of a line of a shell. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

describe('the help', () => {
  it('groups the commands, leaves out what only hooks run, and names variables and exit codes', async () => {
    const text = await help();
    const headings = text.split('\n').filter((line) => /^\S.*:$/.test(line));
    assert.deepEqual(headings, [
      'Options:',
      'Keep secrets from AI agents:',
      'Connect to a platform:',
      'Read the platform:',
      'Run a server:',
      'Other:',
      'Examples:',
      'Environment:',
      'Exit codes:',
    ]);
    assert.doesNotMatch(text, /^ +hook/m);
    for (const word of ['SERVICE_TOKEN', 'NO_COLOR', '52', '130']) assert.ok(text.includes(word), word);
  });

  it('shows examples of a command', async () => {
    assert.match(await help('gate', 'status'), /^Examples:\n {2}service-cli gate status$/m);
  });

  it('has valid examples for each command that runs something, and for no other', async () => {
    const paths = leavesOf(cliProgram()).map((command) => pathOf(command).replace('service-cli ', ''));
    assert.deepEqual(Object.keys(commandExamples).sort(), paths.sort());
    for (const [path, lines] of Object.entries(commandExamples))
      for (const line of lines) {
        assert.ok(line.startsWith(path), line);
        const program = cliProgram();
        for (const command of leavesOf(program)) command.exitOverride();
        await program.parseAsync(wordsOf(line), { from: 'user' });
      }
  });
});
