import ts from 'typescript';

/** One small change of a source text that some test ought to notice. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** 1-based. */
  readonly line: number;
}

const operators: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.QuestionQuestionToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
  [ts.SyntaxKind.PercentToken]: '*',
};

/** All mutants of a file. Types, imports and the wording of logs and failures are left alone: no test is to hold them. */
export function mutantsOf(code: string): Mutant[] {
  const file = ts.createSourceFile('mutated.ts', code, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, replacement: string): void => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ start, end: node.end, replacement, line });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || isWording(node)) return;
    mutate(node, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

function mutate(node: ts.Node, add: (node: ts.Node, replacement: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const other = operators[node.operatorToken.kind];
    if (other !== undefined) add(node.operatorToken, other);
  } else if (ts.isIfStatement(node)) {
    add(node.expression, 'true');
    add(node.expression, 'false');
  } else if (ts.isConditionalExpression(node)) {
    add(node.condition, 'true');
    add(node.condition, 'false');
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, node.operand.getText());
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
    add(node, 'false');
  } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
    add(node, 'true');
  } else if (ts.isNumericLiteral(node)) {
    add(node, `(${node.text} + 1)`);
  } else if (
    ts.isStringLiteral(node) &&
    !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)
  ) {
    add(node, node.text === '' ? "'mutated'" : "''");
  } else if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) {
    add(node, '[]');
  } else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
    add(node, ';');
  }
}

/** `log.warn(…)` and what a `Failure` says: for people who read logs. */
function isWording(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node)) return isWording(node.expression);
  if (ts.isCallExpression(node)) return /(?:^|\.)#?log\.\w+$/.test(node.expression.getText());
  const { parent } = node as { parent?: ts.Node };
  return (
    parent !== undefined &&
    ts.isNewExpression(parent) &&
    parent.expression.getText() === 'Failure' &&
    parent.arguments?.[1] === node
  );
}
