import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ESLint, Linter, Rule, SourceCode } from 'eslint';
import type ts from 'typescript';
import { Failure, messageOf } from '../../core/failures.ts';
import { linesOf } from '../../core/issues/lineMap.ts';
import { escapeHtml } from '../http/formats.ts';
import type { AnalyzedFile, ReportHotspot, ReportIssue, ReportRule, SourceFile } from '../report.ts';
import type { FileFacts } from '../store/analyses/files.ts';
import type { TextRange } from '../store/issues/issues.ts';
import {
  byMetaType,
  classifications,
  effortBySeverity,
  hotspotRules,
  ruleSettings,
  typedRules,
} from './rules.data.ts';

const repositories: Readonly<Record<string, string>> = {
  '@typescript-eslint': 'typescript-eslint',
  unicorn: 'unicorn',
  regexp: 'regexp',
  security: 'security',
};

export const emptyFacts: FileFacts = {
  ncloc: 0,
  comment_lines: 0,
  functions: 0,
  classes: 0,
  statements: 0,
  complexity: 0,
  cognitive_complexity: 0,
};

/**
 * Returns a function that analyzes a file: ESLint with the rule sets of rules.data.ts. The configuration of the analyzed
 * tree, including its inline comments, is ignored, because a project must not be able to switch off its own analysis.
 *
 * @throws {Failure} `storage` when the packages of the analyzers cannot be loaded
 */
export async function createAnalyzer(): Promise<(file: SourceFile) => AnalyzedFile> {
  const packages = await loadPackages();
  const linter = new packages.Linter({ configType: 'flat' });
  const config = configFrom(packages);
  const findMeta = metaFinder(packages, config);
  const known = new Map<string, ReportRule>();
  const ruleOf = (ruleId: string): ReportRule => {
    const rule = known.get(ruleId) ?? describeRule(ruleId, findMeta(ruleId));
    known.set(ruleId, rule);
    return rule;
  };
  const programOf = programFactory(packages.typescript);
  return (file) => {
    const typed = needsTypes.test(file.source) ? [typedConfig(programOf(file))] : [];
    return analyzeWith(linter, [...config, ...typed], ruleOf, file);
  };
}

type Packages = Awaited<ReturnType<typeof loadPackages>>;

/** Loads the packages on first use, because they are large. */
async function loadPackages() {
  const [
    { Linter },
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the other way to the type of core rules is the ESLint class, which reads files itself
    { builtinRules },
    { default: js },
    { default: tseslint },
    { default: unicorn },
    regexp,
    { default: security },
    { default: typescript },
  ] = await Promise.all([
    import('eslint'),
    import('eslint/use-at-your-own-risk'),
    import('@eslint/js'),
    import('typescript-eslint'),
    import('eslint-plugin-unicorn'),
    import('eslint-plugin-regexp'),
    import('eslint-plugin-security'),
    import('typescript'),
  ]).catch((error: unknown) => {
    throw new Failure('storage', `An analyzer cannot be loaded: ${messageOf(error)}`, { cause: error });
  });
  return { Linter, builtinRules, js, tseslint, unicorn, regexp, security, typescript };
}

const files = ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'];

/** Finding types takes as long as several rules, so other files do without. */
const needsTypes = /\basync\b|\bPromise\b|\bfetch\(|[\w)\]]!\s*[.,;)\]]/u;

const typedConfig = (program: unknown): Linter.Config => ({
  files,
  languageOptions: { parserOptions: { programs: [program] } },
  rules: Object.fromEntries(typedRules.map((rule) => [rule, 'error'])),
});

function configFrom({ js, tseslint, unicorn, regexp, security }: Packages): Linter.Config[] {
  return [
    js.configs.recommended,
    ...(tseslint.configs.recommended as Linter.Config[]),
    regexp.configs['flat/recommended'] as Linter.Config,
    {
      plugins: { unicorn, security },
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { ecmaFeatures: { jsx: true } },
      },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      rules: {
        ...ruleSettings,
        ...Object.fromEntries(Object.keys(hotspotRules).map((rule) => [rule, 'error'])),
      } as Linter.RulesRecord,
    } satisfies Linter.Config,
  ]
    .map((part): Linter.Config => ({ ...part, files }))
    .concat({
      files: ['**/*.{js,cjs,jsx,cts}'],
      rules: { '@typescript-eslint/no-require-imports': 'off' },
    });
}

