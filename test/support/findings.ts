import type { Finding } from '../../src/core/issues/finding.ts';

/** Returns an issue of the first line of `src/a.js`, with other values where `change` has them. */
export const findingWith = (change: Partial<Finding>): Finding => ({
  kind: 'issue',
  key: 'k',
  rule: 'x:y',
  message: 'm',
  severity: 'MAJOR',
  path: 'src/a.js',
  line: 1,
  range: undefined,
  related: [],
  hash: undefined,
  transitions: [],
  assignee: undefined,
  createdAt: undefined,
  ...change,
});
