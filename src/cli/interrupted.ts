/** Runs `work` with a signal that aborts when the user or the system asks this process to end. */
export async function untilInterrupted<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.once(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of names) process.off(name, abort);
  }
}
