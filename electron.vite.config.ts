// Owns: how the three bundles are made. Everything is bundled but the runtime itself and the native modules.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

const native = ['better-sqlite3', 'keytar']
const root = import.meta.dirname

export default defineConfig({
  main: {
    build: {
      outDir: 'out/app/main',
      externalizeDeps: false,
      rolldownOptions: {
        external: native,
        input: {
          index: resolve(root, 'src-main/index.ts'),
          'store-worker': resolve(root, 'src-main/store/worker.ts'),
          'practice-worker': resolve(root, 'src-main/practice/practice-worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/app/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: resolve(root, 'src-preload/index.ts'),
        // A sandboxed preload cannot be an ES module.
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [svelte({ configFile: resolve(root, 'svelte.config.js') })],
    build: {
      outDir: 'out/app/renderer',
      minify: true,
      rolldownOptions: { input: resolve(root, 'src-renderer/index.html') },
    },
  },
})
