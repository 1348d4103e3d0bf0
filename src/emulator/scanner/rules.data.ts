import type { Hotspot } from '../store/issues/hotspots.ts';
import type { IssueType, Severity } from '../store/issues/issues.ts';

/**
 * Rules that are active in addition to the recommended sets of ESLint, typescript-eslint and eslint-plugin-regexp:
 * among them the rules of eslint-plugin-unicorn that find mistakes. Its recommendations on style and names are left
 * out, because they do not measure quality.
 */
export const ruleSettings: Readonly<Record<string, 'error' | 'off' | readonly ['error', ...unknown[]]>> = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-script-url': 'error',
  'no-self-compare': 'error',
  'no-template-curly-in-string': 'error',
  'no-unmodified-loop-condition': 'error',
  // The recommended set of typescript-eslint leaves this to the compiler, which does not run here.
  'no-unreachable': 'error',
  'no-unreachable-loop': 'error',
  'no-constructor-return': 'error',
  'no-promise-executor-return': 'error',
  'no-duplicate-imports': 'off',
  'no-empty-function': 'error',
  'no-lone-blocks': 'error',
  'no-throw-literal': 'error',
  'no-useless-concat': 'error',
  'no-useless-return': 'error',
  'no-var': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme'] }],
  'default-case-last': 'error',
  complexity: ['error', 20],
  'max-depth': ['error', 5],
  'max-params': ['error', 7],
  // The TypeScript compiler checks this better, and ESLint cannot tell files for a browser from files for Node.
  'no-undef': 'off',
  '@typescript-eslint/no-non-null-asserted-nullish-coalescing': 'error',
  'unicorn/error-message': 'error',
  'unicorn/no-abusive-eslint-disable': 'error',
  'unicorn/no-array-callback-reference': 'off',
  'unicorn/no-empty-file': 'error',
  'unicorn/no-instanceof-builtins': 'error',
  'unicorn/no-invalid-fetch-options': 'error',
  'unicorn/no-invalid-remove-event-listener': 'error',
  'unicorn/no-thenable': 'error',
  'unicorn/no-this-assignment': 'error',
  'unicorn/no-unnecessary-await': 'error',
  'unicorn/no-useless-fallback-in-spread': 'error',
  'unicorn/no-useless-length-check': 'error',
  'unicorn/no-useless-promise-resolve-reject': 'error',
  'unicorn/no-useless-spread': 'error',
  'unicorn/prefer-array-some': 'error',
  'unicorn/prefer-date-now': 'error',
  'unicorn/prefer-set-size': 'error',
  'unicorn/throw-new-error': 'error',
};

export const typedRules = [
  '@typescript-eslint/no-floating-promises',
  '@typescript-eslint/no-unnecessary-type-assertion',
] as const;

/** Rules whose findings a reviewer has to judge: they become hotspots instead of issues. */
export const hotspotRules: Readonly<
  Record<string, { readonly category: string; readonly probability: Hotspot['probability'] }>
> = {
  'security/detect-child-process': { category: 'command-injection', probability: 'HIGH' },
  'security/detect-disable-mustache-escape': { category: 'xss', probability: 'HIGH' },
  'security/detect-no-csrf-before-method-override': { category: 'csrf', probability: 'HIGH' },
  'security/detect-non-literal-fs-filename': { category: 'file-manipulation', probability: 'LOW' },
  'security/detect-non-literal-require': { category: 'others', probability: 'LOW' },
  'security/detect-possible-timing-attacks': { category: 'weak-cryptography', probability: 'LOW' },
  'security/detect-pseudoRandomBytes': { category: 'weak-cryptography', probability: 'MEDIUM' },
  'security/detect-unsafe-regex': { category: 'dos', probability: 'MEDIUM' },
  'security/detect-bidi-characters': { category: 'others', probability: 'LOW' },
};

interface Classification {
  readonly type: IssueType;
  readonly severity: Severity;
}

