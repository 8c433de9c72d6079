// The market list and the tape in a real browser: keys, menu, what is asked of main, where the focus is.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { ChartLayout } from '../../src-preload/contract/charts.ts'
import type { MarketTrade } from '../../src-preload/contract/entities.ts'
import type { MarketSummary } from '../../src-preload/contract/markets.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const lineOf = (market: string): MarketSummary => ({
  market,
  last: 2500,
  reference: 1,
  changePercent: 1.5,
  high: 2600,
  low: 2400,
  volume: 1234,
  source: 'candles',
  turnover: null,
  sparkline: [1, 2, 3],
  priceDecimals: 2,
  asOfMs: Date.now(),
  lastError: null,
})

const tradesOf = (market: string): MarketTrade[] =>
  Array.from({ length: 500 }, (_, at) => ({
    id: 500 - at,
    market,
    price: '2500.5',
    amount: at % 10 === 0 ? '2.5' : '0.1',
    total: '1',
    createdAtMs: Date.now() - at * 1000,
    takerType: at % 2 === 0 ? 'buy' : 'sell',
  }))

const layout: ChartLayout = {
  shown: 1,
  charts: Array.from({ length: 4 }, () => ({
    market: null,
    period: 60 as const,
    scale: 'linear' as const,
    hasVolume: true,
    hasMarks: true,
    indicators: [],
  })),
  arePeriodsLinked: false,
  isCrosshairLinked: true,
  leastTradeAmount: null,
}

const known = ['ethusdc', 'btcusdc', 'dogeusdt', 'solusdc']

interface MainWays {
  /** Is waited for between main's reading of the list and its answer. */
  readonly deliver?: (listed: readonly string[]) => Promise<void>
  /** Is waited for before another order is taken; a failure refuses it. */
  readonly takeOrder?: () => Promise<void>
}

/** A page whose main keeps a list and a layout. */
async function open(symbols: readonly string[], { deliver, takeOrder }: MainWays = {}) {
  let listed = [...symbols]
  let kept = layout
  let one: OpenPage | null = null
  const changed = (next: readonly string[]): Record<string, never> => {
    listed = [...next]
    void one?.emit('markets:listChanged', {})
    return {}
  }
  const answers: Answers = {
    'markets:list': async () => {
      const read = [...listed]
      await deliver?.(read)
      return { markets: read.map(lineOf) }
    },
    'markets:watch': () => ({}),
    'markets:listTrades': ({ market, limit }) => ({
      trades: tradesOf(market).slice(0, limit),
      asOfMs: Date.now(),
      lastError: null,
    }),
    'markets:add': ({ market }) => {
      if (!known.includes(market)) throw new AppError('notFound', { what: 'market' })
      return changed([...listed, market])
    },
    'markets:remove': ({ market }) => {
      if (listed.length === 1) throw new AppError('validation', { field: 'market', reason: 'last' })
      return changed(listed.filter((each) => each !== market))
    },
    'markets:reorder': async ({ markets }) => {
      await takeOrder?.()
      return changed(markets)
    },
    'charts:getLayout': () => kept,
    'charts:setLayout': (next) => {
      kept = next
      return {}
    },
  }
  one = await openPage(answersFor(unprotected, accountsState, answers), '#/markets')
  const { page } = one
  await rowOf(page, symbols[0] ?? '').waitFor()
  return { page, listed: () => listed, kept: () => kept }
}

/** `ethusdc` is the line that begins with ETH/USDC. */
const rowOf = (page: Page, market: string) =>
  page
    .getByRole('list', { name: 'Markets' })
    .getByRole('button', { name: new RegExp(`^${market.slice(0, -4)}/${market.slice(-4)}`, 'i') })

const order = (page: Page): Promise<(string | undefined)[]> =>
  page
    .locator('li[data-market]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-market') ?? undefined))

const hasFocus = (page: Page, market: string): Promise<boolean> =>
  rowOf(page, market).evaluate((row) => row === document.activeElement)

