import type { ServerContext } from '../../serverContext.ts';
import { formatDate } from '../../http/dates.ts';
import { get } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { pageSize, required, selector } from '../../http/parameters.ts';
import { impactOf } from '../../issues/impact.ts';
import { ruleByKey, type Rule } from '../../store/issues/rules.ts';

const names: Readonly<Record<string, string>> = { js: 'JavaScript', py: 'Python', ts: 'TypeScript' };

/** Returns the name of a language; the key itself for a language that only occurs in an external report. */
const languageName = (key: string): string => names[key] ?? key;

function ruleJson({ dialect, now }: ServerContext, rule: Rule): Json {
  return {
    key: rule.key,
    name: rule.name,
    createdAt: formatDate(now()),
    htmlDesc: rule.description,
    severity: rule.severity,
    status: 'READY',
    lang: rule.language,
    langName: rule.language === null ? undefined : languageName(rule.language),
    type: rule.type,
    scope: 'MAIN',
    descriptionSections: [{ key: 'default', content: rule.description }],
    ...(dialect.entityIds
      ? {
          impacts: rule.type === 'SECURITY_HOTSPOT' ? [] : [{ ...impactOf(rule.type, rule.severity) }],
        }
      : {}),
  };
}

export const ruleEndpoints = [
  get('rules/show', { key: required(), organization: selector }, ({ server, values: { key } }) => {
    if (!key.includes(':')) throw badRequest(`Invalid rule key: ${key}`);
    const rule = ruleByKey(server.db, key);
    if (!rule) throw notFound(`Rule not found: ${key}`);
    return { rule: ruleJson(server, rule) };
  }),
  get('languages/list', { q: selector, ps: pageSize({ initial: 0 }) }, ({ values: { q = '', ps } }) => {
    const wanted = q.toLowerCase();
    const found = Object.entries(names)
      .filter(([key, name]) => key.includes(wanted) || name.toLowerCase().includes(wanted))
      .map(([key, name]) => ({ key, name }));
    return { languages: ps > 0 ? found.slice(0, ps) : found };
  }),
];
