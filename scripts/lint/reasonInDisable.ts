import type { Rule } from 'eslint';

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
