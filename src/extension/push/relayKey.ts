/**
 * The name of the relay key in the token store, which binds it to the origin of the relay as it binds tokens to their
 * servers.
 */
export const relayKeyName = 'relay';

export const relaySetting = 'service.notifications.relay';