describe('the market list by keyboard', () => {
  it('moves a market with Alt and the arrows, and keeps the focus on it', async () => {
    const { page, listed } = await open(['ethusdc', 'btcusdc', 'dogeusdt'])
    await rowOf(page, 'ethusdc').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await eventually(() => expect(listed()).toEqual(['btcusdc', 'dogeusdt', 'ethusdc']))
    await eventually(async () => expect(await order(page)).toEqual(['btcusdc', 'dogeusdt', 'ethusdc']))
    await eventually(async () => expect(await hasFocus(page, 'ethusdc')).toBe(true))
  })

  it('keeps it through a reading of the list from between two moves', async () => {
    let release = (): void => undefined
    let isHeld = false
    let readings = 0
    const { page, listed } = await open(['ethusdc', 'btcusdc', 'dogeusdt'], {
      async deliver(read) {
        if (read[2] === 'ethusdc') readings += 1
        if (read[1] !== 'ethusdc' || isHeld) return
        isHeld = true
        await new Promise<void>((resolve) => (release = resolve))
      },
    })
    await rowOf(page, 'ethusdc').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await eventually(() => expect(isHeld).toBe(true))
    const orders = await page.evaluateHandle(() => {
      const seen: string[] = []
      const list = document.querySelector('li[data-market]')?.parentElement
      new MutationObserver(() => {
        seen.push([...(list?.children ?? [])].map((row) => row.getAttribute('data-market')).join(' '))
      }).observe(list ?? document, { childList: true })
      return seen
    })
    await page.keyboard.press('Alt+ArrowDown')
    release()
    await eventually(() => expect(listed()).toEqual(['btcusdc', 'dogeusdt', 'ethusdc']))
    await eventually(() => expect(readings).toBeGreaterThan(0))
    expect(new Set(await orders.jsonValue())).toEqual(new Set(['btcusdc dogeusdt ethusdc']))
    expect(await hasFocus(page, 'ethusdc')).toBe(true)
  })

  it('puts one back whose move main refuses, says so, and keeps the focus on it', async () => {
    const { page } = await open(['ethusdc', 'btcusdc', 'dogeusdt'], {
      takeOrder: () => Promise.reject(new AppError('validation', { field: 'markets', reason: 'notTheList' })),
    })
    await rowOf(page, 'dogeusdt').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.locator('.list .bad').waitFor()
    await eventually(async () => expect(await order(page)).toEqual(['ethusdc', 'btcusdc', 'dogeusdt']))
    await eventually(async () => expect(await hasFocus(page, 'dogeusdt')).toBe(true))
  })

  it('removes one with Delete, goes to the next, and brings it back to its place', async () => {
    const { page, listed } = await open(['ethusdc', 'btcusdc', 'dogeusdt'])
    await rowOf(page, 'btcusdc').focus()
    await page.keyboard.press('Delete')
    await page.getByText('BTC/USDC removed.').waitFor()
    await eventually(async () => expect(await hasFocus(page, 'dogeusdt')).toBe(true))
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => expect(listed()).toEqual(['ethusdc', 'btcusdc', 'dogeusdt']))
    await eventually(async () => expect(await hasFocus(page, 'btcusdc')).toBe(true))
  })

  it('says that the last market stays', async () => {
    const { page } = await open(['ethusdc'])
    await rowOf(page, 'ethusdc').focus()
    await page.keyboard.press('Delete')
    await page.getByText('ETH/USDC stays.').waitFor()
    expect(await order(page)).toEqual(['ethusdc'])
    await page.keyboard.press('Shift+F10')
    const item = page.getByRole('menuitem', { name: /Remove ETH/ })
    await item.waitFor()
    expect(await item.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await hasFocus(page, 'ethusdc')).toBe(true))
  })
})

describe('adding a market', () => {
  it('from a search without a match asks the service, and says when that does not know it', async () => {
    const { page, listed } = await open(['ethusdc', 'btcusdc'])
    await page.getByRole('searchbox', { name: 'Search markets' }).fill('nope/usdc')
    await page.getByRole('button', { name: 'Add NOPE/USDC' }).click()
    await page.getByText('The service has no market of this symbol. Nothing was added.').waitFor()
    await page.getByLabel('Market to add').fill('SOL-USDC')
    await page.getByText('Base SOL, quote USDC').waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => expect(listed()).toEqual(['ethusdc', 'btcusdc', 'solusdc']))
    await eventually(async () => expect(await hasFocus(page, 'solusdc')).toBe(true))
    expect(await rowOf(page, 'solusdc').getAttribute('aria-current')).toBe('true')
  })

  it('that is in the list shows it instead', async () => {
    const { page, listed } = await open(['ethusdc', 'btcusdc'])
    await page.getByRole('button', { name: 'Add market' }).click()
    await page.getByLabel('Market to add').fill('btcusdc')
    await page.getByRole('button', { name: 'Show BTC/USDC' }).click()
    await eventually(async () =>
      expect(await rowOf(page, 'btcusdc').getAttribute('aria-current')).toBe('true'),
    )
    expect(listed()).toEqual(['ethusdc', 'btcusdc'])
  })
})

describe('the tape', () => {
  it('leaves out smaller trades, says how many, and keeps that', async () => {
    const { page, kept } = await open(['ethusdc'])
    const rows = page.getByRole('region', { name: 'Recent trades, scrollable' }).locator('tbody tr')
    await eventually(async () => expect(await rows.count()).toBe(100))
    await page.getByRole('button', { name: 'Filter trades by amount' }).click()
    await page.keyboard.type('2.5')
    await page.keyboard.press('Enter')
    await page.getByText('450 smaller trades not shown').waitFor()
    expect(await rows.count()).toBe(50)
    await eventually(() => expect(kept().leastTradeAmount).toBe('2.5'))
    await page.getByLabel(/Least amount/).fill('3')
    await page.keyboard.press('Enter')
    await page.getByText(/None of the last 500 trades was of at least 3 ETH/).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await eventually(async () => expect(await rows.count()).toBe(100))
    expect(await page.getByText('not shown').count()).toBe(0)
  })
})
