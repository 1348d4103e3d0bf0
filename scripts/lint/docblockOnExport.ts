import type { AST, Rule } from 'eslint';

/**
 * Reports exported functions without a docblock that states their contract. Of overloads only the first needs one.
 *
 * A constant whose value is written as a function counts as a function. One whose value is the result of a call does
 * not: the called function states the contract.
 */
export const docblockOnExport: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'State the contract of {{name}} in a docblock: what it returns or does.' },
  },
  create: (context) => ({
    Program: ({ body }) => {
      let previous: string | undefined;
      for (const statement of body) {
        const name = exportedFunction(statement);
        const isOverload = name !== undefined && name === previous;
        previous = name;
        if (name === undefined || isOverload) continue;
        // Line comments, such as those that disable a rule, may stand between the two.
        const before = context.sourceCode
          .getCommentsBefore(statement)
          .findLast(({ type }) => type === 'Block');
        if (!before?.value.startsWith('*'))
          context.report({ node: statement, messageId: 'missing', data: { name } });
      }
    },
  }),
};

/** Returns the name of the function that a statement exports; undefined for any other statement. */
function exportedFunction(statement: AST.Program['body'][number]): string | undefined {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return undefined;
  const { declaration } = statement;
  // The parser of TypeScript has a separate type for a signature without a body.
  const type: string = declaration.type;
  if (declaration.type === 'FunctionDeclaration' || type === 'TSDeclareFunction')
    return (declaration as { readonly id: { readonly name: string } }).id.name;
  if (declaration.type !== 'VariableDeclaration') return undefined;
  const [first] = declaration.declarations;
  if (first?.id.type !== 'Identifier') return undefined;
  const value = first.init?.type;
  return value === 'ArrowFunctionExpression' || value === 'FunctionExpression' ? first.id.name : undefined;
}
