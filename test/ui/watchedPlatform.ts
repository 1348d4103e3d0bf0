import assert from 'node:assert/strict';
import { DemoPlatform } from '../support/demoPlatform.ts';
import type { Stage } from './scenario.ts';

/** A platform, embedded or real, with a project whose gate a scenario turns. */
export interface WatchedPlatform {
  readonly url: string;
  readonly token: string;
  readonly project: { readonly key: string; readonly name: string };
  /** Resolves as soon as the platform says so. */
  turn(to: 'ERROR' | 'OK'): Promise<void>;
}

/** An embedded platform with a passed gate. */
export async function watchedDemo(keep: Stage['keep']): Promise<WatchedPlatform> {
  const platform = await keep(DemoPlatform.start());
  const project = { key: 'demo', name: 'Demo Project' };
  await platform.createProject(project.key, project.name);
  const turn = async (to: 'ERROR' | 'OK'): Promise<void> => {
    assert.equal(await platform.analyze(project.key, to === 'ERROR' ? 'bad' : 'clean'), to);
  };
  await turn('OK');
  return { url: platform.url, token: platform.token, project, turn };
}
