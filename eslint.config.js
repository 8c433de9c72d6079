// What ESLint alone can lint: what is between the tags of components. TypeScript is linted by oxlint (.oxlintrc.json), with types.
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import tseslint from 'typescript-eslint'

/** Forbids imports by path pattern, with the sentence that explains the wall. */
const wall = (...groups) => ['error', { patterns: groups.map(([group, message]) => ({ group, message })) }]

export default defineConfig(
  { ignores: ['**', '!**/', '!**/*.svelte', 'out/**', '**/node_modules/**'] },
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      // As .oxlintrc.json has it for src-renderer/.
      'no-restricted-imports': wall(
        [['**/src-main/**'], 'Only the border (src-preload) may be shared.'],
        [['electron', 'electron/*', 'node:*', 'fs', 'path', 'http', 'net'], 'The page has no Node.'],
        [['zod', 'zod/*'], 'The schema library stays out of the page: import types from the contract.'],
      ),
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/src-preload/contract/**'],
              allowTypeImports: true,
              message: 'Schemas are main’s: the page imports types alone, or zod comes with them.',
            },
          ],
        },
      ],
    },
  },
)
