import type { CloudAddresses } from '../../core/connections/connection.ts';
import type { SettingValue } from '../host/settingTable.ts';

/** Returns the addresses of the cloud regions: those of the user's settings, or else the public ones. */
export function cloudAddresses(
  known: CloudAddresses,
  set: SettingValue<'service.connectedMode.cloudHosts'>,
): CloudAddresses {
  return { EU: set.EU ?? known.EU, US: set.US ?? known.US };
}
