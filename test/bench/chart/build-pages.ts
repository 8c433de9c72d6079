// The bundles of the bench's pages, made as the app's own page is, and what each weighs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build, type Rolldown } from 'vite'
import { root } from '../../../scripts/paths.ts'

const pages = join(import.meta.dirname, 'page')
/** Both charts, each with all that it needs to draw. */
const weighed = { ours: 'ours-alone', reference: 'reference-chart' } as const

export interface Weights {
  /** Bytes of code, minified and packed with gzip. */
  readonly ours: number
  readonly reference: number
}

type Output = Rolldown.RolldownOutput['output'][number]

async function bundle(input: Record<string, string>, outDir: string): Promise<readonly Output[]> {
  const made = await build({
    configFile: false,
    root: pages,
    logLevel: 'error',
    plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
    build: {
      outDir,
      emptyOutDir: true,
      minify: true,
      target: 'esnext',
      rolldownOptions: { input, preserveEntrySignatures: 'strict' },
    },
  })
  const first = Array.isArray(made) ? made[0] : made
  if (first === undefined || !('output' in first)) throw new Error('the pages could not be built')
  return first.output
}

/** What one entry weighs with all that it imports. */
async function weigh(entry: string, outDir: string): Promise<number> {
  const outputs = await bundle({ [entry]: join(pages, `${entry}.ts`) }, outDir)
  return outputs
    .filter((output) => output.type === 'chunk')
    .reduce((sum, { fileName }) => sum + gzipSync(readFileSync(join(outDir, fileName))).length, 0)
}

/** Builds the pages into `folder/pages`. */
export async function buildPages(folder: string): Promise<Weights> {
  await bundle({ index: join(pages, 'index.html') }, join(folder, 'pages'))
  return {
    ours: await weigh(weighed.ours, join(folder, 'weighed-ours')),
    reference: await weigh(weighed.reference, join(folder, 'weighed-reference')),
  }
}
