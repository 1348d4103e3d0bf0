import type { RequestListener } from 'node:http';
import type { MountHandlers } from '../emulator/emulator.ts';

/** The tool server at `/mcp` of the platform itself. The first request loads its code. */
export const mountToolServer: MountHandlers = (site) => {
  let listener: Promise<RequestListener> | undefined;
  return {
    '/mcp': (request, response) => {
      listener ??= import('./chunks/hostedTools.ts').then(({ createHostedTools }) => createHostedTools(site));
      listener.then(
        (listen) => {
          listen(request, response);
        },
        (error: unknown) => {
          site.onError(error);
          response.writeHead(500).end();
        },
      );
    },
  };
};
