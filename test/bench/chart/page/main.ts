// Opening the chart that the address names and handing it to the bench.
import { runFrames, runLive } from './frames.ts'
import type { Side } from './side.ts'

declare global {
  interface Window {
    bench?: {
      readonly side: Side
      /** From the beginning of the page's life until the first candles were on the screen, in milliseconds. */
      readonly openedMs: number
      readonly runFrames: typeof runFrames
      readonly runLive: typeof runLive
    }
  }
}

const sides: Readonly<Record<string, () => Promise<{ openSide: () => Promise<Side> }>>> = {
  ours: () => import('./ours.ts'),
  all: () => import('./all.ts'),
  windows: () => import('./windows.ts'),
}

const painted = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))

const wanted = new URLSearchParams(location.search).get('side') ?? ''
const load = sides[wanted]
if (load === undefined) throw new Error(`there is no side "${wanted}"`)
const side = await (await load()).openSide()
await side.isReady
await painted()
window.bench = { side, openedMs: performance.now(), runFrames, runLive }
