// What a window under many messages is like, beside the same window without and a page that writes the same rows by a plain loop:
// its frames, and how long a message takes to its pixel.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { type Bench, p95 } from '../harness.ts'
import type { BarePage } from './bare-page.ts'
import type { BusyExchange, SentMark } from './busy-exchange.ts'

/** Messages a second of all books and of all trades. */
const BUSY = { books: 500, trades: 50 } as const
const QUIET = { books: 0, trades: 0 } as const
const GOALS = { frameMs: 17, times: 1.2, pixelMs: 50, heap: 1.1 } as const
/** After a change of the rate. */
const SETTLE_MS = 1_500

interface Watched {
  /** Between two frames, in milliseconds. */
  readonly frames: readonly number[]
  /** Amounts of the best bid, and when the frame that shows them had been made. */
  readonly shown: readonly { readonly amount: number; readonly atMs: number }[]
}

/** Looks at each frame for so long, in the page. */
const watchFrames = (page: Page, ms: number): Promise<Watched> =>
  page.evaluate(
    (lastsMs) =>
      new Promise<Watched>((resolve) => {
        const frames: number[] = []
        const shown: { amount: number; atMs: number }[] = []
        const startedAt = performance.now()
        let before = 0
        let text: string | null = null
        // Runs after the frame was made, as a task of its own.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }: MessageEvent<number>) =>
          shown.push({ amount: data, atMs: performance.timeOrigin + performance.now() })
        const look = (atMs: number): void => {
          if (before > 0) frames.push(atMs - before)
          before = atMs
          const line = document.querySelector('[data-side="bids"]')
          const now = line?.querySelector('[role="gridcell"]:nth-last-child(2)')?.textContent ?? null
          if (now !== null && now !== text) {
            if (text !== null) port2.postMessage(Number(now.replace(/[^\d.]/g, '')))
            text = now
          }
          if (performance.now() - startedAt < lastsMs) requestAnimationFrame(look)
          else setTimeout(() => resolve({ frames, shown }), 100)
        }
        requestAnimationFrame(look)
      }),
    ms,
  )

/** From each mark that was seen on the screen, in milliseconds; one that a later one replaced before has no pixel. */
function waitsOf(marks: readonly SentMark[], shown: Watched['shown']): number[] {
  const sentAt = new Map(marks.map(({ amount, sentAtMs }) => [amount, sentAtMs]))
  return shown.flatMap(({ amount, atMs }) => {
    const at = sentAt.get(amount)
    return at === undefined ? [] : [atMs - at]
  })
}

/** Megabytes of the page that are in use, after garbage was collected. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  } finally {
    await session.detach()
  }
}

/**
 * Prints the figures of a window that shows the marked book.
 * @param bare - follows the book in turn: the exchange is busy for whoever came last
 * @param busyMs - how long it is busy in all; as long it is not, in turn
 */
export async function measureBusyWindow(
  bench: Bench,
  page: Page,
  exchange: BusyExchange,
  bare: BarePage,
  busyMs: number,
  turns: number,
): Promise<void> {
  const quiet: number[] = []
  const busy: number[] = []
  const waits: number[] = []
  const heaps: number[] = []
  const bareFrames: number[] = []
  const bareWaits: number[] = []
  let sent = 0
  for (let turn = 0; turn < turns; turn += 1) {
    exchange.setRate(QUIET)
    await sleep(SETTLE_MS)
    quiet.push(...(await watchFrames(page, busyMs / turns)).frames)
    exchange.setRate(BUSY)
    await sleep(SETTLE_MS)
    // What was sent while it settled is no wait that was looked at.
    await exchange.takeMarks()
    const { frames, shown } = await watchFrames(page, busyMs / turns)
    const marks = await exchange.takeMarks()
    sent += marks.length
    busy.push(...frames)
    waits.push(...waitsOf(marks, shown))
    heaps.push(await heapOf(page))
    const leave = await bare.follow()
    await sleep(SETTLE_MS)
    await exchange.takeMarks()
    const beside = await watchFrames(bare.page, busyMs / turns)
    bareFrames.push(...beside.frames)
    bareWaits.push(...waitsOf(await exchange.takeMarks(), beside.shown))
    await leave()
  }
  exchange.setRate(QUIET)
  bench.judgeFrames({
    figure: 'busy-frame',
    oursMs: busy,
    referenceMs: quiet,
    limitMs: GOALS.frameMs,
    mostTimes: GOALS.times,
  })
  bench.tell(
    'busy-marks',
    `${String(waits.length)} of ${String(sent)} marks were seen, the others were replaced before`,
  )
  bench.tell('bare-page', `frame p95 ${p95(bareFrames).toFixed(1)}ms of the page without a framework`)
  bench.judgeLimitedTail({
    figure: 'message-to-pixel',
    oursMs: waits,
    referenceMs: bareWaits,
    limitMs: GOALS.pixelMs,
  })
  const [first = NaN] = heaps
  bench.judgeAmounts({
    figure: 'heap',
    ours: heaps.at(-1) ?? NaN,
    reference: first,
    unit: 'MB',
    mostTimes: GOALS.heap,
  })
}
