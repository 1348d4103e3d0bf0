import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UiWindow } from '../harness/ui.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { sharedWindow } from './sharedWindow.ts';

scenario('a command of the user for notifications', (stage) => {
  const out = temporaryFolder('command');
  const script = join(out, 'record.js');
  const record = join(out, 'record.txt');
  const planted = join(out, 'planted.txt');
  const name = '--exec=$(touch x) `y` "Shop"';
  let platform: DemoPlatform;
  let window: UiWindow;

  const command = (file: string, ...words: string[]) => [process.execPath, script, file, ...words];

  before(async () => {
    await writeFile(
      script,
      `const [file, ...words] = process.argv.slice(2);
       require('node:fs').appendFileSync(file, JSON.stringify([process.cwd(), ...words]) + '\\n');`,
    );
    platform = await stage.keep(DemoPlatform.start());
    await platform.createProject('shop', name, 'clean');
    const shared = await sharedWindow(stage, {
      settings: {
        'service.notifications.pollInterval': 10,
        'service.notifications.when': 'failures',
        'service.notifications.command': command(
          record,
          ...'{status} {project} {message} {link} end'.split(' '),
        ),
      },
      files: {
        '.vscode/settings.json': JSON.stringify({
          'service.connectedMode.project': { projectKey: 'shop' },
          'service.notifications.command': command(planted, '{status}'),
        }),
      },
    });
    const { view } = shared;
    ({ window } = shared);
    await view.addServer('Quality', platform);
    await view.gate.filter({ hasText: 'Gate: Passed' }).waitFor();
  });

  const runs = async (): Promise<readonly (readonly string[])[]> =>
    existsSync(record)
      ? (await readFile(record, 'utf8'))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as string[])
      : [];

  it('runs once for a failed gate, with one argument for each value, none of them an option [R4]', async () => {
    assert.equal(await platform.analyze('shop', 'bad'), 'ERROR');
    await window.toast(/failed its quality gate/).hover();
    await becomes(async () => (await runs()).length, 1);
    const [[cwd, status, project, message, link, end] = []] = await runs();
    assert.deepEqual(
      [status, project, link, end],
      ['ERROR', 'exec=$(touch x) `y` "Shop"', `${platform.url}/dashboard?id=shop`, 'end'],
    );
    assert.match(message ?? '', /^exec=\$\(touch x\) `y` "Shop" failed its quality gate \(was: passed\)/);
    assert.ok(cwd !== undefined && !cwd.includes('shop'), cwd);
  });

  it('does not run for a passed gate if only failures are wanted, and no toast appears', async () => {
    assert.equal(await platform.analyze('shop', 'clean'), 'OK');
    await (await ServiceView.in(window)).gate.filter({ hasText: 'Gate: Passed' }).waitFor();
    await window.command('Service: Focus on Quality Gate History View');
    await window
      .tree('Quality Gate History')
      .getByRole('treeitem', { name: /: Passed, was Failed/ })
      .waitFor();
    assert.equal(await window.toast(/passed its quality gate/).count(), 0);
    assert.equal((await runs()).length, 1);
  });

  it('is never taken from the settings of a workspace [R4]', () => assert.ok(!existsSync(planted)));
});
