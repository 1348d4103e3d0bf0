import type { Setup } from '../../harness/editorRun.ts';
import { DemoPlatform } from '../../support/demoPlatform.ts';

/** A person who comes from 3.5.4: a connection in the user settings, a folder bound to one of its projects. */
export const setup: Setup = async () => {
  const platform = await DemoPlatform.start({ edition: 'developer' });
  for (const key of ['demo', 'other']) {
    await platform.createProject(key, `Project ${key}`);
    await platform.analyze(key, 'clean');
  }
  await platform.analyze('demo', 'bad', 'fix');
  return {
    settings: {
      'service.connectedMode.connections.server': [
        { serverUrl: platform.url, token: platform.token },
        { serverUrl: 'no address', token: '' },
      ],
      // Without them the editor knows no tool servers.
      'chat.disableAIFeatures': false,
      // Nonsense of a hand: the default is used.
      'service.notifications.pollInterval': 'often',
    },
    files: { '.vscode/settings.json': '{ "service.connectedMode.project": { "projectKey": "demo" } }' },
    // It stays there until a later start.
    tokensMayLieIn: [/User\/settings\.json$/, /User\/History\//],
    tearDown: () => platform.stop(),
  };
};
