// Owns: how unit, contract, vector, fault and migration tests are found and run.
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { keepCompiled } from './scripts/compile-cache.ts'

keepCompiled()

export default defineConfig({
  plugins: [svelte()],
  // For tests whose first line is `// @vitest-environment page`: Svelte's runes react there as they do in the page.
  resolve: {
    alias: { 'vitest-environment-page': join(import.meta.dirname, 'test/unit/renderer/page-environment.ts') },
  },
  environments: { page: { consumer: 'client', resolve: { conditions: ['browser', 'development'] } } },
  test: {
    include: [
      'test/{unit,contract,vectors,faults,migrations}/**/*.test.ts',
      'test/electron-stand-in/tests/**/*.test.ts',
    ],
    // Two cores, and most of a test is waiting: with two workers a third of the cores was idle.
    maxWorkers: 3,
    globalSetup: 'test/thread-scripts-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
