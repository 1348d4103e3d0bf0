import { passOn, startServer, type TestServer } from './httpServer.ts';

export interface RecordingProxy extends TestServer {
  /** Path and query of every request so far, oldest first. */
  readonly requests: readonly string[];
  /** From now on requests are taken and never answered, or answered again. */
  hold(held: boolean): void;
  /** From now on the connection of each request breaks, as in a network that is away, or requests are answered again. */
  cut(isCut: boolean): void;
}

/** Stands before a platform and notes what it is asked for. */
export async function startRecordingProxy(platform: string): Promise<RecordingProxy> {
  const requests: string[] = [];
  let isHeld = false;
  let isCut = false;
  const server = await startServer((incoming, answer) => {
    const { url = '/' } = incoming;
    requests.push(url);
    if (isCut) incoming.destroy();
    else if (!isHeld) passOn(new URL(url, platform), incoming, answer);
  });
  return {
    ...server,
    requests,
    hold: (held) => {
      isHeld = held;
    },
    cut: (cut) => {
      isCut = cut;
    },
  };
}
