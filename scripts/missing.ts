/** This machine lacks something that the tests need. It ends their program with exit code 3 and this text. */
export class Missing extends Error {
  override readonly name = 'Missing';
}
