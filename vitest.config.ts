// Owns: how unit, contract, vector, fault and migration tests are found and run.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: [
      'test/{unit,contract,vectors,faults,migrations}/**/*.test.ts',
      'test/electron-stand-in/tests/**/*.test.ts',
    ],
    // Two cores: more workers only make real servers and real keychains wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
