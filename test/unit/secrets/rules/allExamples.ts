import { aiExamples } from './ai.examples.data.ts';
import { ciExamples } from './ci.examples.data.ts';
import { cloudExamples } from './cloud.examples.data.ts';
import { databasesExamples } from './databases.examples.data.ts';
import { forgesExamples } from './forges.examples.data.ts';
import { keysExamples } from './keys.examples.data.ts';
import { messagingExamples } from './messaging.examples.data.ts';
import { monitoringExamples } from './monitoring.examples.data.ts';
import { paymentExamples } from './payment.examples.data.ts';
import type { FormatExamples } from './formatExamples.ts';

export const allExamples: readonly FormatExamples[] = [
  ...cloudExamples,
  ...forgesExamples,
  ...paymentExamples,
  ...messagingExamples,
  ...ciExamples,
  ...aiExamples,
  ...monitoringExamples,
  ...databasesExamples,
  ...keysExamples,
];
