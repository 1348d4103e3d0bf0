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
