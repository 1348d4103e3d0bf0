import assert from 'node:assert/strict';
import { clean, dirty } from '../contract/pythonFiles.ts';
import type { Provisioner } from '../contract/provision.ts';
import { useToken } from '../harness/tokens.ts';
import { becomes } from '../support/becomes.ts';
import type { LoopPlatform } from '../ui/loopScenario.ts';
import type { WatchedPlatform } from '../ui/watchedPlatform.ts';

/** A project of a real server with a passed gate. Reopening or disputing an issue changes the gate. */
export async function watchedReal(admin: Provisioner, key: string): Promise<WatchedPlatform> {
  await admin.project(key, `Project ${key}`);
  await admin.gate(`Gate of ${key}`, [['violations', 'GT', '0']], key);
  assert.equal((await admin.analyse(key, { files: clean })).gate, 'OK');
  assert.equal((await admin.analyse(key, { files: dirty })).gate, 'ERROR');
  const [issue = ''] = await admin.openIssues(key);
  const turn = async (to: 'ERROR' | 'OK'): Promise<void> => {
    await admin.transition(issue, to === 'ERROR' ? 'reopen' : 'falsepositive');
    await becomes(() => admin.gateStatus(key), to);
  };
  await turn('OK');
  const token = useToken(await admin.token(`an editor for ${key}`));
  return { url: admin.url, token, project: { key, name: `Project ${key}` }, turn };
}

/** A project of a real server whose gate counts issues, with code in Python: the analyzer of the server finds them. */
export async function loopReal(admin: Provisioner): Promise<LoopPlatform> {
  const project = { key: 'loop', name: 'Web Shop' };
  await admin.project(project.key, project.name);
  await admin.gate('Loop', [['violations', 'GT', '0']], project.key);
  const analyse: LoopPlatform['analyse'] = async (texts) => {
    const files = Object.fromEntries(Object.entries(texts).map(([path, source]) => [path, { source }]));
    return (await admin.analyse(project.key, { files })).gate;
  };
  return {
    url: admin.url,
    token: useToken(await admin.token('an editor for the loop')),
    project,
    analyse,
    clean: {
      'src/mean.py': ['def mean(prices):', '    return sum(prices) / len(prices)'],
      'src/total.py': ['def total(prices):', '    return sum(prices)'],
    },
    issue: '    # TODO round',
  };
}
