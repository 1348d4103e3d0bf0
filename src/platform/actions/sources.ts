import { linesOf } from '../analysis/lines.ts';
import type { FileFacts } from '../analysis/report.ts';
import type { Rights } from '../auth/rights.ts';
import { action, Text } from '../http/action.ts';
import { formatDate } from '../http/dates.ts';
import { notFound } from '../http/errors.ts';
import { flag, optional, required, selector } from '../http/parameters.ts';
import type { Platform } from '../platform.ts';
import { latestAnalysis } from '../store/analyses.ts';
import { fileOf, type StoredFile } from '../store/files.ts';
import { requireComponent, type BranchSelection } from './lookups.ts';

function requireSource(
  platform: Platform,
  rights: Rights,
  key: string,
  selection: BranchSelection,
): StoredFile {
  const { project, branch, path } = requireComponent(platform, key, selection);
  rights.require(rights.has('codeviewer', project));
  const file = fileOf(platform.db, branch.id, path);
  if (!file) throw notFound(`Component key '${key}' not found`);
  return file;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const sourceActions = [
  action({
    path: 'sources/raw',
    method: 'GET',
    parameters: { key: required(), branch: selector, pullRequest: selector },
    answer: ({ platform, rights, values }) =>
      new Text(requireSource(platform, rights, values.key, values).source, 'text/plain; charset=utf-8'),
  }),
  action({
    path: 'sources/scm',
    method: 'GET',
    parameters: { key: required(), from: optional(), to: optional(), commits_by_line: flag },
    answer: ({ platform, rights, values }) => {
      const file = requireSource(platform, rights, values.key, {});
      const dates = JSON.parse(file.lineDates) as number[];
      const from = Math.max(Number(values.from ?? 1), 1);
      const shown = dates.slice(from - 1, Number(values.to ?? Infinity));
      // Authors and commits are not recorded; the date is that of the first analysis with the line.
      const lines = shown.map((date, index) => [from + index, '', formatDate(date), ''] as const);
      return {
        scm: values.commits_by_line
          ? lines
          : lines.filter((line, index) => index === 0 || line[2] !== lines[index - 1]?.[2]),
      };
    },
  }),
  action({
    path: 'sources/lines',
    method: 'GET',
    parameters: {
      key: required(),
      from: optional(),
      to: optional(),
      branch: selector,
      pullRequest: selector,
    },
    answer: ({ platform, rights, values }) => {
      const file = requireSource(platform, rights, values.key, values);
      const dates = JSON.parse(file.lineDates) as number[];
      const facts = JSON.parse(file.facts) as FileFacts;
      const hits = new Map(facts.lineHits ?? []);
      const isDuplicated = (line: number): boolean =>
        facts.duplications?.some(([first, last]) => line >= first && line <= last) ?? false;
      const periodDate = latestAnalysis(platform.db, file.branchId)?.periodDate ?? Infinity;
      const from = Math.max(Number(values.from ?? 1), 1);
      const lines = linesOf(file.source).slice(from - 1, Number(values.to ?? Infinity));
      return {
        sources: lines.map((text, index) => {
          const line = from + index;
          const date = dates[line - 1] ?? 0;
          return {
            line,
            code: text.replaceAll(/[&<>]/gu, (character) => escapes[character] ?? character),
            scmRevision: '',
            scmAuthor: '',
            scmDate: formatDate(date),
            utLineHits: hits.get(line),
            lineHits: hits.get(line),
            duplicated: isDuplicated(line),
            isNew: date > periodDate,
          };
        }),
      };
    },
  }),
];
