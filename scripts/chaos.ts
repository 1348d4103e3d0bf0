/**
 * Breaks the relays and their NATS cluster in every way of test/relay/faults.ts while 10,000 deliveries arrive, and
 * prints how many arrived. Ends with 1 if an acknowledged delivery did not reach an editor.
 */
import { faults } from '../test/relay/faults.ts';
import { natsServer } from '../test/relay/natsCluster.ts';
import { RelayWorld } from '../test/relay/relayWorld.ts';
import { scriptOptions } from './scriptOptions.ts';

const { values } = scriptOptions({
  options: {
    deliveries: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '200' },
    editors: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
  },
});
const deliveries = Number(values.deliveries);
const perSecond = Number(values.rate);

if (natsServer === undefined) throw new Error('There is no NATS server and no Go to build one');

const chosen = faults.filter(({ name }) => name.includes(values.only));
let lost = 0;
console.log('| fault | acknowledged | 503 | no answer | lost | push events | polls | recovery |');
console.log('|---|---|---|---|---|---|---|---|');
for (const fault of chosen) {
  // Each fault gets its own relays: one key lists the projects of all deliveries, and a value in NATS has at most 1 MB.
  const world = await RelayWorld.start(deliveries + 1000, Number(values.editors));
  try {
    const outcome = await world.run(fault, { deliveries, perSecond, patienceMs: 120_000 });
    lost += outcome.lost;
    const { acknowledged, refused, unanswered, pushEvents, polls, recoveryMs } = outcome;
    const cells = [fault.name, acknowledged, refused, unanswered, outcome.lost, pushEvents, polls];
    console.log(`| ${cells.join(' | ')} | ${(recoveryMs / 1000).toFixed(1)} s |`);
  } finally {
    await world.stop();
  }
}
process.exitCode = lost === 0 ? 0 : 1;
