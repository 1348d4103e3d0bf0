import { action, Text } from '../http/action.ts';
import { setting } from '../store/settings.ts';

/** Whoever asks learns the state, so it proves no token. */
export const systemActions = [
  action({
    path: 'system/status',
    method: 'GET',
    credentials: 'ignore',
    parameters: {},
    answer: ({ platform: { db, dialect, status } }) => ({
      id: setting(db, 'sonar.core.id'),
      version: dialect.version,
      status,
    }),
  }),
  action({
    path: 'server/version',
    method: 'GET',
    credentials: 'ignore',
    parameters: {},
    answer: ({ platform }) => new Text(platform.dialect.version),
  }),
  action({ path: 'system/ping', method: 'GET', parameters: {}, answer: () => new Text('pong') }),
  action({
    path: 'system/health',
    method: 'GET',
    credentials: 'optional',
    parameters: {},
    answer: ({ rights }) => {
      rights.require(rights.hasGlobal('admin'));
      return { health: 'GREEN', causes: [] };
    },
  }),
  action({ path: 'features/list', method: 'GET', parameters: {}, answer: () => [] }),
];
