import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { integrateCommand } from '../../../../../src/cli/commands/integrate.ts';
import { startEmulator } from '../../../../../src/emulator/emulator.ts';
import { Provisioner } from '../../../../contract/provision.ts';
import { builtCli } from '../../../../support/builtCli.ts';
import { expectSuccess, inTempFolder, runCli } from '../../../../support/cliRun.ts';
import { homeVariables } from '../../../../support/homeVariables.ts';

describe('the pre-push hook with service.gateBeforePush', () => {
  it('prints what is left of a failed gate, only if the user has asked for it, and lets the push pass', async () => {
    const bundles = await builtCli();
    const platform = await startEmulator();
    try {
      const admin = new Provisioner(platform.url, platform.token);
      await admin.project('shop', 'shop');
      await admin.analyse('shop', { files: { 'a.js': { source: '' } } });
      await admin.analyse('shop', { files: { 'a.js': { source: 'alert(1);\n', issues: [{ line: 1 }] } } });
      await inTempFolder(async (folder) => {
        const [home, repo, remote] = ['home', 'repo', 'remote.git'].map((name) => join(folder, name)) as [
          string,
          string,
          string,
        ];
        for (const path of [home, repo]) mkdirSync(path);
        writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = t\n\temail = t@x.test\n');
        const env = {
          ...homeVariables(home),
          PATH: process.env.PATH,
          SERVICE_KEYRING: 'off',
          SERVICE_URL: platform.url,
          SERVICE_TOKEN: platform.token,
        };
        // Not synchronous: the platform runs in this process.
        const git = async (...args: string[]): Promise<string> => {
          const { stdout, stderr } = await promisify(execFile)('git', args, { cwd: repo, env });
          return stdout + stderr;
        };
        await git('init', '-q', '-b', 'main');
        await git('init', '-q', '--bare', remote);
        await git('remote', 'add', 'origin', remote);
        expectSuccess(
          await runCli(['integrate', 'git'], {
            rows: [integrateCommand],
            cwd: repo,
            env,
            bundles,
          }),
        );
        const pushed = async (text: string): Promise<string> => {
          writeFileSync(join(repo, 'a.js'), text);
          await git('add', '.');
          await git('commit', '-qm', 'x');
          return git('push', '-q', 'origin', 'main');
        };
        await git('config', 'service.gateBeforePush', 'true');
        assert.doesNotMatch(await pushed('alert(1);\n'), /left in|project/, 'no project is configured');
        writeFileSync(join(repo, 'service-project.properties'), 'service.projectKey=shop\n');
        assert.match(await pushed('alert(1);\n\n'), /left in files that you changed: 1\n/);
        await git('config', '--unset', 'service.gateBeforePush');
        assert.doesNotMatch(await pushed('alert(1);\n\n\n'), /left in/);
      });
    } finally {
      await platform.stop();
    }
  });
});
