import { lazy } from '../host/lazy.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import type { GateServices } from '../gates/gateServices.ts';

const setting = 'service.connectedMode.openInIde';

/** Lets pages of known platforms open findings in this editor. Only a window that leads a connection loads the code. */
export function registerOpenInIde(services: GateServices) {
  const { monitor, connections, settings, own, reporting } = services;
  const openInIde = lazy(async () => {
    const { OpenInIde } = await import('./openInIde.ts');
    return own(new OpenInIde(services));
  });
  let isLoaded = false;
  const follow = () => {
    const isOn = settings.read(setting);
    const led = isOn ? connections().filter(({ uuid }) => monitor.leads(uuid)) : [];
    // A window that does not listen takes what the listening one hands over.
    if (!isLoaded && !(isOn && connections().length > 0)) return;
    isLoaded = true;
    openInIde()
      .then((started) => started.listenFor(led, isOn))
      .catch(reporting('opening findings from the platform'));
  };
  return {
    start: () => {
      own(monitor.onDidChangeLeadership(follow));
      own(services.store.onDidChange(follow));
      own(onDidChangeSetting(setting, follow));
      follow();
    },
  };
}
