// Owns: where the texts of Starkdesk are found, and where their catalogues lie. How a language is added: resources/texts/README.md.
import { defineConfig } from 'wuchale'
import { pageTexts, scriptTexts } from './scripts/texts/adapters.ts'

export default defineConfig({
  // The code keeps its English; other languages are looked up by it (resources/texts/translate.ts).
  locales: ['en'],
  localesDir: 'resources/texts',
  // Nothing is translated by a machine, and nothing is sent anywhere.
  ai: null,
  logLevel: 'warn',
  // `npm run dev` shows the sources as they are.
  hmr: false,
  adapters: {
    page: pageTexts({ include: ['src-renderer/**/*.svelte', 'src-renderer/**/*.ts'], ignore: '**/*.d.ts' }),
    // Of main only what people read: most of its strings are for the database, the service and the log.
    main: scriptTexts([
      'src-main/desktop/notifications.ts',
      'src-main/desktop/**/{desktop-integration,menus,quit-question,shell-integration}.ts',
      'src-main/alerts/*-text.ts',
      'src-main/transfers/receipt/*.ts',
      'src-main/exports/report-page.ts',
    ]),
  },
})
