// The market list and the tape in a real browser: keys, menu, what is asked of main, where the focus is.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { MarketTrade } from '../../src-preload/contract/orders/entities.ts'
import type { TickedMarket, WatchListSettings } from '../../src-preload/contract/markets/market-list.ts'
import type { MarketSummary } from '../../src-preload/contract/markets/markets.ts'
import { usualColumns } from '../../src-preload/domain/markets/watch-list.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chooseRadio } from './choose-radio.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { plainLayout } from '../../src-preload/domain/markets/plain-chart.ts'

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

const known = ['ethusdc', 'btcusdc', 'dogeusdt', 'solusdc']

/** What the exchange says of a market by its ticker. */
const tickedOf = (market: string, turnover: string): TickedMarket => ({
  market,
  name: market.startsWith('sol') ? 'solana' : null,
  last: '150.50',
  changePercent: -1.255,
  high: '155.25',
  low: '149.00',
  volume: '100',
  turnover,
})

interface MainWays {
  /** Is waited for between main's reading of the list and its answer. */
  readonly deliver?: (listed: readonly string[]) => Promise<void>
  /** Is waited for before another order is taken; a failure refuses it. */
  readonly takeOrder?: () => Promise<void>
  /** The markets that the exchange lists. */
  readonly ticked?: readonly TickedMarket[]
}

/** A page whose main keeps a list and a layout. */
async function open(symbols: readonly string[], { deliver, takeOrder, ticked = [] }: MainWays = {}) {
  let settings: WatchListSettings = { columns: [...usualColumns], sort: null, favorites: [], groups: [] }
  let listed = [...symbols]
  let kept = plainLayout
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
    'markets:listAll': () => ({ markets: [...ticked], asOfMs: Date.now(), lastError: null }),
    'markets:getListSettings': () => settings,
    'markets:setListSettings': (next) => {
      settings = next
      return {}
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
  return { page, listed: () => listed, kept: () => kept, settings: () => settings }
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
    await page.getByText('ETH/USDC was not removed.').waitFor()
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
    await page.getByText('The exchange has no market with this symbol. Nothing was added.').waitFor()
    await page.getByLabel('Symbol or name').fill('SOL-USDC')
    await page.getByRole('option', { name: 'SOL/USDC' }).waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => expect(listed()).toEqual(['ethusdc', 'btcusdc', 'solusdc']))
    await eventually(async () => expect(await hasFocus(page, 'solusdc')).toBe(true))
    expect(await rowOf(page, 'solusdc').getAttribute('aria-current')).toBe('true')
  })

  it('that is in the list shows it instead', async () => {
    const { page, listed } = await open(['ethusdc', 'btcusdc'])
    await page.getByRole('button', { name: 'Add market' }).click()
    await page.getByLabel('Symbol or name').fill('btcusdc')
    await page.getByRole('option', { name: 'BTC/USDC in your list' }).click()
    await eventually(async () =>
      expect(await rowOf(page, 'btcusdc').getAttribute('aria-current')).toBe('true'),
    )
    expect(listed()).toEqual(['ethusdc', 'btcusdc'])
  })
})

