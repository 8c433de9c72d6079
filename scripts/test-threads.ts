// Bundles the worker scripts of tests and benchmarks from the current sources before a run.
//
// No thread may load TypeScript: Node strips types with WebAssembly, and V8 can crash the process when several threads use
// WebAssembly (nodejs/node#64500). The app's own threads are bundled too.
import { join } from 'node:path'
import { type Alias, build } from 'vite'
import { outFolder, root } from './paths.ts'

export const threadSources = {
  'store-worker': 'src-main/store/worker/worker.ts',
  'care-worker': 'src-main/store/maintenance/maintenance-worker.ts',
  'answer-worker': 'src-main/exchange/answers/answer-worker.ts',
  'practice-worker': 'src-main/practice/practice-worker.ts',
  'kept-store-worker': 'test/fixtures/kept-store-worker.ts',
  'crashing-worker': 'test/integration/store/crashing-worker.ts',
} as const
/** The store's threads with one more migration than the app has: what happens to a file of an older version. */
export const newerThreadSources = {
  'newer-store-worker': threadSources['store-worker'],
  'newer-care-worker': threadSources['care-worker'],
} as const
const newerMigrations = {
  find: /^\.\.?\/migrations\/all\.ts$/,
  replacement: join(root, 'test/integration/store/newer-migrations.ts'),
}

/** Where test/fixtures/thread-scripts.ts finds them, in this process and its children. */
export const threadsVariable = 'STARKDESK_TEST_THREADS'

/** Once for all projects of a run. */
export default async function buildTestThreads(): Promise<void> {
  if (process.env[threadsVariable] !== undefined) return
  const outDir = join(outFolder, 'test-threads')
  await Promise.all([
    bundle(threadSources, outDir, []),
    bundle(newerThreadSources, join(outDir, 'newer'), [newerMigrations]),
  ])
  process.env[threadsVariable] = outDir
}

async function bundle(input: Record<string, string>, outDir: string, alias: Alias[]): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias },
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: { ssr: true, outDir, emptyOutDir: false, minify: false, rolldownOptions: { input } },
  })
}
