import type { Connection } from '../../src/core/connections/connection.ts';

/** A connection for tests that never ask its platform. */
export const qualityConnection: Connection = {
  kind: 'server',
  uuid: 'one',
  connectionId: 'Quality',
  serverUrl: 'https://quality.example',
  receiveNotifications: true,
};
