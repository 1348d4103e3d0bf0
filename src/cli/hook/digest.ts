/**
 * Digest of a file of ours, against damage: a cut-off copy, a half-done update, a disk that lied. Not against people, who
 * could change the list of digests as well; `system status` compares every byte. Not SHA-256, because loading
 * `node:crypto` alone takes a sixth of what a bare start of Node does, on each prompt and each read.
 *
 * Two FNV-1a lanes over the even and the odd 32-bit words, and the length, in hexadecimal.
 */
export function digestOf(bytes: Uint8Array): string {
  // Whole words through a typed array, each of them once: the loop runs cold, and every call in it counts.
  const end = bytes.length & ~3;
  const words = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + end));
  const { imul } = Math;
  const prime = 0x01000193;
  let even = 0x811c9dc5;
  let odd = 0x9747b28c;
  // Turned before it is multiplied, so that the upper bits matter too.
  for (let index = 0; index < words.length; index += 2) {
    even = imul(((even << 13) | (even >>> 19)) ^ (words[index] ?? 0), prime);
    odd = imul(((odd << 13) | (odd >>> 19)) ^ (words[index + 1] ?? 0), prime);
  }
  for (let index = end; index < bytes.length; index++)
    odd = imul(((odd << 13) | (odd >>> 19)) ^ (bytes[index] ?? 0), prime);
  return [even, odd, bytes.length].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
