// Owns: how the bundles are made: main, and for each of the two windows a preload and a page.
// Everything is bundled but the runtime itself and the native modules.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import { noteShippedPackages } from './scripts/package/shipped-modules.ts'
import { asciiSources } from './scripts/ascii-sources.ts'
import { firstViewFiles } from './scripts/first-view.ts'
import { wuchale } from 'wuchale/vite'
import { dictionaries } from './scripts/texts/dictionary-plugin.ts'
import { pseudoLanguage } from './scripts/texts/pseudo.ts'
import { channelNames, confirmChannelNames, eventNames } from './src-preload/contract/contract.ts'
import { languages } from './src-preload/domain/locale/languages.ts'

const native = ['better-sqlite3', 'keytar']
const root = import.meta.dirname
// Beside the app itself: a build in the pseudo-language, for the tests that look for texts that are in no catalogue.
const isPseudo = process.env['STARKDESK_PSEUDO'] === '1'
const out = isPseudo ? 'out/pseudo' : 'out/app'

/** Puts the texts of the catalogues in resources/texts/ where the sources have them in English. */
const texts = () => [
  wuchale({ configPath: resolve(root, 'wuchale.config.ts') }),
  dictionaries(isPseudo ? [...languages, pseudoLanguage] : languages),
]

export default defineConfig({
  main: {
    plugins: [texts(), noteShippedPackages('main'), asciiSources()],
    build: {
      outDir: `${out}/main`,
      externalizeDeps: false,
      rolldownOptions: {
        external: native,
        input: {
          index: resolve(root, 'src-main/index.ts'),
          'store-worker': resolve(root, 'src-main/store/worker/worker.ts'),
          'care-worker': resolve(root, 'src-main/store/maintenance/maintenance-worker.ts'),
          'answer-worker': resolve(root, 'src-main/exchange/answers/answer-worker.ts'),
          'practice-worker': resolve(root, 'src-main/practice/practice-worker.ts'),
        },
      },
    },
  },
  preload: {
    plugins: [noteShippedPackages('preload')],
    // A preload needs the names of the contract alone: as constants they bring no schema library into its one file.
    define: {
      CHANNEL_NAMES: JSON.stringify(channelNames),
      EVENT_NAMES: JSON.stringify(eventNames),
      CONFIRM_CHANNEL_NAMES: JSON.stringify(confirmChannelNames),
    },
    build: {
      outDir: `${out}/preload`,
      externalizeDeps: false,
      // A sandboxed preload is one file, and can load no other: what two of them share is in each.
      isolatedEntries: true,
      rolldownOptions: {
        input: {
          index: resolve(root, 'src-preload/index.ts'),
          confirm: resolve(root, 'src-preload/confirm.ts'),
        },
        // ... and it cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [
      texts(),
      svelte({ configFile: resolve(root, 'svelte.config.js') }),
      noteShippedPackages('renderer'),
    ],
    build: {
      outDir: `${out}/renderer`,
      minify: true,
      // One file of styles: a view that is read later brings none along, which could fail by itself or come too late.
      cssCodeSplit: false,
      rolldownOptions: {
        input: {
          index: resolve(root, 'src-renderer/index.html'),
          confirm: resolve(root, 'src-renderer/confirm/index.html'),
        },
        output: { codeSplitting: { groups: firstViewFiles() } },
      },
    },
  },
})
