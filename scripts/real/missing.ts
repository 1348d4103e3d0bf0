/** Something this machine lacks, so that no real server can be had; ends `test:real` with exit 3 and this text. */
export class Missing extends Error {
  override readonly name = 'Missing';
}
