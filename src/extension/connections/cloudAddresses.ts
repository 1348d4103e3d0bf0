import type { CloudAddresses } from '../../core/connections/connection.ts';
import type { SettingValue } from '../host/settingTable.ts';

/** Where the cloud is: its public addresses, or what the person's settings say instead. */
export function cloudAddresses(
  known: CloudAddresses,
  set: SettingValue<'service.connectedMode.cloudHosts'>,
): CloudAddresses {
  return { EU: set.EU ?? known.EU, US: set.US ?? known.US };
}
