import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { counted } from '../../core/counted.ts';
import { Failure } from '../../core/failures.ts';
import { linesOf } from '../../core/issues/lineMap.ts';
import { findProgramOutside } from '../../node/process/findProgram.ts';
import { runProgram } from '../../node/process/runPrograms.ts';
import { gitRoot } from '../../node/process/repository.ts';
import { escapeHtml } from '../http/formats.ts';
import type { Report, ReportFile, ReportIssue, ReportRule } from '../report.ts';
import { emptyFacts, rangeOf } from './analyzer.ts';
import { effortBySeverity, pythonRules, selectedPythonRules } from './rules.data.ts';
import type { PythonFile } from './sourceFiles.ts';

type PythonAnalysis = Pick<Report, 'files' | 'issues' | 'rules'>;

const nothing: PythonAnalysis = { files: [], issues: [], rules: [] };

const limits = { timeoutMs: 10_000, maxBytes: 64 * 1024 * 1024 };

/** Files in one run. Windows limits the length of a command line. */
const filesInRun = 50;

/**
 * Analyzes Python files of a folder with ruff. As for ESLint, the configuration of the folder and its comments
 * do not count. A ruff that belongs to the folder or its repository is not started.
 *
 * @param onNotAnalyzed Called with the reason when the files are left out.
 */
export async function analyzePython(
  directory: string,
  sources: readonly PythonFile[],
  env: NodeJS.ProcessEnv,
  onNotAnalyzed: (text: string) => void,
): Promise<PythonAnalysis> {
  if (sources.length === 0) return nothing;
  const leaveOut = (reason: string): PythonAnalysis => {
    onNotAnalyzed(`${counted(sources.length, 'Python file')} not analyzed (ruff ${reason})`);
    return nothing;
  };
  const folder = realpathSync(directory);
  const ruff = findProgramOutside('ruff', env, [folder, (await gitRoot(folder)) ?? folder]);
  if (ruff === undefined) return leaveOut('is not on the PATH');
  try {
    const messages: Message[] = [];
    for (let start = 0; start < sources.length; start += filesInRun) {
      const paths = sources.slice(start, start + filesInRun).map(({ path }) => join(folder, path));
      messages.push(...(await run(ruff, [...checkArguments, '--', ...paths], messagesSchema)));
    }
    const texts = new Map(sources.map(({ path, source }) => [path, source]));
    const found = messages.flatMap((message) => issueOf(message, folder, texts) ?? []);
    const keys = new Set(found.map(({ rule }) => rule));
    return {
      files: sources.map((file) => ({ ...file, facts: factsOf(file.source) })),
      issues: found,
      rules: found.length === 0 ? [] : rulesOf(await run(ruff, ruleArguments, rulesSchema), keys),
    };
  } catch (error) {
    if (!Failure.is(error)) throw error;
    return leaveOut(error.message);
  }
}

const checkArguments = [
  'check --isolated --no-cache --no-fix --ignore-noqa --exit-zero --quiet --output-format json --select'.split(
    ' ',
  ),
  selectedPythonRules,
].flat();
const ruleArguments = ['rule', '--all', '--output-format', 'json'];

const place = z.object({ row: z.int(), column: z.int() });
const messagesSchema = z.array(
  z.object({
    /** Null after a syntax error in older versions. */
    code: z.nullable(z.string()),
    filename: z.string(),
    message: z.string(),
    location: place,
    end_location: place,
  }),
);
type Message = z.infer<typeof messagesSchema>[number];
const rulesSchema = z.array(
  z.object({ code: z.nullish(z.string()), summary: z.string(), explanation: z.nullish(z.string()) }),
);

async function run<T>(ruff: string, args: readonly string[], schema: z.ZodMiniType<T>): Promise<T> {
  const output = await runProgram(ruff, args, limits);
  try {
    return schema.parse(JSON.parse(output));
  } catch (error) {
    throw new Failure('malformed', 'printed what cannot be read', { cause: error });
  }
}

function issueOf(
  { code, filename, message, location, end_location: end }: Message,
  folder: string,
  texts: ReadonlyMap<string, string>,
): ReportIssue | undefined {
  const path = relative(folder, filename).split(sep).join('/');
  const source = texts.get(path);
  if (source === undefined) return undefined;
  const rule = keyOf(code);
  const isInText = end.row <= linesOf(source).length;
  const last = isInText ? { endLine: end.row, endColumn: end.column } : {};
  const { severity, type } = classify(rule);
  return {
    path,
    rule,
    severity,
    type,
    message,
    textRange: rangeOf(source, { line: location.row, column: location.column, ...last }),
    effort: effortBySeverity[severity],
  };
}

const keyOf = (code: string | null): string =>
  `ruff:${code === null || code === 'invalid-syntax' ? 'syntax' : code}`;

function classify(key: string): Pick<ReportIssue, 'severity' | 'type'> {
  const code = key.slice('ruff:'.length);
  const [, classification = pythonRules.E] =
    Object.entries(pythonRules)
      .toSorted(([a], [b]) => b.length - a.length)
      .find(([prefix]) => code.startsWith(prefix)) ?? [];
  return classification;
}

function rulesOf(known: z.infer<typeof rulesSchema>, keys: ReadonlySet<string>): ReportRule[] {
  const syntax = { code: 'syntax', summary: 'The file must be valid Python', explanation: undefined };
  return [...known, syntax]
    .filter(({ code }) => keys.has(`ruff:${code}`))
    .map(({ code, summary, explanation }) => ({
      key: `ruff:${code}`,
      name: summary,
      language: 'py',
      ...classify(`ruff:${code}`),
      description: htmlOf(explanation ?? summary),
      isExternal: false,
    }));
}

/** Returns the Markdown of an explanation, which has headings, paragraphs and code, as HTML. */
function htmlOf(markdown: string): string {
  return markdown
    .split(/^```.*\n([\s\S]*?)^```$/mu)
    .map((part, index) =>
      index % 2 === 1
        ? `<pre>${escapeHtml(part)}</pre>`
        : part
            .split(/\n{2,}|(?<=^## .*)\n/mu)
            .map((text) => text.trim())
            .filter((text) => text !== '')
            .map((text) =>
              text.startsWith('## ')
                ? `<h3>${escapeHtml(text.slice(3))}</h3>`
                : `<p>${escapeHtml(text).replaceAll(/`([^`]+)`/gu, '<code>$1</code>')}</p>`,
            )
            .join(''),
    )
    .join('');
}

function factsOf(source: string): ReportFile['facts'] {
  const lines = linesOf(source).map((line) => line.trim());
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
  return {
    ...emptyFacts,
    ncloc: count(/^[^#]/u),
    comment_lines: count(/^#/u),
    functions: count(/^(?:async\s+)?def\s/u),
    classes: count(/^class\s/u),
  };
}
