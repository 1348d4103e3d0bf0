import type { SourceCode } from 'eslint';
import type { FileFacts } from '../store/analyses/files.ts';

/** The part of a syntax node, of any parser, that counting needs. */
interface Node {
  readonly type: string;
  readonly operator?: string;
  readonly [child: string]: unknown;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const classes = new Set(['ClassDeclaration', 'ClassExpression']);
/** Each of these nodes adds a path through the code. */
const branching = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchCase',
  'LogicalExpression',
]);
/** Each of these nodes makes the code inside it harder to follow. */
const nesting = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'CatchClause',
]);

interface Counts {
  functions: number;
  classes: number;
  statements: number;
  complexity: number;
  cognitive_complexity: number;
}

/** Returns the size and the complexity of a parsed file. */
export function measureSource(code: SourceCode): FileFacts {
  const counts: Counts = { functions: 0, classes: 0, statements: 0, complexity: 0, cognitive_complexity: 0 };
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
