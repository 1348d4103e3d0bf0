import { badRequest } from '../../errors.ts';
import { metrics } from '../../gate/metrics.data.ts';
import { matching, type Criterion } from '../../store/projects/projectSearch.ts';

const operators = new Set(['=', '>', '>=', '<', '<=']);
const levels: Readonly<Record<string, true>> = { OK: true, ERROR: true, WARN: true };

/** Parses `query = "x" and alert_status = ERROR and coverage >= 60 and isFavorite`. */
export function parseProjectFilter(filter: string, userId: string): Criterion[] {
  return filter.split(/\sand\s/iu).map((criterion) => parseCriterion(criterion.trim(), userId));
}

function parseCriterion(text: string, userId: string): Criterion {
  if (/^isFavorite$/iu.test(text))
    return {
      sql: 'EXISTS (SELECT 1 FROM favorites WHERE projectId = projects.id AND userId = ?)',
      values: [userId],
    };
  const list = /^(\w+)\s+in\s*\(([^)]*)\)$/iu.exec(text);
  if (list) return forList(list[1] ?? '', (list[2] ?? '').split(',').map(unquote));
  const match = /^(\w+)\s*(<=|>=|[<>=])([^=].*)$/u.exec(text);
  const [, key = '', operator = '', value = ''] = match ?? [];
  if (!operators.has(operator)) throw badRequest(`Cannot parse '${text}'`);
  return forComparison(key, operator, unquote(value));
}

const unquote = (text: string): string => text.trim().replace(/^"(.*)"$/u, '$1');

function forList(key: string, values: readonly string[]): Criterion {
  if (key !== 'languages' && key !== 'tags') throw badRequest(`Operator IN is not supported for '${key}'`);
  // Projects here cannot have tags, so no project matches.
  if (key === 'tags') return { sql: '0', values: [] };
  return {
    sql: `EXISTS (SELECT 1 FROM files WHERE branchId = branches.id AND language IN (${values.map(() => '?').join(', ')}))`,
    values,
  };
}

function forComparison(key: string, operator: string, value: string): Criterion {
  switch (key) {
    case 'query':
      return matching(value);
    case 'qualifier':
      if (value !== 'TRK') throw badRequest('Invalid qualifier, available are: TRK');
      return { sql: '1', values: [] };
    case 'languages':
    case 'tags':
      return forList(key, [value]);
    case 'alert_status':
      if (!levels[value]) throw badRequest(`Unknown quality gate status : '${value}'`);
      return measure(key, '=', value, 'value');
    default: {
      if (!metrics.has(key)) throw badRequest(`Invalid metric '${key}'`);
      const limit = Number(value);
      if (Number.isNaN(limit)) throw badRequest(`Value '${value}' is not a number`);
      return measure(key, operator, limit, 'CAST(value AS REAL)');
    }
  }
}

function measure(metric: string, operator: string, value: string | number, expression: string): Criterion {
  return {
    sql: `EXISTS (SELECT 1 FROM measures WHERE branchId = branches.id AND path = '' AND metric = ? AND ${expression} ${operator} ?)`,
    values: [metric, value],
  };
}