/** Type and severity of rules whose `meta.type` (problem, suggestion, layout) does not describe them well. */
export const classifications: Readonly<Record<string, Classification>> = {
  'no-eval': { type: 'VULNERABILITY', severity: 'CRITICAL' },
  'no-implied-eval': { type: 'VULNERABILITY', severity: 'CRITICAL' },
  'no-new-func': { type: 'VULNERABILITY', severity: 'CRITICAL' },
  'no-script-url': { type: 'VULNERABILITY', severity: 'MAJOR' },
  'no-unsafe-finally': { type: 'BUG', severity: 'CRITICAL' },
  'no-dupe-keys': { type: 'BUG', severity: 'CRITICAL' },
  'no-const-assign': { type: 'BUG', severity: 'BLOCKER' },
  'no-debugger': { type: 'BUG', severity: 'MINOR' },
  'no-unused-vars': { type: 'CODE_SMELL', severity: 'MINOR' },
  '@typescript-eslint/no-unused-vars': { type: 'CODE_SMELL', severity: 'MINOR' },
  '@typescript-eslint/no-non-null-asserted-nullish-coalescing': { type: 'CODE_SMELL', severity: 'MINOR' },
  '@typescript-eslint/no-unnecessary-type-assertion': { type: 'CODE_SMELL', severity: 'MINOR' },
  '@typescript-eslint/no-require-imports': { type: 'CODE_SMELL', severity: 'MAJOR' },
  '@typescript-eslint/no-explicit-any': { type: 'CODE_SMELL', severity: 'MAJOR' },
  'no-warning-comments': { type: 'CODE_SMELL', severity: 'INFO' },
  'no-empty': { type: 'CODE_SMELL', severity: 'MAJOR' },
  'no-empty-function': { type: 'CODE_SMELL', severity: 'CRITICAL' },
  complexity: { type: 'CODE_SMELL', severity: 'CRITICAL' },
  'max-depth': { type: 'CODE_SMELL', severity: 'CRITICAL' },
  'max-params': { type: 'CODE_SMELL', severity: 'MAJOR' },
};

export const byMetaType: Readonly<Record<string, Classification>> = {
  problem: { type: 'BUG', severity: 'MAJOR' },
  suggestion: { type: 'CODE_SMELL', severity: 'MAJOR' },
  layout: { type: 'CODE_SMELL', severity: 'MINOR' },
};

/** Estimated minutes to fix an issue. */
export const effortBySeverity: Readonly<Record<Severity, number>> = {
  INFO: 0,
  MINOR: 2,
  MAJOR: 5,
  CRITICAL: 10,
  BLOCKER: 15,
};

/** The rules of ruff: mistakes, unused names, and the code that an attacker looks for. */
export const selectedPythonRules = 'E4,E7,E9,F,B,C901,PLE,S102,S307,S501,S506,S602,S605,S608';

/** Type and severity of the rules of ruff, by the beginning of their code; the longest counts. */
export const pythonRules = {
  syntax: { type: 'BUG', severity: 'BLOCKER' },
  E: { type: 'CODE_SMELL', severity: 'MINOR' },
  E9: { type: 'BUG', severity: 'BLOCKER' },
  F: { type: 'BUG', severity: 'MAJOR' },
  F401: { type: 'CODE_SMELL', severity: 'MINOR' },
  F403: { type: 'CODE_SMELL', severity: 'MINOR' },
  F841: { type: 'CODE_SMELL', severity: 'MINOR' },
  B: { type: 'BUG', severity: 'MAJOR' },
  B9: { type: 'CODE_SMELL', severity: 'MINOR' },
  C901: { type: 'CODE_SMELL', severity: 'CRITICAL' },
  PLE: { type: 'BUG', severity: 'CRITICAL' },
  S: { type: 'VULNERABILITY', severity: 'CRITICAL' },
} as const satisfies Readonly<Record<string, Classification>>;