/** Returns a function that finds the description of a rule of ESLint or of a plugin. */
function metaFinder(
  { builtinRules }: Packages,
  config: readonly Linter.Config[],
): (ruleId: string) => Rule.RuleMetaData | undefined {
  const plugins = Object.assign({}, ...config.map((part) => part.plugins ?? {})) as Record<
    string,
    ESLint.Plugin
  >;
  return (ruleId) => {
    const slash = ruleId.lastIndexOf('/');
    const rule =
      slash < 0
        ? builtinRules.get(ruleId)
        : plugins[ruleId.slice(0, slash)]?.rules?.[ruleId.slice(slash + 1)];
    return rule && 'meta' in rule ? (rule.meta as Rule.RuleMetaData) : undefined;
  };
}

function analyzeWith(
  linter: Linter,
  config: Linter.Config[],
  ruleOf: (ruleId: string) => ReportRule,
  file: SourceFile,
): AnalyzedFile {
  const messages = linter
    .verify(file.source, config, { filename: file.path, allowInlineConfig: false })
    // Messages of ESLint about its own configuration have no rule either.
    .filter(({ ruleId, fatal }) => ruleId !== null || fatal)
    .filter((message) => !isGuess(file.source, message));
  // `null` after a syntax error, which the types do not express.
  const code = linter.getSourceCode() as ReturnType<typeof linter.getSourceCode> | null;
  const isParsed = !messages.some(({ fatal }) => fatal);
  const hotspots: ReportHotspot[] = [];
  const issues: ReportIssue[] = [];
  const rules = new Set<ReportRule>();
  for (const message of messages) {
    const rule = ruleOf(message.ruleId ?? 'syntax');
    rules.add(rule);
    const textRange = rangeOf(file.source, message);
    const found = { path: file.path, rule: rule.key, message: message.message, textRange };
    const review = hotspotRules[message.ruleId ?? ''];
    const { severity, type } = rule;
    if (review) hotspots.push({ ...found, ...review });
    else if (type !== 'SECURITY_HOTSPOT')
      issues.push({ ...found, severity, type, effort: effortBySeverity[severity] });
  }
  const facts = isParsed && code ? measureSource(code) : emptyFacts;
  return { hotspots, facts, issues, rules: [...rules] };
}

/** Whether a rule that needs types guesses: about a cast, or about what is imported and so has no type here. */
function isGuess(source: string, message: Linter.LintMessage): boolean {
  if (!typedRules.some((rule) => rule === message.ruleId)) return false;
  if (message.messageId === 'floating' || message.messageId === 'floatingVoid') return false;
  const { endLine, endOffset } = rangeOf(source, message);
  const isNonNull = linesOf(source)[endLine - 1]?.[endOffset - 1] === '!';
  return !(isNonNull && message.messageId === 'unnecessaryAssertion');
}

function describeRule(ruleId: string, meta: Rule.RuleMetaData | undefined): ReportRule {
  const slash = ruleId.lastIndexOf('/');
  const plugin = slash < 0 ? undefined : ruleId.slice(0, slash);
  const name = ruleId.slice(slash + 1);
  const repository = plugin === undefined ? 'eslint' : (repositories[plugin] ?? plugin);
  const classification =
    ruleId in hotspotRules
      ? ({ type: 'SECURITY_HOTSPOT', severity: 'MAJOR' } as const)
      : ruleId === 'syntax'
        ? ({ type: 'BUG', severity: 'BLOCKER' } as const)
        : (classifications[ruleId] ??
          byMetaType[meta?.type ?? 'suggestion'] ?? { type: 'CODE_SMELL', severity: 'MAJOR' });
  const { description = name, url } = meta?.docs ?? {};
  const messages = Object.values(meta?.messages ?? {}).map(
    // A message names a part of the code in double braces.
    (text) => `<li>${escapeHtml(text.replaceAll(/\{\{.*?\}\}/gu, '…'))}</li>`,
  );
  return {
    key: `${repository}:${name}`,
    name: description.charAt(0).toUpperCase() + description.slice(1),
    language: plugin === '@typescript-eslint' ? 'ts' : 'js',
    ...classification,
    description: [
      `<p>${escapeHtml(description)}</p>`,
      messages.length > 0 ? `<p>It reports:</p><ul>${messages.join('')}</ul>` : '',
      url ? `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>` : '',
    ].join(''),
    isExternal: false,
  };
}

/** Converts a place of a linter, which counts columns from 1. A range without an end ends with the line. */
export function rangeOf(
  source: string,
  message: Pick<Linter.LintMessage, 'line' | 'column' | 'endLine' | 'endColumn'>,
): TextRange {
  const lines = linesOf(source);
  const startLine = Math.min(Math.max(message.line, 1), lines.length);
  const endLine = message.endLine ?? startLine;
  const lineLength = lines[startLine - 1]?.length ?? 0;
  return {
    startLine,
    endLine,
    startOffset: Math.max(message.column - 1, 0),
    endOffset: message.endColumn === undefined ? lineLength : message.endColumn - 1,
  };
}

