import { endpoint } from '../http/endpoint.ts';
import { formatDate } from '../http/dates.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Json } from '../http/json.ts';
import { list, required, selector } from '../http/parameters.ts';
import { checkPositivePage, pageOf, paging, pagingJson } from '../http/paging.ts';
import { impactOf } from '../issues/impact.ts';
import type { ServerContext } from '../emulator.ts';
import { ruleByKey, type Rule } from '../store/rules.ts';
import { languageName } from './languages.ts';

function ruleJson({ dialect, now }: ServerContext, rule: Rule): Json {
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
    answer: ({ platform, values: { key } }) => {
      if (!key.includes(':')) throw badRequest(`Invalid rule key: ${key}`);
      const rule = ruleByKey(platform.db, key);
      if (!rule) throw notFound(`Rule not found: ${key}`);
      return { rule: ruleJson(platform, rule), actives: [] };
    },
  }),
  endpoint({
    path: 'rules/search',
    method: 'GET',
    parameters: { q: selector, languages: list, repositories: list, rule_key: selector, ...paging },
    answer: ({ platform, values }) => {
      checkPositivePage(values);
      const { q = '', languages, repositories, rule_key: wanted } = values;
      const found = platform.db
        .all<Rule>('SELECT * FROM rules ORDER BY key')
        .filter(
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
        rules: pageOf(found, values).map((rule) => ruleJson(platform, rule)),
      };
    },
  }),
];
