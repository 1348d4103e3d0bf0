import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { reasonInCatch } from './scripts/lint/reasonInCatch.ts';

/**
 * A layer may import only what ARCHITECTURE.md allows it. Whatever is not listed for a folder is an error there,
 * so a new dependency of a layer is a reviewed change of this table.
 */
const fence = (folder, { layers, forbidden }) => ({
  files: [`src/${folder}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(?!(${layers.join('|')}|\\.\\.)/)(core|node|extension|cli|tools|platform|hosted|relay)/`,
            message: `src/${folder} may import only: ${layers.join(', ')}.`,
          },
          ...forbidden.map((regex) => ({ regex, message: `src/${folder} must not import this.` })),
        ],
      },
    ],
  },
});

/** Programs are started by src/node, by absolute path; git by src/node/process/git.ts alone. */
const startsPrograms = '^node:child_process$';

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'node_modules/', '.cache/', 'test/fixtures/'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  regexp.configs['flat/recommended'],
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.mjs'] } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // `const { left, ...rest } = value` is how a property is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', { max: 400 }],
      eqeqeq: 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { house: { rules: { 'reason-in-catch': reasonInCatch } } },
    rules: { 'house/reason-in-catch': 'error' },
  },
  // core is the product without a host: no editor, no network, no disk, no process.
  fence('core', {
    layers: ['core'],
    forbidden: ['^vscode$', '^axios', '^node:(?!crypto$|buffer$)', '^[a-z@](?!od/mini$)(?!ode:)'],
  }),
  {
    files: ['src/core/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'console'] },
  },
  fence('node', { layers: ['core', 'node'], forbidden: ['^vscode$'] }),
  fence('extension', {
    layers: ['core', 'node', 'extension'],
    forbidden: ['^axios', '^node:(fs|child_process|https?|net)'],
  }),
  {
    files: ['src/extension/**/*.ts'],
    ignores: ['src/extension/notify.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^show(?:Information|Warning|Error)Message$/]',
          message: 'src/extension/notify.ts shows messages: what names hold must make no links.',
        },
      ],
    },
  },
  fence('cli', { layers: ['core', 'node', 'cli'], forbidden: ['^vscode$', startsPrograms] }),
  fence('tools', { layers: ['core', 'node', 'tools'], forbidden: ['^vscode$', startsPrograms] }),
  fence('platform', { layers: ['core', 'node', 'platform'], forbidden: ['^vscode$', startsPrograms] }),
  // The platform with the tool server that it hosts: the one place that knows both.
  fence('hosted', {
    layers: ['core', 'node', 'tools', 'platform', 'hosted'],
    forbidden: ['^vscode$', startsPrograms],
  }),
  fence('relay', { layers: ['core', 'node', 'relay'], forbidden: ['^vscode$', startsPrograms] }),
  { files: ['**/*.data.ts'], rules: { 'max-lines': 'off' } },
  {
    // The engine meets whatever a stranger writes: every pattern is proven linear, also where only its use could be bad.
    files: ['src/core/secrets/**/*.ts'],
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    // Alphabets are written as their documentation has them: hexadecimal and a prefix are no matter of case.
    files: ['src/core/secrets/rules/*.data.ts'],
    rules: { 'regexp/use-ignore-case': 'off', 'regexp/prefer-range': 'off', 'regexp/prefer-w': 'off' },
  },
  { files: ['**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);
