import type { Overview } from '../../src/extension/tree/nodes.ts';

const unasked = { state: 'unasked', value: undefined, failure: undefined } as const;

/** The content of the view when only the connections are known, with changes by the test. */
export const overviewWith = (change: Partial<Overview>): Overview => ({
  connections: [],
  folders: [],
  stateOf: () => ({ state: 'connected', version: '26.9', login: 'ada', administers: false }),
  gateOf: () => ({ status: undefined, hidden: false }),
  nameOf: () => undefined,
  daysLeftOf: () => undefined,
  muteOf: () => undefined,
  webhooksOf: () => unasked,
  deliveriesOf: () => unasked,
  ...change,
});
