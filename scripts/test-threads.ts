// Owns: that the threads which tests and benches start are put in one file each first: of the sources as they are now, every time.
// Must not: change what is run.
//
// No thread may load TypeScript: Node takes its types out with WebAssembly, and V8 can end the process when several threads use
// WebAssembly (nodejs/node#64500). The app's own threads are bundled too.
import { join } from 'node:path'
import { build } from 'vite'
import { outFolder, root } from './paths.ts'

export const threadSources = {
  'store-worker': 'src-main/store/worker.ts',
  'care-worker': 'src-main/store/care/care-worker.ts',
  'answer-worker': 'src-main/exchange/answers/answer-worker.ts',
  'practice-worker': 'src-main/practice/practice-worker.ts',
  'crashing-worker': 'test/integration/store/crashing-worker.ts',
} as const

/** Where test/fixtures/thread-scripts.ts finds them, in this process and in those that it starts. */
export const threadsVariable = 'STARKDESK_TEST_THREADS'

/** Once for all projects of a run. */
export default async function buildTestThreads(): Promise<void> {
  if (process.env[threadsVariable] !== undefined) return
  const outDir = join(outFolder, 'test-threads')
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
  process.env[threadsVariable] = outDir
}
