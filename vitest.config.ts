// Owns: how unit, contract, vector, fault, migration and figure tests are found and run.
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { keepCompiled } from './scripts/compile-cache.ts'

keepCompiled()

/**
 * Tests of whole pages in a browser, on two busy cores: what fails once and then passes is told by name at the end (scripts/test.ts).
 * Never one where money or keys are at stake: there a single failure counts.
 */
const triedTwice =
  'test/unit/renderer/page/{connection,data,display,market-list,markets,notices,orders,palette,parts,portfolio}.test.ts'

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
          name: 'once',
          include: [
            'test/{unit,contract,vectors,faults,migrations,figures}/**/*.test.ts',
            'test/electron-stand-in/tests/**/*.test.ts',
          ],
          exclude: [triedTwice],
        },
      },
      { extends: true, test: { name: 'twice', include: [triedTwice], retry: 1 } },
    ],
    // Two cores, and most of a test is waiting: with two workers a third of the cores was idle.
    maxWorkers: 3,
    globalSetup: 'test/thread-scripts-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
