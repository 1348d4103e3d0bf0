import { aiRules } from './ai.data.ts';
import { ciRules } from './ci.data.ts';
import { cloudRules } from './cloud.data.ts';
import { databasesRules } from './databases.data.ts';
import { edgeRules } from './edge.data.ts';
import { forgesRules } from './forges.data.ts';
import { keysRules } from './keys.data.ts';
import { mailRules } from './mail.data.ts';
import { messagingRules } from './messaging.data.ts';
import { monitoringRules } from './monitoring.data.ts';
import { paymentRules } from './payment.data.ts';
import { registriesRules } from './registries.data.ts';
import type { FormatRule } from '../formats/formatRule.ts';

/** Every format we know by its own form. */
export const formatRules: readonly FormatRule[] = [
  ...cloudRules,
  ...edgeRules,
  ...forgesRules,
  ...registriesRules,
  ...paymentRules,
  ...messagingRules,
  ...mailRules,
  ...ciRules,
  ...aiRules,
  ...monitoringRules,
  ...databasesRules,
  ...keysRules,
];
