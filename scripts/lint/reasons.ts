import type { Rule } from 'eslint';

/** A `catch` that does not look at its error must have a comment that says why nothing is lost. */
export const reasonInCatch: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Say in a comment why nothing is lost here, or log the error.' },
  },
  create: (context) => ({
    CatchClause: (node) => {
      if (!node.param && context.sourceCode.getCommentsInside(node.body).length === 0)
        context.report({ node, messageId: 'missing' });
    },
  }),
};

/** A comment that switches a lint rule off must give the reason after ` -- `. */
export const reasonInDisable: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Give the reason: eslint-disable… rule -- reason.' },
  },
  create: (context) => ({
    Program: () => {
      for (const { value, loc } of context.sourceCode.getAllComments())
        if (loc && /^\s*eslint-disable/.test(value) && !/\s--\s+\S/.test(value))
          // Column -1 is before any directive of this line, so that the comment cannot switch its own report off.
          context.report({
            loc: { start: { ...loc.start, column: -1 }, end: loc.end },
            messageId: 'missing',
          });
    },
  }),
};
