import type { Database } from '../../store/database.ts';
import { linesOf } from '../../../core/issues/lineMap.ts';
import type { Rights } from '../../auth/rights.ts';
import { formatDate } from '../../http/dates.ts';
import { get, Text } from '../../http/endpoint.ts';
import { notFound } from '../../errors.ts';
import { flag, optional, required, selector } from '../../http/parameters.ts';
import { latestAnalysis } from '../../store/analyses/analyses.ts';
import {
  authorshipOf,
  commitOf,
  factsOf,
  fileOf,
  lineDatesOf,
  type StoredFile,
} from '../../store/analyses/files.ts';
import { componentKey, requireComponent, type BranchSelection } from '../lookups.ts';

function requireSource(db: Database, rights: Rights, key: string, selection: BranchSelection): StoredFile {
  const { project, branch, path } = requireComponent(db, key, selection);
  rights.require(rights.has('codeviewer', project));
  const file = fileOf(db, branch.id, path);
  if (!file) throw notFound(`Component key '${key}' not found`);
  return file;
}

export const sourceEndpoints = [
  get(
    'sources/raw',
    { key: required(), branch: selector, pullRequest: selector },
    ({ server, rights, values }) =>
      // Real servers end every line with a line break, also the empty one after the last.
      new Text(
        `${requireSource(server.db, rights, values.key, values).source}\n`,
        'text/plain; charset=utf-8',
      ),
  ),
  get(
    'sources/scm',
    { key: required(), from: optional(), to: optional(), commits_by_line: flag },
    ({ server, rights, values }) => {
      const file = requireSource(server.db, rights, values.key, {});
      const dates = lineDatesOf(file);
      const from = Math.max(Number(values.from ?? 1), 1);
      const shown = dates.slice(from - 1, Number(values.to ?? Infinity));
      const authorship = authorshipOf(file);
      const lines = shown.map((date, index) => {
        const { author = '', revision = '' } = commitOf(authorship, from + index) ?? {};
        return [from + index, author, formatDate(date), revision] as const;
      });
      // Successive lines of one commit are listed once.
      const isSame = (line: number, other: number): boolean =>
        [1, 2, 3].every((field) => lines[line]?.[field] === lines[other]?.[field]);
      return {
        scm: values.commits_by_line
          ? lines
          : lines.filter((_, index) => index === 0 || !isSame(index, index - 1)),
      };
    },
  ),
  get(
    'sources/lines',
    {
      key: required(),
      from: optional(),
      to: optional(),
      branch: selector,
      pullRequest: selector,
    },
    ({ server, rights, values }) => {
      const file = requireSource(server.db, rights, values.key, values);
      const dates = lineDatesOf(file);
      const facts = factsOf(file);
      const hits = new Map(facts.lineHits ?? []);
      const conditions = new Map(facts.conditions?.map(([line, ...counts]) => [line, counts]));
      const isDuplicated = (line: number): boolean =>
        facts.duplications?.some(({ first, last }) => line >= first && line <= last) ?? false;
      const periodDate = latestAnalysis(server.db, file.branchId)?.periodDate ?? Infinity;
      const from = Math.max(Number(values.from ?? 1), 1);
      const lines = linesOf(file.source).slice(from - 1, Number(values.to ?? Infinity));
      return {
        sources: lines.map((_, index) => {
          const line = from + index;
          const date = dates[line - 1] ?? 0;
          return {
            line,
            lineHits: hits.get(line),
            conditions: conditions.get(line)?.[0],
            coveredConditions: conditions.get(line)?.[1],
            duplicated: isDuplicated(line),
            isNew: date > periodDate,
          };
        }),
      };
    },
  ),
  get(
    'duplications/show',
    { key: required(), branch: selector, pullRequest: selector },
    ({ server, rights, values }) => {
      const { project, branch, path } = requireComponent(server.db, values.key, values);
      rights.require(rights.has('codeviewer', project));
      const file = fileOf(server.db, branch.id, path);
      const { duplications = [] } = file ? factsOf(file) : {};
      const files = new Map<string, string>();
      const referenceTo = (to: string): string => {
        const known = files.get(to) ?? String(files.size + 1);
        files.set(to, known);
        return known;
      };
      // The block in the requested file comes first.
      const shown = duplications.map(({ copies, ...own }) => ({
        blocks: [{ path, ...own }, ...copies].map((block) => ({
          from: block.first,
          size: block.last - block.first + 1,
          _ref: referenceTo(block.path),
        })),
      }));
      return {
        duplications: shown,
        files: Object.fromEntries(
          [...files].map(([to, reference]) => [reference, { key: componentKey(project, to), name: to }]),
        ),
      };
    },
  ),
];
