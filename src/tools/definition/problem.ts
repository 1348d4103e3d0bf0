/**
 * A problem that the agent or its user can solve. The message is the whole answer: it states what is wrong and what to
 * do, and contains no secret.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
}