describe('the markets of the exchange', () => {
  const ticked = [
    tickedOf('ethusdc', '23501.54'),
    tickedOf('solusdc', '999.5'),
    tickedOf('solusdt', '2000000'),
  ]

  it('are listed with price, change and turnover, found by typing, and added by Enter', async () => {
    const { page, listed } = await open(['ethusdc', 'btcusdc'], { ticked })
    await page.getByRole('button', { name: 'Add market' }).click()
    const options = page.getByRole('listbox', { name: 'All markets' }).getByRole('option')
    await eventually(async () => expect(await options.count()).toBe(3))
    // A list that is not painted yet has no inner text.
    await eventually(async () =>
      expect(await options.first().innerText()).toMatch(/ETH\/USDC[^]*150.50[^]*1.26%[^]*23.5K USDC/),
    )
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.type('solana')
    await eventually(async () => expect(await options.count()).toBe(2))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await eventually(() => expect(listed()).toEqual(['ethusdc', 'btcusdc', 'solusdc']))
    await eventually(async () => expect(await hasFocus(page, 'solusdc')).toBe(true))
  })

  it('answer a currency that they do not have with its usual pairs', async () => {
    const { page, listed } = await open(['ethusdc', 'btcusdc'], { ticked: [tickedOf('ethusdc', '1')] })
    await page.getByRole('button', { name: 'Add market' }).click()
    await page.getByLabel('Symbol or name').fill('SOL')
    await page.getByText('SOL isn’t listed. Try one of these:').waitFor()
    const options = page.getByRole('option')
    expect(await options.allInnerTexts()).toEqual(['Add SOL/USDC', 'Add SOL/USDT', 'Add SOL'])
    await options.nth(1).click()
    await page.getByText('The exchange has no market with this symbol. Nothing was added.').waitFor()
    await options.first().click()
    await eventually(() => expect(listed()).toEqual(['ethusdc', 'btcusdc', 'solusdc']))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('leave the focus in the search when nothing is added', async () => {
    const { page } = await open(['ethusdc'], { ticked })
    await page.getByRole('button', { name: 'Add market' }).click()
    await page.getByLabel('Symbol or name').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY'),
    )
  })
})

describe('the watch list', () => {
  it('is sorted by its heads, which say how, and is the user’s own order again', async () => {
    const { page, settings } = await open(['ethusdc', 'btcusdc', 'dogeusdt'])
    const head = page.getByRole('columnheader', { name: 'Market' })
    await head.getByRole('button').click()
    await eventually(async () => expect(await order(page)).toEqual(['btcusdc', 'dogeusdt', 'ethusdc']))
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    await head.getByRole('button').press('Enter')
    await eventually(async () => expect(await head.getAttribute('aria-sort')).toBe('descending'))
    await eventually(() => expect(settings().sort).toEqual({ column: 'market', isDescending: true }))
    // Its place is not the place in the list, so a row cannot be moved.
    await rowOf(page, 'dogeusdt').press('Alt+ArrowUp')
    await head.getByRole('button').click()
    await eventually(async () => expect(await order(page)).toEqual(['ethusdc', 'btcusdc', 'dogeusdt']))
  })

  it('has favorites by the star, the key and the menu, and a tab of them', async () => {
    const { page, settings } = await open(['ethusdc', 'btcusdc', 'dogeusdt'])
    await chooseRadio(page.getByRole('radio', { name: 'Favorites' }))
    await page.getByText(/To add favorites/).waitFor()
    await page.getByRole('button', { name: 'Show all markets' }).click()
    await rowOf(page, 'btcusdc').press('f')
    await page.locator('li[data-market=dogeusdt]').hover()
    await page.getByRole('button', { name: 'Favorite DOGE/USDT' }).click()
    await eventually(() => expect(settings().favorites).toEqual(['btcusdc', 'dogeusdt']))
    await chooseRadio(page.getByRole('radio', { name: 'Favorites' }))
    await eventually(async () => expect(await order(page)).toEqual(['btcusdc', 'dogeusdt']))
  })

  it('has groups that are named in the menu of a market, shown as tabs, renamed and removed', async () => {
    const { page, settings } = await open(['ethusdc', 'btcusdc', 'dogeusdt'])
    await rowOf(page, 'btcusdc').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'New group …' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Majors')
    await page.keyboard.press('Enter')
    await eventually(() => expect(settings().groups).toEqual([{ name: 'Majors', markets: ['btcusdc'] }]))
    await eventually(async () => expect(await order(page)).toEqual(['btcusdc']))
    await page.getByRole('button', { name: 'List options' }).click()
    await page.getByRole('button', { name: 'Rename Majors' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Big')
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'Big' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'List options' }).click()
    await page.getByRole('button', { name: 'Remove Big' }).click()
    await eventually(() => expect(settings().groups).toEqual([]))
    await eventually(async () => expect(await order(page)).toHaveLength(3))
  })

  it('shows the columns that are chosen and fit, and draws lines only where they are seen', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `m${String(at).padStart(3, '0')}usdc`)
    const { page, settings } = await open(many)
    await page.setViewportSize({ width: 2560, height: 900 })
    const headers = page.getByRole('table', { name: 'Sort markets' }).getByRole('columnheader')
    await eventually(async () =>
      expect(await headers.allInnerTexts()).toEqual([
        'Market',
        '24h',
        'Last',
        'Change',
        'Turnover',
        'High',
        'Low',
      ]),
    )
    await page.getByRole('button', { name: 'List options' }).click()
    await page.getByRole('checkbox', { name: 'Low' }).uncheck()
    await page.getByRole('checkbox', { name: 'Volume' }).check()
    await page.keyboard.press('Escape')
    await eventually(() =>
      expect(settings().columns).toEqual(['sparkline', 'last', 'change', 'turnover', 'high', 'volume']),
    )
    expect(await headers.allInnerTexts()).toEqual([
      'Market',
      '24h',
      'Last',
      'Change',
      'Turnover',
      'High',
      'Volume',
    ])
    const drawn = await page.locator('li[data-market] .spark svg').count()
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(50)
    await page.setViewportSize({ width: 1280, height: 800 })
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
    await page.getByLabel(/Minimum amount/).fill('3')
    await page.keyboard.press('Enter')
    await page.getByText(/None of the last 500 trades was of at least 3 ETH/).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await eventually(async () => expect(await rows.count()).toBe(100))
    expect(await page.getByText('not shown').count()).toBe(0)
  })
})
