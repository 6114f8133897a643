import tseslint from 'typescript-eslint';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/gen/**', '**/node_modules/**', 'data/**', 'coverage/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Loops over indexes known to be in range read better with a checked `!` in hot code than with a dead branch.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      // Stub methods are handed to RpcClient, which calls them on their stub.
      '@typescript-eslint/unbound-method': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // What is made for every call: V8 makes a new shape for each such object, and keeps in it what it refers to until a
    // collection of the whole heap. DECISIONS.md, "No object of a call changes its shape".
    files: ['gateway/src/**/*.ts', 'services/*/src/**/*.ts', 'deploy/embedded/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > Property[kind=/^(get|set)$/]',
          message: 'A getter in an object literal leaks per object; write a class, whose getter is on the prototype.',
        },
        {
          // Of a class it is done once.
          selector:
            'CallExpression[callee.property.name="setPrototypeOf"]:not([arguments.0.property.name="prototype"])',
          message: 'Changing the prototype of objects made per call keeps them alive; make them by a class.',
        },
      ],
    },
  },
  {
    // What clients send is matched in linear time: an expression that goes back over it holds up the whole process, or uses
    // up the time of its thread.
    files: ['gateway/src/**/*.ts', 'services/*/src/**/*.ts', 'deploy/embedded/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
    },
  },
  {
    // Runs in browsers: no Node, the DOM instead.
    files: ['gateway/ask-page/**/*.ts'],
    languageOptions: { parserOptions: { project: './gateway/ask-page/tsconfig.json' } },
  },
  {
    // Runs in other sites' pages: no Node, the DOM instead.
    files: ['gateway/extension/src/page/**/*.ts'],
    languageOptions: { parserOptions: { project: './gateway/extension/src/page/tsconfig.json' } },
  },
  {
    files: ['gateway/console/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: './gateway/console/tsconfig.json' } },
  },
  {
    // The panel and the background of the extension.
    files: ['gateway/extension/src/**/*.{ts,tsx}'],
    ignores: ['gateway/extension/src/page/**'],
    languageOptions: { parserOptions: { project: './gateway/extension/tsconfig.json' } },
  },
  {
    // What people read stands in the catalogue (src/words), in every language of the console.
    files: ['gateway/console/src/**/*.tsx', 'gateway/extension/src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXText[value=/[A-Za-z]{2}/]', message: 'Words belong into the catalogue: {t(…)} of src/words.' },
        {
          selector:
            'JSXAttribute[name.name=/^(label|title|placeholder|caption|hint|heading|what|question|confirm|name|alt|description|empty|aria-label|aria-description)$/] > Literal[value=/[A-Za-z]{2} |^[A-Z][a-z]/]',
          message: 'Words belong into the catalogue: t(…) of src/words.',
        },
      ],
    },
  },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: { process: 'readonly', console: 'readonly' } } },
  prettier,
);
