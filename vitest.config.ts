// Owns: how the tests below the whole app are found and run, by what they reach.
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { enableCompileCache } from './scripts/compile-cache.ts'

enableCompileCache()

const isSoak = process.env['STARKDESK_SOAK_TIMES'] !== undefined

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
        // Nothing of the outside is reached: what a file leaves behind is memory, and there is none between tests.
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          // Each test makes its own files and servers and ends them; a process for each file costs a quarter more.
          isolate: false,
          globalSetup: 'scripts/test-threads.ts',
        },
      },
      {
        extends: true,
        // One server for all files, one browser and one tab for the tests of a worker; what a file leaves behind is that tab.
        test: {
          name: 'page',
          include: ['test/page/**/*.test.ts'],
          // What other files hold part by part, in one go: `npm run soak -- page`.
          exclude: isSoak ? [] : ['test/page/soak/**'],
          globalSetup: ['scripts/test-threads.ts', 'test/page/browser-setup.ts'],
          setupFiles: 'test/page/each-test.ts',
          pool: 'threads',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'stand-in', include: ['test/electron-stand-in/tests/**/*.test.ts'] } },
    ],
    // Two cores, and most of a test is waiting: with two workers a third of the cores was idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
