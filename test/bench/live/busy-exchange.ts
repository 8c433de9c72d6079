// The relay of busy-exchange-child.ts, as the bench tells it what to do.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A change of the marked level. */
export interface SentMark {
  readonly amount: number
  /** Of the computer's clock, with fractions. */
  readonly sentAtMs: number
}

/** Messages a second from now on; or `marks`: the marks since the last time are wanted. */
export type BusyOrder = { readonly books: number; readonly trades: number } | 'marks'

export interface BusyExchange {
  readonly baseUrl: string
  setRate(rate: { readonly books: number; readonly trades: number }): void
  takeMarks(): Promise<readonly SentMark[]>
  stop(): void
}

/** @param target - the base URL of a practice exchange */
export async function startBusyExchange(target: string, markedMarket: string): Promise<BusyExchange> {
  const child = fork(fileURLToPath(new URL('busy-exchange-child.ts', import.meta.url)), [
    target,
    markedMarket,
  ])
  const [port] = (await once(child, 'message')) as [number]
  const tell = (order: BusyOrder): void => void child.send(order)
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    setRate: tell,
    async takeMarks() {
      tell('marks')
      const [marks] = (await once(child, 'message')) as [SentMark[]]
      return marks
    },
    stop: () => child.disconnect(),
  }
}
