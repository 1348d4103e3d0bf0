import { Failure } from '../../../core/failures.ts';
import { alignmentOf, type BusValue, completeTypes } from './busSignature.ts';

interface UnmarshalOptions {
  readonly isLittleEndian: boolean;
  /** Offset of the values in `bytes`. Default 0. Alignment counts from the beginning of `bytes`. */
  readonly from?: number;
}

/**
 * Reads the values of a signature from D-Bus's wire format.
 *
 * @throws {Failure} `malformed` if the bytes do not have this signature.
 */
export function unmarshal(
  signature: string,
  bytes: Buffer,
  { isLittleEndian, from = 0 }: UnmarshalOptions,
): BusValue[] {
  const reader = new Reader(bytes, isLittleEndian, from);
  return completeTypes(signature).map((type) => reader.read(type, 0));
}

/** Variants may hold variants: the specification allows 64 levels. */
const maxDepth = 64;

class Reader {
  readonly #bytes: Buffer;
  readonly #isLittleEndian: boolean;
  #at: number;

  constructor(bytes: Buffer, isLittleEndian: boolean, from: number) {
    this.#bytes = bytes;
    this.#isLittleEndian = isLittleEndian;
    this.#at = from;
  }

  read(type: string, depth: number): BusValue {
    if (depth > maxDepth) throw malformed('it is nested too deeply');
    this.#align(alignmentOf(type));
    switch (type.charAt(0)) {
      case 'y':
        return this.#bytes.readUInt8(this.#take(1));
      case 'b':
        return this.#word() !== 0;
      case 'u':
        return this.#word();
      case 's':
      case 'o':
        return this.#text(this.#word());
      case 'g':
        return this.#text(this.#bytes.readUInt8(this.#take(1)));
      case 'v':
        return this.#variant(depth);
      case 'a':
        return this.#array(type.slice(1), depth);
      default:
        return completeTypes(type.slice(1, -1)).map((member) => this.read(member, depth + 1));
    }
  }

  #word(): number {
    const at = this.#take(4);
    return this.#isLittleEndian ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  #text(length: number): string {
    const at = this.#take(length + 1);
    return this.#bytes.toString('utf8', at, at + length);
  }

  #variant(depth: number): BusValue {
    const [type, ...others] = completeTypes(this.#text(this.#bytes.readUInt8(this.#take(1))));
    if (type === undefined || others.length > 0) throw malformed('a variant has not one type');
    return { type, value: this.read(type, depth + 1) };
  }

  #array(element: string, depth: number): BusValue {
    const length = this.#word();
    this.#align(alignmentOf(element));
    const start = this.#take(length);
    if (element === 'y') return Uint8Array.from(this.#bytes.subarray(start, start + length));
    const end = this.#at;
    this.#at = start;
    const items: BusValue[] = [];
    while (this.#at < end) items.push(this.read(element, depth + 1));
    if (this.#at > end) throw malformed('an array is longer than it says');
    return items;
  }

  #align(alignment: number): void {
    this.#take((alignment - (this.#at % alignment)) % alignment);
  }

  /** Skips the next bytes, and returns where they begin. */
  #take(length: number): number {
    const at = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw malformed('it is too short');
    return at;
  }
}

const malformed = (why: string): Failure => new Failure('malformed', `A message of D-Bus: ${why}`);
