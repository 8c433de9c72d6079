// The lint rules of the house: no `any`, no silent promises, and walls between the rooms.
import svelte from 'eslint-plugin-svelte'
import tseslint from 'typescript-eslint'

/** Forbids imports by path pattern, with the sentence that explains the wall. */
const wall = (...groups) => ['error', { patterns: groups.map(([group, message]) => ({ group, message })) }]

const nodeModules = ['node:*', 'fs', 'path', 'http', 'net', '/crypto', 'worker_threads']
const noElectron = [['electron', 'electron/*'], 'This room runs in plain Node and is tested there.']
const noRenderer = [['**/src-renderer/**'], 'Main and preload never reach into the page.']
const noMain = [['**/src-main/**'], 'Only the border (src-preload) may be shared.']
const outside = [
  [
    'node:fs',
    'node:fs/*',
    'node:net',
    'node:http',
    'node:child_process',
    'node:worker_threads',
    'better-sqlite3',
    'playwright',
    'playwright/*',
  ],
  'A unit test reaches nothing of the outside: it belongs in test/integration or test/page.',
]
const noTest = [['**/test/**'], 'The product never imports its tests.']

export default tseslint.config(
  { ignores: ['out/**', 'node_modules/**', 'resources/texts/.wuchale/**', 'resources/texts/data.js'] },
  ...tseslint.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      // A fifth of the linter's time, and there are no enums here: TypeScript forbids what it would have to compile.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
    },
  },
  // TypeScript itself and svelte-check judge components; the type-aware rules cannot see through markup.
  { files: ['**/*.svelte', '**/*.svelte.ts'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, projectService: false } },
    // A type-aware rule of our own list above that disableTypeChecked does not know to be on.
    rules: { '@typescript-eslint/switch-exhaustiveness-check': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
  },
  { files: ['src-main/**'], rules: { 'no-restricted-imports': wall(noRenderer, noTest) } },
  { files: ['test/unit/**'], rules: { 'no-restricted-imports': wall(outside) } },
  {
    files: [
      'src-main/signing/**',
      'src-main/exchange/**',
      'src-main/store/**',
      'src-main/practice/**',
      'src-main/services/**',
    ],
    rules: { 'no-restricted-imports': wall(noRenderer, noTest, noElectron) },
  },
  {
    files: ['src-main/signing/**'],
    rules: {
      'no-restricted-imports': wall(noRenderer, noTest, noElectron, [
        nodeModules,
        'signing/ is pure: bytes in, bytes out.',
      ]),
    },
  },
  {
    files: ['src-preload/shared/**', 'src-preload/contract/**'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', 'window', 'document', 'fetch', 'global'],
      'no-restricted-imports': wall(noRenderer, noMain, noTest, noElectron, [
        nodeModules,
        'Both sides import this: pure code only.',
      ]),
    },
  },
  {
    files: ['src-renderer/**'],
    rules: {
      'no-restricted-imports': wall(
        noMain,
        noTest,
        noElectron,
        [nodeModules, 'The page has no Node.'],
        [['zod', 'zod/*'], 'The schema library stays out of the page: import types from the contract.'],
      ),
    },
  },
)
