import { lineOfOptions } from '../commandWords.ts';

/** Programs whose output can be read only after another program restored it. */
export const compressors: ReadonlySet<string> = new Set(
  'gzip bzip2 xz zstd lz4 lzma lzip lzop pigz brotli compress'.split(' '),
);

/** Programs that restore a compressed text. */
const restorers: ReadonlySet<string> = new Set(
  'gunzip zcat gzcat bunzip2 bzcat unxz xzcat unlzma lzcat unzstd zstdcat unlz4 lz4cat uncompress unpigz funzip uudecode'.split(
    ' ',
  ),
);

/** Programs that restore a text when they are asked to decrypt. */
const decrypters: ReadonlySet<string> = new Set(
  'openssl gpg gpg2 age ccrypt mcrypt basenc base32 7z 7za'.split(' '),
);

/** The names of all these programs. */
export const decoders: readonly string[] = [...compressors, ...restorers, ...decrypters];

/** Options with which compressors restore, and with which other programs decrypt or decode. */
const restores =
  /\n(?:-[abce-zA-Z]*d[a-zA-Z]*|--(?:un|de)compress|--decrypt|--decode|--to-stdout|--stdout|-so)(?:\n|$)/;

/** Whether a program prints what it decompresses, decrypts or decodes: a text that cannot be read before it runs. */
export function isDecoder(name: string, args: readonly string[]): boolean {
  if (restorers.has(name)) return true;
  return (compressors.has(name) || decrypters.has(name)) && restores.test(lineOfOptions(args));
}
