// Owns: how end-to-end tests and screenshots run, on Electron or on its stand-in.
import { defineConfig } from 'playwright/test'
import { enableCompileCache } from './scripts/compile-cache.ts'
import { practiceDefaults } from './src-main/practice/defaults.ts'

enableCompileCache()

export default defineConfig<object, { practiceOrders: number; marketHistory: 'all' | 'asked' }>({
  testDir: 'test/e2e',
  outputDir: 'out/e2e',
  // Most of a test is waiting: for the app to start, for polls. Two at a time keep two cores busy; three were no faster.
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  // Nothing is tried twice: what fails now and then is a fault, of the test or of the app.
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'out/e2e-results.json' }]],
  projects: [
    { name: 'e2e', testMatch: 'specs/**/*.spec.ts' },
    // What lower layers hold part by part, once more through the whole app: `npm run soak -- app`.
    { name: 'soak', testMatch: 'soak/**/*.spec.ts' },
    {
      name: 'screens',
      testMatch: 'screens/**/*.screens.ts',
      use: { practiceOrders: practiceDefaults.orders, marketHistory: 'all' },
    },
  ],
})
