// A page without a framework that writes the same rows of a book and of trades as the Trade view: the reference of the busy window.
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../electron-stand-in/find-browser.ts'

export interface BarePage {
  readonly page: Page
  /** Follows the market's book and trades, until the returned function is called. */
  follow(): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** What the Trade view shows of each. */
const ROWS = { levels: 20, trades: 40 } as const

/**
 * Runs in the page: a loop over the changed levels, once a frame.
 * @returns resolves with the first rows
 */
function followBook([url, market, levels, trades]: readonly [string, string, number, number]): Promise<void> {
  const book = { asks: new Map<string, string>(), bids: new Map<string, string>() }
  const tape: string[][] = []
  const makeRows = (side: string, count: number): HTMLElement[] => {
    const body = document.createElement('div')
    document.body.append(body)
    return Array.from({ length: count }, () => {
      const row = document.createElement('div')
      row.dataset['side'] = side
      for (let at = 0; at < 3; at += 1) {
        const cell = document.createElement('span')
        cell.setAttribute('role', 'gridcell')
        row.append(cell)
      }
      body.append(row)
      return row
    })
  }
  document.body.replaceChildren()
  const rows = {
    asks: makeRows('asks', levels),
    bids: makeRows('bids', levels),
    tape: makeRows('tape', trades),
  }
  const write = (row: HTMLElement | undefined, texts: readonly string[]): void => {
    for (const [at, text] of texts.entries()) {
      const cell = row?.children[at]
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text
    }
  }
  let isPlanned = false
  const draw = (): void => {
    isPlanned = false
    for (const side of ['asks', 'bids'] as const) {
      const sign = side === 'asks' ? 1 : -1
      const best = [...book[side]].sort(([one], [other]) => sign * (Number(one) - Number(other)))
      let sum = 0
      for (const [at, [price, amount]] of best.slice(0, levels).entries()) {
        sum += Number(amount)
        write(rows[side][at], [price, amount, sum.toFixed(4)])
      }
    }
    for (const [at, trade] of tape.entries()) write(rows.tape[at], trade)
  }
  const take = (side: 'asks' | 'bids', [price = '', amount = '']: readonly string[]): void => {
    if (amount === '') book[side].delete(price)
    else book[side].set(price, amount)
  }
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url}/public?stream=${market}.ob-inc,${market}.trades`)
    Reflect.set(window, 'bareSocket', socket)
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (!data.startsWith('{')) return
      for (const [name, body] of Object.entries(
        JSON.parse(data) as Record<string, Record<string, unknown>>,
      )) {
        for (const side of ['asks', 'bids'] as const) {
          const told = body[side]
          if (!Array.isArray(told)) continue
          if (name.endsWith('.ob-snap')) for (const level of told as string[][]) take(side, level)
          else take(side, told as string[])
        }
        for (const { price, amount, date } of (body['trades'] ?? []) as Record<string, string>[])
          tape.unshift([price ?? '', amount ?? '', String(date)])
        tape.length = Math.min(tape.length, trades)
      }
      if (!isPlanned) requestAnimationFrame(draw)
      isPlanned = true
      if (book.bids.size > 0) resolve()
    }
  })
}

/** @param baseUrl - of an exchange whose streams a page may read, as the relay of the busy window is */
export async function openBarePage(baseUrl: string, market: string): Promise<BarePage> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const url = baseUrl.replace(/^http/, 'ws')
  return {
    page,
    async follow() {
      await page.evaluate(followBook, [url, market, ROWS.levels, ROWS.trades] as const)
      return () => page.evaluate(() => (Reflect.get(window, 'bareSocket') as WebSocket).close())
    },
    close: () => browser.close(),
  }
}
