/** Runs `work` with a signal that aborts when this process is asked to end. A second request ends it at once. */
export async function untilInterrupted<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM'] as const;
  const forget = (): void => {
    for (const name of names) process.off(name, abort);
  };
  // The library that writes files also listens while it writes. It ends the process if it finds no other listener, so
  // `once`, which removes the listener before it is called, does not work here.
  const abort = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      forget();
      process.kill(process.pid, name);
    }
    controller.abort();
  };
  for (const name of names) process.on(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    forget();
  }
}
