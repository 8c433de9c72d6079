// Owns: how unit, contract, vector, fault and migration tests are found and run.
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { keepCompiled } from './scripts/compile-cache.ts'

keepCompiled()

const pageTests = 'test/unit/renderer/page/**/*.test.ts'
const pageTestsOfMoneyAndKeys =
  'test/unit/renderer/page/{transfers,transfer-lists,give-wallet,lock-screen,remove-account}.test.ts'

export default defineConfig({
  plugins: [svelte()],
  // For tests whose first line is `// @vitest-environment page`: Svelte's runes react there as they do in the page.
  resolve: {
    alias: { 'vitest-environment-page': join(import.meta.dirname, 'test/unit/renderer/page-environment.ts') },
  },
  environments: { page: { consumer: 'client', resolve: { conditions: ['browser', 'development'] } } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'test/{unit,contract,vectors,faults,migrations}/**/*.test.ts',
            'test/electron-stand-in/tests/**/*.test.ts',
          ],
          exclude: [pageTests],
        },
      },
      // As the end-to-end tests: what fails once in a browser on two busy cores and then passes is told by name at the end
      // (scripts/test.ts); where money or keys are at stake a single failure counts.
      {
        extends: true,
        test: { name: 'page', include: [pageTests], exclude: [pageTestsOfMoneyAndKeys], retry: 1 },
      },
      { extends: true, test: { name: 'page of money and keys', include: [pageTestsOfMoneyAndKeys] } },
    ],
    // Two cores, and most of a test is waiting: with two workers a third of the cores was idle.
    maxWorkers: 3,
    globalSetup: 'test/thread-scripts-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
