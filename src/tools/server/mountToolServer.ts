import type { RequestListener } from 'node:http';
import type { MountContext } from '../../node/http/server/mountContext.ts';

/** Returns the tool server as the handler of `/mcp` of a platform. The first request loads its code. */
export function mountToolServer(platform: MountContext): Readonly<Record<string, RequestListener>> {
  let listener: Promise<RequestListener> | undefined;
  return {
    '/mcp': (request, response) => {
      listener ??= import('./mountedTools.ts').then(({ createMountedTools }) => createMountedTools(platform));
      listener.then(
        (listen) => listen(request, response),
        (error: unknown) => {
          platform.onError(error);
          response.writeHead(500).end();
        },
      );
    },
  };
}
