import { request } from 'node:http';
import { startServer, type TestServer } from './httpServer.ts';

export interface RecordingProxy extends TestServer {
  /** Path and query of every request so far, oldest first. */
  readonly requests: readonly string[];
  /** From now on requests are taken and never answered, or answered again. */
  hold(held: boolean): void;
}

/** Stands before a platform and notes what it is asked for. */
export async function startRecordingProxy(platform: string): Promise<RecordingProxy> {
  const requests: string[] = [];
  let isHeld = false;
  const server = await startServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming;
    requests.push(url);
    if (isHeld) return;
    const onward = request(new URL(url, platform), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  return {
    ...server,
    requests,
    hold: (held) => {
      isHeld = held;
    },
  };
}
