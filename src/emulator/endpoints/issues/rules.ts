import type { ServerContext } from '../../serverContext.ts';
import { formatDate } from '../../http/dates.ts';
import { endpoint } from '../../http/endpoint.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { checkPositivePage, pageOf, paging, pagingJson } from '../../http/paging.ts';
import { list, pageSize, required, selector } from '../../http/parameters.ts';
import { impactOf } from '../../issues/impact.ts';
import { allRules, ruleByKey, type Rule } from '../../store/issues/rules.ts';

const names: Readonly<Record<string, string>> = { js: 'JavaScript', ts: 'TypeScript' };

/** Returns the name of a language; the key itself for a language that only occurs in an external report. */
export const languageName = (key: string): string => names[key] ?? key;

export const languageEndpoints = [
  endpoint({
    path: 'languages/list',
    method: 'GET',
    parameters: { q: selector, ps: pageSize({ initial: 0 }) },
    answer: ({ values: { q = '', ps } }) => {
      const wanted = q.toLowerCase();
      const found = Object.entries(names)
        .filter(([key, name]) => key.includes(wanted) || name.toLowerCase().includes(wanted))
        .map(([key, name]) => ({ key, name }));
      return { languages: ps > 0 ? found.slice(0, ps) : found };
    },
  }),
];

function ruleJson({ dialect, now }: Pick<ServerContext, 'dialect' | 'now'>, rule: Rule): Json {
  const repository = rule.key.slice(0, rule.key.indexOf(':'));
  return {
    key: rule.key,
    repo: repository,
    name: rule.name,
    createdAt: formatDate(now()),
    htmlDesc: rule.description,
    severity: rule.severity,
    status: 'READY',
    isTemplate: false,
    tags: [],
    sysTags: [],
    lang: rule.language,
    langName: rule.language === null ? undefined : languageName(rule.language),
    params: [],
    type: rule.type,
    scope: 'MAIN',
    isExternal: rule.isExternal === 1,
    descriptionSections: [{ key: 'default', content: rule.description }],
    educationPrinciples: [],
    ...(dialect.entityIds
      ? {
          cleanCodeAttribute: 'CONVENTIONAL',
          cleanCodeAttributeCategory: 'CONSISTENT',
          impacts: rule.type === 'SECURITY_HOTSPOT' ? [] : [{ ...impactOf(rule.type, rule.severity) }],
        }
      : {}),
  };
}

export const ruleEndpoints = [
  endpoint({
    path: 'rules/show',
    method: 'GET',
    parameters: { key: required(), organization: selector },
    answer: ({ server, values: { key } }) => {
      if (!key.includes(':')) throw badRequest(`Invalid rule key: ${key}`);
      const rule = ruleByKey(server.db, key);
      if (!rule) throw notFound(`Rule not found: ${key}`);
      return { rule: ruleJson(server, rule), actives: [] };
    },
  }),
  endpoint({
    path: 'rules/search',
    method: 'GET',
    parameters: { q: selector, languages: list, repositories: list, rule_key: selector, ...paging },
    answer: ({ server, values }) => {
      checkPositivePage(values);
      const { q = '', languages, repositories, rule_key: wanted } = values;
      const found = allRules(server.db).filter(
        ({ key, name, language }) =>
          (wanted === undefined || key === wanted) &&
          name.toLowerCase().includes(q.toLowerCase()) &&
          (!languages || (language !== null && languages.includes(language))) &&
          (!repositories || repositories.includes(key.slice(0, key.indexOf(':')))),
      );
      return {
        total: found.length,
        p: values.p,
        ps: values.ps,
        paging: pagingJson(values, found.length),
        rules: pageOf(found, values).map((rule) => ruleJson(server, rule)),
      };
    },
  }),
];
