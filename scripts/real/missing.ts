/** The machine lacks something that a real server needs. It ends `test:real` with exit code 3 and this text. */
export class Missing extends Error {
  override readonly name = 'Missing';
}
