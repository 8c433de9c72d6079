// How the tests of a finished package are run: `npm run package -- --check`. They are no part of the other suites, since they
// need a package.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Started apps must not wait for each other.
    fileParallelism: false,
  },
})
