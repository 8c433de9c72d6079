// A process that drops rows of all kinds, piece after piece, until it is killed. Run by kept-kinds-kill.test.ts.
import { systemClock } from '../../../src-main/async/clock.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import type { DataKind } from '../../../src-preload/contract/app/data.ts'
import { droppedBeforeMs, fill, killedFilling } from './kept-tables.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: drop-until-killed.ts FILE')
const store = await openStore({
  file,
  clock: systemClock,
  workerUrl,
})
const kinds: readonly DataKind[] = ['fills', 'orders', 'fineCandles', 'pnl', 'coarseCandles', 'marketTrades']
const report = (): void => {
  process.stdout.write('a piece is done\n')
}
for (;;) {
  await fill(store, killedFilling)
  for (const kind of kinds) {
    for (let hasMore = true; hasMore;) {
      // The next is sent before the answer came, so that the thread is always in the middle of something.
      const pieces = [store.dropBefore(kind, droppedBeforeMs, 7), store.dropBefore(kind, droppedBeforeMs, 7)]
      hasMore = (await Promise.all(pieces)).at(-1)?.hasMore ?? false
      report()
    }
  }
  for (const kind of kinds) {
    for (let hasMore = true; hasMore;) {
      hasMore = (await store.dropAll(kind, 11)).hasMore
      report()
    }
    await store.giveBack(5)
  }
}
