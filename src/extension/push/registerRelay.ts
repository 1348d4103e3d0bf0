import type { Services } from '../services.ts';
import { proposeRelay } from './proposeRelay.ts';
import { relaySetting } from './relayKey.ts';

export function registerRelay(services: Services) {
  const { relay, monitor, settings, bindings, context, log, reporting } = services;
  return {
    commands: {
      'service.connectRelay': async (argument: unknown) => {
        const { connectRelay } = await import('./connectRelay.ts');
        await connectRelay(typeof argument === 'string' ? argument : undefined, services);
      },
    },
    start: () => {
      relay.start(monitor);
      if (settings.read(relaySetting) !== '') return;
      // The start does not wait for the answer of the user.
      const folders = bindings.list().map(({ folder }) => folder);
      proposeRelay({ folders, memory: context.globalState, log }).catch(reporting('looking for a relay'));
    },
  };
}
