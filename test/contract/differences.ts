/** A recording that the embedded platform doesn't answer alike. */
export interface Difference {
  readonly reason: string;
  /** `shape`: names and types are the same, values are not. */
  readonly compare: 'shape' | 'nothing';
  /** Members that are not even alike in shape. */
  readonly besides?: readonly string[];
}

/** Where the embedded platform answers otherwise than the recorded servers, and why that is wanted or does not matter. */
export const differences: Readonly<Record<string, Difference>> = {
  'issues-rules-sources/issues one': {
    reason: 'The issue was raised by an analyzer of Python, ours comes from an external report: another rule',
    compare: 'shape',
    besides: ['rules'],
  },
  'issues-rules-sources/nul': {
    reason: 'The issue was raised by an analyzer of Python, ours comes from an external report: another rule',
    compare: 'shape',
    besides: ['rules'],
  },
  'issues-rules-sources/sources lines': {
    reason: 'Sources are not highlighted: no client of ours shows their HTML',
    compare: 'shape',
  },
};
