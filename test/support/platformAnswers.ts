import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer } from './httpServer.ts';

/** A token of the platform's own shape; made here, so that no scanner takes the source for a leak. */
export const goodToken = `squ_${'0123456789'.repeat(4)}`;

export interface FakePlatform {
  readonly url: string;
  readonly requests: { readonly line: string; readonly body: string }[];
}

/** The answers of a healthy server of the current version to a valid token. Any other token gets 401. */
const answers: Readonly<Record<string, unknown>> = {
  'api/system/status': { id: '1', version: '26.9.0.1', status: 'UP' },
  'api/users/current': { isLoggedIn: true, login: 'ada' },
  'api/organizations/search': { organizations: [{ key: 'acme', name: 'Acme' }], paging: { total: 1 } },
};

/** The answers a command line needs, over real HTTP; the embedded platform is used where it knows the action. */
export async function withPlatform(
  use: (platform: FakePlatform) => Promise<void>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const requests: { line: string; body: string }[] = [];
  const listener: RequestListener = (request, response) => {
    // A request that its client aborts needs no answer.
    void text(request).then(
      (body) => {
        const path = (request.url ?? '').slice(1);
        requests.push({ line: `${request.method ?? ''} ${path}`, body });
        const name = path.replace(/\?.*/, '');
        const basic = `Basic ${Buffer.from(`${goodToken}:`).toString('base64')}`;
        const { authorization } = request.headers;
        const isKnown = authorization === basic || authorization === `Bearer ${goodToken}`;
        const answer = { ...answers, ...more }[name];
        if (name !== 'api/system/status' && !isKnown) response.writeHead(401).end();
        else if (answer === undefined) response.writeHead(404).end();
        else if (typeof answer === 'number') response.writeHead(answer).end();
        else response.end(JSON.stringify(answer));
      },
      () => undefined,
    );
  };
  await using server = await startServer(listener);
  await use({ url: server.url, requests });
}
