/** The relay key lies in the vault beside the tokens, bound to the relay's origin as they are to their servers'. */
export const relayKeyName = 'relay';

export const relaySetting = 'service.notifications.relay';
