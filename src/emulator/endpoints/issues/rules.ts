import type { ServerContext } from '../../serverContext.ts';
import { get } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { required, selector } from '../../http/parameters.ts';
import { impactOf } from './issueJson.ts';
import { ruleByKey, type Rule } from '../../store/issues/issues.ts';

const names: Readonly<Record<string, string>> = { js: 'JavaScript', py: 'Python', ts: 'TypeScript' };

/** Returns the name of a language; the key itself for a language that only occurs in an external report. */
const languageName = (key: string): string => names[key] ?? key;

function ruleJson({ dialect }: ServerContext, rule: Rule): Json {
  return {
    key: rule.key,
    name: rule.name,
    htmlDesc: rule.description,
    severity: rule.severity,
    status: 'READY',
    langName: rule.language === null ? undefined : languageName(rule.language),
    type: rule.type,
    descriptionSections: [{ key: 'default', content: rule.description }],
    ...(dialect.impacts
      ? { impacts: rule.type === 'SECURITY_HOTSPOT' ? [] : [impactOf(rule.type, rule.severity)] }
      : {}),
  };
}

export const ruleEndpoints = [
  get('rules/show', { key: required() }, ({ server, values: { key } }) => {
    if (!key.includes(':')) throw badRequest(`Invalid rule key: ${key}`);
    const rule = ruleByKey(server.db, key);
    if (!rule) throw notFound(`Rule not found: ${key}`);
    return { rule: ruleJson(server, rule) };
  }),
  get('languages/list', { q: selector }, ({ values: { q = '' } }) => {
    const wanted = q.toLowerCase();
    return {
      languages: Object.entries(names)
        .filter(([key, name]) => key.includes(wanted) || name.toLowerCase().includes(wanted))
        .map(([key, name]) => ({ key, name })),
    };
  }),
];
