import { aiRules } from './ai.data.ts';
import { ciRules } from './ci.data.ts';
import { cloudRules } from './cloud.data.ts';
import { databasesRules } from './databases.data.ts';
import { forgesRules } from './forges.data.ts';
import { keysRules } from './keys.data.ts';
import { messagingRules } from './messaging.data.ts';
import { monitoringRules } from './monitoring.data.ts';
import { paymentRules } from './payment.data.ts';
import type { FormatRule } from '../formats/formatRule.ts';

/** Every format we know by its own form. */
export const formatRules: readonly FormatRule[] = [
  cloudRules,
  forgesRules,
  paymentRules,
  messagingRules,
  ciRules,
  aiRules,
  monitoringRules,
  databasesRules,
  keysRules,
].flatMap((rules) =>
  Object.entries(rules).map(([id, rule]) => {
    const withId = { id, ...rule };
    return rule.keywords || rule.near ? withId : { ...withId, keywords: beginningsOf(rule.pattern.source) };
  }),
);

/** Returns the texts with which a pattern begins, as far as these are letters, alternatives and classes of letters. */
function beginningsOf(pattern: string): readonly string[] {
  const part = /(?:\\(\W)|\(\?:([\w|]+)\)|\[(\w+)\]|([^\\()[\]{}|?*+.^$]))(?![?*{+])/y;
  let beginnings = [''];
  for (let found = part.exec(pattern); found; found = part.exec(pattern)) {
    const [, escaped, alternatives, letters, letter = ''] = found;
    const next =
      alternatives?.split('|') ?? (letters === undefined ? [escaped ?? letter] : Array.from(letters));
    beginnings = beginnings.flatMap((beginning) => next.map((text) => beginning + text));
  }
  return beginnings;
}