/** The part of a syntax node, of any parser, that counting needs. */
interface Node {
  readonly type: string;
  readonly operator?: string;
  readonly [child: string]: unknown;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const classes = new Set(['ClassDeclaration', 'ClassExpression']);
const decisionsAndLoops = [
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
];
/** Each of these nodes adds a path through the code. */
const branching = new Set([...decisionsAndLoops, 'SwitchCase', 'LogicalExpression']);
/** Each of these nodes makes the code inside it harder to follow. */
const nesting = new Set([...decisionsAndLoops, 'SwitchStatement', 'CatchClause']);

type Counts = Record<'functions' | 'classes' | 'statements' | 'complexity' | 'cognitive_complexity', number>;

function measureSource(code: SourceCode): FileFacts {
  const counts = { functions: 0, classes: 0, statements: 0, complexity: 0, cognitive_complexity: 0 };
  visit(code.ast as unknown as Node, 0, counts, code.visitorKeys);
  const codeLines = new Set<number>();
  for (const { loc } of code.ast.tokens) addLines(codeLines, loc);
  const commentLines = new Set<number>();
  for (const { loc } of code.getAllComments()) if (loc) addLines(commentLines, loc);
  return { ...counts, ncloc: codeLines.size, comment_lines: commentLines.size };
}

function addLines(lines: Set<number>, loc: { start: { line: number }; end: { line: number } }): void {
  for (let { line } = loc.start; line <= loc.end.line; line++) lines.add(line);
}

function visit(node: Node, depth: number, counts: Counts, keys: SourceCode['visitorKeys']): void {
  if (functions.has(node.type)) {
    counts.functions++;
    counts.complexity++;
  }
  if (classes.has(node.type)) counts.classes++;
  if (/Statement$|^VariableDeclaration$/u.test(node.type) && node.type !== 'BlockStatement')
    counts.statements++;
  if (branching.has(node.type)) counts.complexity++;
  // A default value is as easy to read as a plain one.
  if (node.type === 'LogicalExpression' && node.operator !== '??') counts.cognitive_complexity++;
  const nests = nesting.has(node.type);
  if (nests) counts.cognitive_complexity += 1 + depth;
  const inner = depth + (nests || (functions.has(node.type) && depth > 0) ? 1 : 0);
  for (const key of keys[node.type] ?? []) {
    const child = node[key];
    for (const item of Array.isArray(child) ? child : [child])
      if (isNode(item)) {
        // `else if` continues a sequence of decisions, so it is not nested.
        const isElseIf = node.type === 'IfStatement' && key === 'alternate' && item.type === 'IfStatement';
        visit(item, isElseIf ? depth : inner, counts, keys);
      }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * Returns a function that makes a program of TypeScript for one file, for the rules that need types. It reads only the
 * libraries of the language: what a file imports has no type, so such rules find less, and the analyzed folder cannot
 * influence them.
 */
function programFactory(typescript: typeof ts): (file: SourceFile) => ts.Program {
  const options: ts.CompilerOptions = {
    allowJs: true,
    noResolve: true,
    strict: true,
    types: [],
    target: typescript.ScriptTarget.ESNext,
    lib: [library],
  };
  const folder = dirname(typescript.getDefaultLibFilePath(options)).replaceAll('\\', '/');
  const parse = (path: string, text: string): ts.SourceFile =>
    typescript.createSourceFile(path, text, typescript.ScriptTarget.ESNext);
  const shared = new Map([[globalsFile, parse(globalsFile, globals)]]);
  const libraryAt = (path: string): ts.SourceFile => {
    const known = shared.get(path) ?? parse(path, readFileSync(path, 'utf8'));
    shared.set(path, known);
    return known;
  };
  return (file) => {
    // ESLint names the file to the parser in this way.
    const own = parse(resolve(file.path).replaceAll('\\', '/'), file.source);
    const host: ts.CompilerHost = {
      getSourceFile: (name) =>
        name === own.fileName
          ? own
          : name === globalsFile || dirname(name) === folder
            ? libraryAt(name)
            : undefined,
      getDefaultLibFileName: () => `${folder}/${library}`,
      getDefaultLibLocation: () => folder,
      getCurrentDirectory: () => process.cwd(),
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: () => false,
      readFile: () => undefined,
      writeFile: () => undefined,
    };
    return typescript.createProgram([own.fileName, globalsFile], options, host);
  };
}

const library = 'lib.esnext.d.ts';

/** The function whose promises are most often forgotten. The libraries of browsers and Node take long to read. */
const globalsFile = '/globals.d.ts';
const globals = 'declare function fetch(...input: any[]): Promise<any>;';
