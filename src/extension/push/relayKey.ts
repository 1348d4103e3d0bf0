/**
 * The name of the relay key in the vault, which binds the key to the origin of the relay as it binds tokens to their
 * servers.
 */
export const relayKeyName = 'relay';

export const relaySetting = 'service.notifications.relay';
