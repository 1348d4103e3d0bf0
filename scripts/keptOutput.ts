import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * The lines that a child process prints, kept until the child ends, so that children that run at the same time do not mix
 * their lines. They are also printed when this process is ended first.
 */
export class KeptOutput {
  readonly #heading: string | undefined;
  #lines: { readonly text: string; readonly stream: 'stdout' | 'stderr' }[] = [];
  readonly #printAtExit = (): void => this.print();

  /** @param heading printed on stderr before the lines */
  constructor(heading?: string) {
    this.#heading = heading;
    process.once('exit', this.#printAtExit);
  }

  /**
   * Reads a stream to its end.
   * @param keeps whether a line is to be printed; all lines are by default
   */
  async collect(
    readable: Readable,
    stream: 'stdout' | 'stderr',
    keeps: (text: string) => boolean = () => true,
  ): Promise<void> {
    for await (const text of createInterface(readable)) if (keeps(text)) this.#lines.push({ text, stream });
  }

  print(): void {
    process.off('exit', this.#printAtExit);
    if (this.#heading !== undefined) console.error(`\n${this.#heading}`);
    for (const { text, stream } of this.#lines) (stream === 'stdout' ? console.log : console.error)(text);
    this.#lines = [];
  }
}
