/** A recording that the embedded platform doesn't answer alike. */
export interface Difference {
  readonly reason: string;
  /** `shape`: names and types are the same, values are not. */
  readonly compare: 'shape' | 'nothing';
}

const notRequested: Difference = { reason: 'No client of ours sends such a request', compare: 'nothing' };

/** Where the embedded platform answers otherwise than the recorded servers, and why that is wanted or does not matter. */
export const differences: Readonly<Record<string, Difference>> = {
  'issues-rules-sources/issues one': {
    reason: 'The issue was raised by an analyzer of Python, ours comes from an external report: another rule',
    compare: 'shape',
  },
  'issues-rules-sources/nul': {
    reason: 'The issue was raised by an analyzer of Python, ours comes from an external report: another rule',
    compare: 'shape',
  },
  'measures/m': notRequested,
  'measures/mtree': notRequested,
  'measures/mtree 16': notRequested,
  'quality-gates/5 both': notRequested,
  'quality-gates/5 projectId bad': notRequested,
  'quality-gates/5 id+branch': notRequested,
  'routing-errors/2f options': notRequested,
  'routing-errors/3d': notRequested,
  'routing-errors/3h ext': notRequested,
  'routing-errors/3i json': notRequested,
  'routing-errors/3l trailing': notRequested,
  "paging/4 issues {'ps': 0}": notRequested,
  "paging/4 issues {'ps': -1}": notRequested,
  "paging/4 issues {'p': 0}": notRequested,
  "paging/4 search_projects {'ps': 0}": notRequested,
  "paging/4 search_projects {'p': 0}": notRequested,
  "paging/4 deliveries {'ps': 0, 'webhook': 'x'}": notRequested,
};

/** Intended differences that no recording shows or that cannot be compared, each with the test that holds it. */
export const intendedDifferences: readonly {
  readonly what: string;
  readonly why: string;
  readonly heldBy: string;
}[] = [
  {
    what: 'A delivery has 10 s in all; a real one has 10 s between two bytes',
    why: 'A target that drips would keep it for ever',
    heldBy:
      'end after a total time, so that a hanging or dripping target delays neither other targets nor other analyses',
  },
  {
    what: 'All targets of an analysis get their deliveries at once, and later analyses continue meanwhile',
    why: 'One hanging target holds up every project of a real server',
    heldBy:
      'end after a total time, so that a hanging or dripping target delays neither other targets nor other analyses',
  },
  {
    what: 'Authorization and signature are not repeated to another origin on a redirect',
    why: 'Whoever answers there would get a password and payloads that others believe',
    heldBy: 'send neither password nor signature to another origin',
  },
  {
    what: 'Private targets are refused unless allowed, also by name, after a redirect, and beyond loopback',
    why: 'A real server checks loopback alone, and that when the webhook is made',
    heldBy: 'refuse targets inside the network if validation is on, also by name and after a redirect',
  },
  {
    what: 'Conditions keep the order in which they were created',
    why: "A real server's order follows nothing that shows; replays compare them in its own",
    heldBy: 'answers "',
  },
  {
    what: 'errorStacktrace is a line of our own words, where a real server shows a Java stack',
    why: 'There is no Java here; whether it is there is the same',
    heldBy: 'succeed with 2xx alone, follow one redirect and no 303, and are recorded with the final status',
  },
  {
    what: 'A hotspot has no changelog',
    why: 'No client of ours shows it',
    heldBy: 'creates security hotspots, which a gate can require to be reviewed',
  },
  {
    what: 'A file can be analysed for an agent on a server too',
    why: 'So that it can be tried without the cloud',
    heldBy: 'finds the issues of real analyzers, and separates new issues from known ones',
  },
];
