import assert from 'node:assert/strict';
import { commandTable } from '../../src/cli/commandTable.ts';
import { clean, dirty } from '../contract/pythonFiles.ts';
import { answerOf, runLoggedIn, type CliRun } from '../support/cliRun.ts';
import type { RealProvisioner } from './realProvisioner.ts';

/** Follows the report of the real scanner to the gate, as a build does. */
export function gateScenario(admin: () => RealProvisioner): void {
  describe('gate status on a real server', () => {
    let token = '';

    before(async () => {
      token = await admin().token('gate status');
    });

    async function status(text: boolean, ...args: readonly string[]): Promise<CliRun> {
      const platform = { url: admin().url, token };
      const run = await runLoggedIn(['gate', 'status', '--wait', ...args], commandTable, platform, text);
      console.log(`        ${run.stdout.trim().replaceAll('\n', '\n        ')}${run.stderr.trim()}`);
      return run;
    }

    it("waits for the analysis of the scanner's report, prints the issues behind a failed gate, and exits with 52", async () => {
      await admin().project('checked');
      await admin().gate('Checked', [['violations', 'GT', '0']], 'checked');
      await admin().submit('checked', { files: dirty });
      const report = admin().reportOf('checked');
      const json = await status(false, '--report-task', report);
      const {
        project,
        status: gate,
        conditions,
      } = answerOf(json) as {
        project: string;
        status: string;
        conditions: { metric: string; causes: { file: string; line?: number }[] }[];
      };
      assert.deepEqual(
        { project, gate, exitCode: json.exitCode },
        { project: 'checked', gate: 'ERROR', exitCode: 52 },
      );
      assert.equal(conditions[0]?.metric, 'violations');
      assert.ok(conditions[0].causes.some(({ file, line }) => file === 'src/a.py' && line !== undefined));
      const text = await status(true, '--report-task', report);
      assert.match(
        text.stdout,
        /^Quality gate of checked: failed\n✗ Issues: \d+, must be at most 0\n {4}src\/a\.py:\d/,
      );
    });

    it('exits with 0 when the next analysis is clean, while the first one keeps its failed gate', async () => {
      const first = await admin().submit('checked', { files: dirty });
      await status(true, '--task', first);
      await admin().submit('checked', { files: clean });
      assert.equal((await status(true, '--report-task', admin().reportOf('checked'))).exitCode, 0);
      assert.equal((await status(true, '--task', first)).exitCode, 52);
    });
  });
}
