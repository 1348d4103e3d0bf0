import { createInterface } from 'node:readline';

/** The actions of a user at the terminal while the demo runs. */
export interface Commands {
  /** `f`: break or repair the code. */
  readonly flip: () => void;
  /** `q`, Ctrl-C. */
  readonly quit: () => void;
}

/**
 * Listens for single keys where stdin is a terminal, else for the same letters as lines. The end of stdin is
 * ignored: a demo started by a script runs until it is stopped. Returns a function that releases stdin.
 */
export function listenForKeys({ flip, quit }: Commands): () => void {
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
