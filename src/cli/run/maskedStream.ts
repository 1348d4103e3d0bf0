import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import {
  type MaskOptions,
  maskText,
  placesOf,
  printedForms,
  unseenOrWrap,
  without,
} from '../../secrets/masking.ts';

/** Milliseconds without output after which an unfinished line is passed on, because it may be a question. */
const idleMs = 100;

/** Bytes that are kept at most for a line or a key that has not ended. */
const mostKept = 256 * 1024;

/** A private key, of which the end is to come. */
const openKey = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?![\s\S]*-----END [A-Z ]*-----)/;

/**
 * Masks what a program prints while it prints it. The end of what has come is kept as long as it may be a part of a secret:
 * the beginning of a known value or of a private key, and a line without its end until the program pauses. Bytes that are
 * no UTF-8 pass unchanged.
 */
export class MaskedStream extends Transform {
  readonly #options: MaskOptions;
  /** The known values in every form, without ends of lines. */
  readonly #forms: readonly string[];
  readonly #longest: number;
  #kept = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MaskOptions) {
    super();
    this.#options = options;
    this.#forms = options.known.flatMap(({ value }) => printedForms(value.replaceAll(unseenOrWrap, '')));
    this.#longest = Math.max(0, ...this.#forms.map((form) => form.length));
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    clearTimeout(this.#timer);
    this.#kept = Buffer.concat([this.#kept, chunk]);
    const end = 1 + Math.max(this.#kept.lastIndexOf('\n'), this.#kept.lastIndexOf('\r'));
    this.#pass(this.#kept.length > mostKept ? this.#kept.length : end);
    this.#timer = setTimeout(() => this.#pass(this.#kept.length), idleMs);
    done();
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.#timer);
    this.push(this.#masked(this.#kept));
    done();
  }

  /** Passes on the first bytes, except for those at their end that may begin a secret. */
  #pass(length: number): void {
    const bytes = this.#kept.subarray(0, length);
    const encoding = encodingOf(bytes);
    const text = bytes.toString(encoding);
    const passed = Buffer.from(text.slice(0, this.#safeEnd(text)), encoding);
    if (passed.length === 0) return;
    this.#kept = this.#kept.subarray(passed.length);
    this.push(this.#masked(passed));
  }

  /** Returns the offset from which a text may begin a secret. */
  #safeEnd(text: string): number {
    const key = text.length > mostKept ? -1 : text.search(openKey);
    const end = key < 0 ? text.length : key;
    if (this.#longest === 0) return end;
    // Control sequences and ends of lines may make it longer.
    const from = Math.max(0, end - 8 * this.#longest);
    const tail = without(text.slice(from, end), unseenOrWrap);
    const whole = this.#forms.flatMap((form) =>
      placesOf(tail.text, form).map((start) => ({ start, end: start + form.length })),
    );
    for (let at = Math.max(0, tail.text.length - this.#longest + 1); at < tail.text.length; at++) {
      const start = tail.text.slice(at);
      if (whole.some((one) => one.start < at && at < one.end)) continue;
      if (this.#forms.some((form) => form.length > start.length && form.startsWith(start)))
        return from + tail.originOf(at);
    }
    return end;
  }

  #masked(bytes: Buffer): Buffer {
    const encoding = encodingOf(bytes);
    const text = bytes.toString(encoding);
    // A text that a rule of the project takes for a secret even when it is masked.
    const masked = maskText(text, this.#options)?.text ?? '‹hidden by service-cli›\n';
    return Buffer.from(
      encoding === 'utf8' ? masked : masked.replaceAll('‹', '<').replaceAll('›', '>'),
      encoding,
    );
  }
}

const encodingOf = (bytes: Buffer): 'utf8' | 'latin1' => (isUtf8(bytes) ? 'utf8' : 'latin1');
