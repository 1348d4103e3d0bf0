/**
 * Something the agent or its user can put right: its message is the whole answer, says what is wrong and what to do,
 * and holds no secret.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
}
