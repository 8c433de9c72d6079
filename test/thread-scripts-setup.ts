// Owns: that the tests' threads are put in one file each before the first test: of the sources as they are now, every time.
// Must not: change what is run.
import { join } from 'node:path'
import { build } from 'vite'
import { threadSources } from './fixtures/thread-scripts.ts'

const root = join(import.meta.dirname, '..')
const outDir = join(root, 'out/test-threads')

export default async function setUp(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: { input: { ...threadSources } },
    },
  })
  process.env['STARKDESK_TEST_THREADS'] = outDir
}
