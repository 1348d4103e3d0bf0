import { alignmentOf, type BusValue, type BusVariant, completeTypes } from './busSignature.ts';

/**
 * Returns the values in D-Bus's wire format, little-endian.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-marshaling
 *
 * @throws {TypeError} if a value does not have the type that the signature names.
 */
export function marshal(signature: string, values: readonly BusValue[]): Buffer {
  const writer = new Writer();
  completeTypes(signature).forEach((type, index) => {
    writer.write(type, values[index]);
  });
  return writer.bytes();
}

class Writer {
  #bytes = Buffer.alloc(256);
  #end = 0;

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  write(type: string, value: BusValue | undefined): void {
    this.#align(alignmentOf(type));
    switch (type.charAt(0)) {
      case 'y':
        this.#byte(Number(value));
        return;
      case 'b':
      case 'u':
        this.#word(Number(value));
        return;
      case 's':
      case 'o':
        this.#text(type, value, (length) => {
          this.#word(length);
        });
        return;
      case 'g':
        this.#text(type, value, (length) => {
          this.#byte(length);
        });
        return;
      case 'v':
        this.#variant(value);
        return;
      case 'a':
        this.#array(type.slice(1), value);
        return;
      default:
        this.#members(type, value);
    }
  }

  #byte(value: number): void {
    const at = this.#grow(1);
    this.#bytes.writeUInt8(value, at);
  }

  #word(value: number): void {
    const at = this.#grow(4);
    this.#bytes.writeUInt32LE(value, at);
  }

  #text(type: string, value: BusValue | undefined, writeLength: (length: number) => void): void {
    if (typeof value !== 'string') throw mismatch(type);
    const text = Buffer.from(value, 'utf8');
    writeLength(text.length);
    const at = this.#grow(text.length + 1);
    text.copy(this.#bytes, at);
  }

  #variant(value: BusValue | undefined): void {
    if (!isVariant(value)) throw mismatch('v');
    this.write('g', value.type);
    this.write(value.type, value.value);
  }

  /** Writes an array. Its length does not include the padding before its first element. */
  #array(element: string, value: BusValue | undefined): void {
    const lengthAt = this.#grow(4);
    this.#align(alignmentOf(element));
    const start = this.#end;
    if (value instanceof Uint8Array && element === 'y') {
      const at = this.#grow(value.length);
      this.#bytes.set(value, at);
    } else if (isList(value)) for (const item of value) this.write(element, item);
    else throw mismatch(`a${element}`);
    this.#bytes.writeUInt32LE(this.#end - start, lengthAt);
  }

  #members(type: string, value: BusValue | undefined): void {
    if (!isList(value)) throw mismatch(type);
    completeTypes(type.slice(1, -1)).forEach((member, index) => {
      this.write(member, value[index]);
    });
  }

  #align(alignment: number): void {
    this.#grow((alignment - (this.#end % alignment)) % alignment);
  }

  /** Appends zero bytes. Returns where they begin. */
  #grow(length: number): number {
    const at = this.#end;
    this.#end += length;
    if (this.#end > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes.subarray(0, at), Buffer.alloc(2 * this.#end - at)]);
    return at;
  }
}

const isList = (value: BusValue | undefined): value is readonly BusValue[] => Array.isArray(value);

const isVariant = (value: BusValue | undefined): value is BusVariant =>
  typeof value === 'object' && 'type' in value && 'value' in value;

const mismatch = (type: string): TypeError => new TypeError(`The value does not have the D-Bus type ${type}`);
