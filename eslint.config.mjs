import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { reasonInCatch, reasonInDisable } from './scripts/lint/reasons.ts';

/**
 * A layer may import only what ARCHITECTURE.md allows it. Lint reports what is not listed for a folder,
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
            regex: `^(\\.\\./)+(?!(${layers.join('|')}|\\.\\.)/)(core|secrets|agents|node|extension|cli|tools|emulator|relay|entrypoints)/`,
            message: `src/${folder} may import only: ${layers.join(', ')}.`,
          },
          ...forbidden.map((regex) => ({ regex, message: `src/${folder} must not import this.` })),
        ],
      },
    ],
  },
});

/**
 * Functions of more than 60 lines, by file. No other file may get one.
 * Tests are exempt: a suite is a function.
 */
const longFunctions = {
  'bench/platform.bench.ts': 'run',
  'bench/relay.bench.ts': 'measure',
};

/** Programs are started by src/node, by absolute path; git by src/node/process/git.ts alone. */
const startsPrograms = '^node:child_process$';

/** What renders links, icons or markup of a string, or shows a page of ours: only `src/extension/ui` calls it. */
const rendering =
  '/^(?:show(?:Information|Warning|Error)Message|createInputBox|createQuickPick|showInputBox|showQuickPick|withProgress|createStatusBarItem|setStatusBarMessage|createWebviewPanel|registerWebviewViewProvider|registerCustomEditorProvider|createCommentController|MarkdownString)$/';
const trusting = '/^(?:isTrusted|supportHtml|supportThemeIcons)$/';
const textBorder = [
  `MemberExpression[property.name=${rendering}]`,
  `MemberExpression[property.value=${rendering}]`,
  `ObjectPattern > Property[key.name=${rendering}]`,
  `ImportDeclaration[source.value='vscode'] > ImportSpecifier[imported.name=${rendering}]`,
  `AssignmentExpression > MemberExpression.left[property.name=${trusting}]`,
  `ObjectExpression > Property[key.name=${trusting}]`,
].map((selector) => ({
  selector,
  message: 'Use src/extension/ui: names from outside must not become links, icons or markup there.',
}));

/** Only `src/emulator/store` knows the tables. */
const queries = [
  "CallExpression[callee.object.name='db'][callee.property.name=/^(?:get|all|has|run|insert|upsert)$/]",
  "CallExpression[callee.object.property.name='db'][callee.property.name=/^(?:get|all|has|run|insert|upsert)$/]",
  "Property[key.name='sql']",
].map((selector) => ({ selector, message: 'Put queries into src/emulator/store.' }));

const groupings = [
  ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression',
  'ObjectExpression > SpreadElement > ObjectExpression',
].map((selector) => ({ selector, message: 'Write the elements without a spread of a literal.' }));

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'node_modules/', '.cache/', 'test/fixtures/', 'scripts/editor/standIns/'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  regexp.configs['flat/recommended'],
  {
    // The project service takes a quarter more time for the whole tree.
    languageOptions: { parserOptions: { project: './tsconfig.json' } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // `() => callback()` is plainer than a block of three lines around one call.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `const { left, ...rest } = value` is how a property is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'max-lines': ['error', { max: 400 }],
      eqeqeq: 'error',
      // A fifth of the time of lint, for nothing: there are no enums, and classes with `#fields` are told apart by their types.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': ['error', ...groupings],
    },
  },
  { files: ['*.mjs'], ...tseslint.configs.disableTypeChecked },
  {
    plugins: {
      house: {
        rules: {
          'reason-in-catch': reasonInCatch,
          'reason-in-disable': reasonInDisable,
        },
      },
    },
    rules: { 'house/reason-in-disable': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'house/reason-in-catch': 'error' },
  },
  {
    files: ['src/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts', 'lab/**/*.ts'],
    ignores: Object.keys(longFunctions),
    rules: { 'max-lines-per-function': ['error', { max: 60 }] },
  },
  // core is the product without a host: no editor, no network, no disk, no process.
  fence('core', {
    layers: ['core'],
    forbidden: ['^vscode$', '^axios', '^node:(?!crypto$|buffer$|zlib$)', '^[a-z@](?!od/mini$)(?!ode:)'],
  }),
  {
    files: ['src/core/**/*.ts', 'src/secrets/**/*.ts', 'src/agents/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'console'] },
  },
  // secrets is the detection engine: a text in, findings out. Of core it takes only the error for a malformed policy.
  fence('secrets', {
    layers: ['secrets', 'core'],
    forbidden: [
      '/core/(?!failures\\.ts$)',
      '^vscode$',
      '^node:(?!crypto$|buffer$)',
      '^[a-z@](?!od/mini$)(?!ode:)(?!e2js$)',
    ],
  }),
  // What agents ask and how they are answered, without a process and a disk; `node:path` only computes names.
  fence('agents', {
    layers: ['core', 'agents'],
    forbidden: ['^vscode$', '^node:(?!path$)', '^[a-z@](?!ode:)'],
  }),
  fence('node', { layers: ['core', 'node'], forbidden: ['^vscode$'] }),
  fence('extension', {
    layers: ['core', 'secrets', 'agents', 'node', 'extension'],
    forbidden: ['^axios', '^node:(fs|child_process|https?|net)'],
  }),
  {
    files: ['src/extension/**/*.ts'],
    ignores: ['src/extension/ui/**'],
    rules: { 'no-restricted-syntax': ['error', ...groupings, ...textBorder] },
  },
  fence('cli', {
    layers: ['core', 'secrets', 'agents', 'node', 'cli'],
    forbidden: ['^vscode$', startsPrograms],
  }),
  fence('tools', { layers: ['core', 'node', 'tools'], forbidden: ['^vscode$', startsPrograms] }),
  fence('emulator', { layers: ['core', 'node', 'emulator'], forbidden: ['^vscode$', startsPrograms] }),
  fence('relay', { layers: ['core', 'node', 'relay'], forbidden: ['^vscode$', startsPrograms] }),
  // One file for each bundle, which starts what a room exports; no room imports an entry point.
  fence('entrypoints', {
    layers: ['core', 'agents', 'node', 'extension', 'cli', 'tools', 'emulator', 'relay', 'entrypoints'],
    forbidden: ['^vscode$', '^axios', startsPrograms],
  }),
  {
    files: ['src/emulator/**/*.ts'],
    ignores: ['src/emulator/store/**'],
    rules: { 'no-restricted-syntax': ['error', ...groupings, ...queries] },
  },
  { files: ['**/*.data.ts'], rules: { 'max-lines': 'off' } },
  {
    // The engine meets whatever a stranger writes: every pattern is proven linear, also where only its use could be bad.
    files: ['src/secrets/**/*.ts'],
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    // Alphabets are written as their documentation has them: hexadecimal and a prefix are no matter of case.
    files: ['src/secrets/rules/*.data.ts'],
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
