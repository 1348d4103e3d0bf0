import { endpoint, EventStream } from '../http/endpoint.ts';
import { badRequest, insufficientPrivileges, NotAcceptable } from '../http/errors.ts';
import { required } from '../http/parameters.ts';
import { projectByKey } from '../store/projects.ts';

const heartbeatMs = 20_000;

export const pushEndpoints = [
  /** As on the community edition: the stream stays open, but sends no events. */
  endpoint({
    path: 'push/sonarlint_events',
    method: 'GET',
    parameters: { projectKeys: required(), languages: required() },
    answer: ({ platform: { db }, rights, values, accept }) => {
      const projects = values.projectKeys.split(',').map((key) => projectByKey(db, key.trim()));
      if (projects.includes(undefined)) throw badRequest('Param projectKeys is invalid.');
      for (const project of projects)
        if (!project || !rights.has('user', project)) throw insufficientPrivileges();
      if (!/text\/event-stream|\*\/\*/u.test(accept)) throw new NotAcceptable();
      if (rights.user) db.run('UPDATE users SET usesIde = 1 WHERE id = ?', rights.user.id);
      return new EventStream((write) => {
        const timer = setInterval(() => {
          write('\r\n');
        }, heartbeatMs);
        return () => {
          clearInterval(timer);
        };
      });
    },
  }),
];
