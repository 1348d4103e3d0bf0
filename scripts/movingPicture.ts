import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * Returns an animated PNG, which browsers show as a moving picture.
 *
 * @param pictures PNGs of the same size and depth, at least one
 * @see https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
export function movingPicture(pictures: readonly Buffer[], secondsEach: number): Buffer {
  const [header = Buffer.alloc(13)] = pictures.map((picture) => chunksOf(picture, 'IHDR'));
  let sequence = 0;
  const frames = pictures.flatMap((picture, index) => {
    const pixels = deflateSync(inflateSync(chunksOf(picture, 'IDAT')), { level: 9 });
    const size = header.subarray(0, 8);
    const control = [u32(sequence++), size, u32(0), u32(0), Buffer.from([0, secondsEach, 0, 1, 0, 0])];
    const shown = chunk('fcTL', ...control);
    return index === 0 ? [shown, chunk('IDAT', pixels)] : [shown, chunk('fdAT', u32(sequence++), pixels)];
  });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const animation = chunk('acTL', u32(pictures.length), u32(0));
  return Buffer.concat([signature, chunk('IHDR', header), animation, ...frames, chunk('IEND')]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...data]);
  return Buffer.concat([u32(body.length - 4), body, u32(crc32(body))]);
}

/** Returns the data of all chunks of a type. */
function chunksOf(png: Buffer, wanted: string): Buffer {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, end));
    at = end + 4;
  }
  return Buffer.concat(found);
}
