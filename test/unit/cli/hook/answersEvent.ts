/**
 * Prints how a hook answers an event, as JSON: `answersEvent.ts AGENT EVENT`, with the request on standard input. It is the hook
 * without its loader and its bundles, which take a build.
 */
import { writeSync } from 'node:fs';
import { answerEvent } from '../../../../src/cli/hook/answerEvent.ts';
import { bundles } from '../../../support/hookBundles.ts';

const [, , agent = '', event = ''] = process.argv;
Object.assign(globalThis, { require: (name: string) => bundles[name], __dirname: import.meta.dirname });
writeSync(1, JSON.stringify(await answerEvent(agent, event, process.env)));
process.exit();
