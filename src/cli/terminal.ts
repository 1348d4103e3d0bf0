import { printable, printableLines } from '../core/printable.ts';
import { answerText } from '../node/process/answers.ts';

/** The process as commands see it; tests give their own. */
export interface Host {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const codes: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

/**
 * Writes the answer of a command to stdout and everything else to stderr. The answer is JSON with `--json`, otherwise text
 * for people.
 */
export class Terminal {
  readonly host: Host;
  readonly json: boolean;

  constructor(host: Host, { json = false }: { json?: boolean } = {}) {
    this.host = host;
    this.json = json;
  }

  /** Both ends of the talk are a terminal, and nobody says that this is a build. */
  get isInteractive(): boolean {
    const { env, stdin, stderr } = this.host;
    return stdin.isTTY === true && stderr.isTTY === true && !env.CI;
  }

  /** One JSON document on stdout, or the text that stands for it. */
  answer(value: unknown, text: () => string): void {
    this.host.stdout.write(answerText(this.json, value, text));
  }

  /** One JSON line or one text per item; nothing without items. */
  items<T>(values: readonly T[], text: (value: T) => string): void {
    for (const value of values) this.answer(value, () => text(value));
  }

  /** One line on stderr. Control characters in it, line feeds too, are escaped: names are a stranger's. */
  say(line: string): void {
    this.#write(printable(line));
  }

  /** Several lines on stderr, as those of a diff. */
  sayLines(lines: string): void {
    this.#write(printableLines(lines));
  }

  warn(line: string): void {
    this.#write(`${this.#paint('yellow', '!', this.host.stderr)} ${printable(line)}`);
  }

  fail(line: string, remedy?: string): void {
    this.#write(`${this.#paint('red', '✗', this.host.stderr)} ${printable(line)}`);
    if (remedy !== undefined) this.say(`  ${remedy}`);
  }

  /** For text that goes to stdout. */
  paint(colour: Colour, text: string): string {
    return this.#paint(colour, text, this.host.stdout);
  }

  /** Shows that `work` is under way: a spinner on a terminal, nothing elsewhere. */
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
    this.host.stderr.write(`${line}\n`);
  }

  #paint(colour: Colour, text: string, stream: Host['stdout']): string {
    const { env } = this.host;
    // https://no-color.org: present and not empty.
    if (stream.isTTY !== true || env.NO_COLOR || env.TERM === 'dumb') return text;
    const [on, off] = codes[colour];
    return `\u001B[${on}m${text}\u001B[${off}m`;
  }
}
