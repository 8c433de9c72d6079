// What the main process weighs after a session over a large file, beside one over a small file.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Bench, median } from './harness.ts'
import type { Weight } from './store-memory-child.ts'

export interface OrderFile {
  readonly file: string
  /** Holds the answer that a poll of this account gets. */
  readonly newestPageFile: string
}

const mostRounds = 5
const mib = 2 ** 20

async function weigh({ file, newestPageFile }: OrderFile): Promise<Weight> {
  const script = fileURLToPath(new URL('store-memory-child.ts', import.meta.url))
  const child = fork(script, [file, newestPageFile], { execArgv: ['--expose-gc'] })
  // It sends nothing but its weight.
  const [weight] = (await once(child, 'message')) as [Weight]
  await once(child, 'exit')
  return weight
}

/**
 * Judged by what the process takes of the machine: SQLite's caches and the threads' heaps are not in the main thread's
 * heap, and they are what could grow with the file. The main thread's own heap is told beside it.
 */
export async function benchMemory(bench: Bench, large: OrderFile, small: OrderFile): Promise<void> {
  const ours: Weight[] = []
  const reference: Weight[] = []
  for (let round = 0; round < Math.min(bench.rounds, mostRounds); round += 1) {
    ours.push(await weigh(large))
    reference.push(await weigh(small))
  }
  const middle = (weights: readonly Weight[], of: keyof Weight): number =>
    median(weights.map((weight) => weight[of])) / mib
  const amounts = (of: keyof Weight) => ({
    ours: middle(ours, of),
    reference: middle(reference, of),
    unit: 'MiB',
  })
  bench.judgeAmounts({ figure: 'memory', ...amounts('resident'), mostTimes: 1.2 })
  bench.judgeAmounts({ figure: 'memory-heap', ...amounts('heap'), mostTimes: 1.2 })
}
