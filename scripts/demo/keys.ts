import { createInterface } from 'node:readline';

/**
 * Listens for single keys where stdin is a terminal, else for the same letters as lines. The end of stdin is
 * ignored: a demo started by a script runs until it is stopped. Returns a function that releases stdin.
 * @param flip at `f`: breaks or repairs the code
 * @param quit at `q` and Ctrl-C
 */
export function listenForKeys(flip: () => void, quit: () => void): () => void {
  const { stdin } = process;
  const onCommand = (command: string): void => {
    if (command === 'f') flip();
    else if (command === 'q' || command === '\u0003' || command === '\u0004') quit();
  };
  if (!stdin.isTTY) {
    const lines = createInterface(stdin).on('line', (line) => onCommand(line.trim()));
    return () => lines.close();
  }
  const onKeys = (keys: Buffer): void => {
    for (const key of keys.toString()) onCommand(key);
  };
  stdin.setRawMode(true).on('data', onKeys).resume();
  return () => stdin.off('data', onKeys).setRawMode(false).pause();
}
