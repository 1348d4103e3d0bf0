import { passOn, startServer, type TestServer } from './httpServer.ts';

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
    const { url = '/' } = incoming;
    requests.push(url);
    if (!isHeld) passOn(new URL(url, platform), incoming, answer);
  });
  return {
    ...server,
    requests,
    hold: (held) => {
      isHeld = held;
    },
  };
}
