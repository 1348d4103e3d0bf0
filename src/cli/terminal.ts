import { printable, printableLines, withoutBuildCommands } from '../core/printable.ts';
import { answerText } from '../node/jsonOption.ts';

/** The process as commands see it. Tests pass a replacement. */
export interface Host {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const codes: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

/** Results in one character, which also stands without colour. */
export const signs = { ok: '✓', warning: '!', failed: '✗', none: '–' } as const;
export type Mark = keyof typeof signs;

const colours: Readonly<Record<Mark, Colour>> = {
  ok: 'green',
  warning: 'yellow',
  failed: 'red',
  none: 'dim',
};

/** Writes the answer of a command to stdout (JSON with `--json`, otherwise text) and everything else to stderr. */
export class Terminal {
  readonly host: Host;
  readonly json: boolean;

  constructor(host: Host, { json = false }: { json?: boolean } = {}) {
    this.host = host;
    this.json = json;
  }

  /** Whether the program may ask questions: standard input and stderr are terminals, and `CI` is not set. */
  get isInteractive(): boolean {
    const { env, stdin, stderr } = this.host;
    return stdin.isTTY === true && stderr.isTTY === true && !env.CI;
  }

  /** Writes one JSON document to stdout, or the text in its place. */
  answer(value: unknown, text: () => string): void {
    this.host.stdout.write(answerText(this.json, value, text));
  }

  /** Writes a line to stdout that only people need, such as a heading. */
  heading(line: string): void {
    if (!this.json) this.answer(undefined, () => line);
  }

  /** Writes one JSON line or one text per item. */
  items<T>(values: readonly T[], text: (value: T) => string): void {
    for (const value of values) this.answer(value, () => text(value));
  }

  /** Writes one line to stderr. Control characters are escaped, because a name may come from another person. */
  say(line: string): void {
    this.#write(printable(line));
  }

  /** Writes several lines to stderr, such as a diff. */
  sayLines(lines: string): void {
    this.#write(printableLines(lines));
  }

  warn(line: string): void {
    this.#write(`${this.#paint('yellow', '!', this.host.stderr)} ${printable(line)}`);
  }

  fail(line: string, fix?: string): void {
    this.#write(`${this.#paint('red', '✗', this.host.stderr)} ${printable(line)}`);
    if (fix !== undefined) this.say(`  ${fix}`);
  }

  paint(colour: Colour, text: string): string {
    return this.#paint(colour, text, this.host.stdout);
  }

  mark(mark: Mark): string {
    return this.paint(colours[mark], signs[mark]);
  }

  /** Shows a spinner while `work` is pending; without a terminal it shows nothing. */
  async during<T>(what: string, work: Promise<T>): Promise<T> {
    const { stderr } = this.host;
    if (!this.isInteractive) return work;
    const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
    let frame = 0;
    const draw = (): void => {
      stderr.write(`\r${frames[frame++ % frames.length] ?? ''} ${printable(what)}`);
    };
    draw();
    const timer = setInterval(draw, 80);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      stderr.write('\r\u001B[K');
    }
  }

  #write(line: string): void {
    this.host.stderr.write(`${withoutBuildCommands(line)}\n`);
  }

  #paint(colour: Colour, text: string, stream: Host['stdout']): string {
    const { env } = this.host;
    // https://no-color.org and https://force-color.org: a variable applies when it is present and not empty.
    const isColourful = stream.isTTY === true && env.TERM !== 'dumb';
    if (env.NO_COLOR || !(isColourful || env.FORCE_COLOR)) return text;
    const [on, off] = codes[colour];
    return `\u001B[${on}m${text}\u001B[${off}m`;
  }
}

export function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
