// The order book and the depth chart in a real browser: over the practice exchange, and in each state that main can tell.
import { describe, expect, it } from 'vitest'
import type { BookChoices, ShownBook } from '../../src-preload/contract/markets/book.ts'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { makeBook } from '../unit/renderer/features/book/make-book.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chooseRadio } from './choose-radio.ts'
import { openPage, readFocus } from './open-page.ts'
import { openReal } from './open-real.ts'

const choices: BookChoices = { tab: 'book', sums: 'base', steps: [] }
const summary = {
  ...{ market: 'ethusdc', last: 100, reference: 99, changePercent: 1, high: 101, low: 98, volume: 42 },
  ...{ sparkline: [1, 2, 3], priceDecimals: 2, asOfMs: Date.now(), lastError: null },
}

async function open(book: ShownBook | null = makeBook(), more: Answers = {}) {
  const watched: ChannelInput<'book:watch'>['book'][] = []
  let kept = choices
  const opened = await openPage(
    answersFor(unprotected, accountsState, {
      'charts:getLayout': () => {
        throw new AppError('internal', {})
      },
      'charts:listDrawings': () => ({ drawings: [] }),
      'charts:listMarks': () => ({ marks: [], isCut: false }),
      'markets:list': () => ({ markets: [{ ...summary, source: 'candles', turnover: null }] }),
      'markets:watch': () => ({}),
      'markets:listTrades': () => ({ trades: [], asOfMs: Date.now(), lastError: null }),
      'book:getChoices': () => kept,
      'book:setChoices': (next) => {
        kept = next
        return {}
      },
      'book:watch': (input) => {
        watched.push(input.book)
        return {}
      },
      ...more,
    }),
    '#/markets',
  )
  const { page } = opened
  const show = (shown: ShownBook): Promise<void> => opened.emit('book:changed', shown)
  if (book !== null) {
    await eventually(() => expect(watched.length).toBeGreaterThan(0))
    await show(book)
  }
  const grid = page.getByRole('grid', { name: /^Order book of ETH\/USDC/ })
  const lines = async (): Promise<string[]> =>
    (await grid.locator('[data-price]').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return { ...opened, show, watched, grid, lines, kept: () => kept }
}

describe('the order book', () => {
  it('shows asks above bids with sums, the spread between them, and where own orders are', async () => {
    const mine = makeOrder(1, {
      market: 'ethusdc',
      side: 'buy',
      price: '99',
      remainingVolume: '0.5',
      state: 'wait',
    })
    const { page, lines, grid } = await open(makeBook(), {
      'orders:list': () => ({ rows: [mine], total: 1, version: 1 }),
    })
    await eventually(async () =>
      expect(await lines()).toEqual([
        'Ask 102.00 3.25 6.25',
        'Ask 101.00 2.00 3.00',
        'Ask 100.50 1.00 1.00',
        'Bid 99.50 1.50 1.50',
        'Bid 99.00 1 order of yours 2.00 3.50',
        'Bid 98.00 4.00 7.50',
      ]),
    )
    expect(await grid.getByText('Spread 1 · 1.00%').count()).toBe(1)
    expect(await page.getByText('Live', { exact: true }).count()).toBeGreaterThan(0)
    expect(await page.getByText('Approximate').count()).toBe(0)
  })

  it('is walked through by keyboard, and the level stays at its price while others move', async () => {
    const { page, grid, show } = await open()
    await grid.focus()
    const active = async (): Promise<string | null> =>
      grid.locator('[aria-selected=true]').getAttribute('data-price')
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe('100.5')
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe('99.5')
    const readout = page.locator('.readout')
    expect(await readout.innerText()).toMatch(/Bid 99\.5\s−0\.50% from mid\s+Sum 1\.5 ETH\s+149\.25 USDC/)
    expect(await grid.getAttribute('aria-activedescendant')).toBe(
      await grid.locator('[aria-selected=true]').getAttribute('id'),
    )
    const better = makeBook({ bestBid: '99.75' })
    better.bids.levels.unshift(['99.75', '1', '99.75'])
    await show(better)
    await eventually(async () => expect(await grid.locator('[data-side=bids]').count()).toBe(4))
    expect(await active()).toBe('99.5')
    await page.keyboard.press('End')
    expect(await active()).toBe('98')
    await page.keyboard.press('Home')
    expect(await active()).toBe('102')
  })

  it('asks main for the chosen step, keeps it, and shows sums in the other currency', async () => {
    const { page, watched, kept, lines } = await open()
    await page.getByRole('button', { name: 'Price step: 0.01' }).click()
    await page.getByRole('menuitemradio', { name: '0.5', exact: true }).click()
    await eventually(() => expect(watched.at(-1)).toMatchObject({ market: 'ethusdc', step: '0.5' }))
    expect(kept().steps).toEqual([{ market: 'ethusdc', step: '0.5' }])
    await chooseRadio(page.getByRole('radio', { name: 'USDC', exact: true }))
    await eventually(async () => expect((await lines())[0]).toMatch(/634\.00$/))
    expect(kept().sums).toBe('quote')
  })

  it('says that it is approximate, why, and how old it is', async () => {
    const { page, show } = await open(
      makeBook({ status: 'approximate', freshness: { status: 'polled', asOfMs: Date.now() - 20_000 } }),
    )
    await eventually(async () =>
      expect(await page.getByText('Approximate').getAttribute('title')).toMatch(/read every few seconds/),
    )
    expect(await page.getByText('Polled · 20 s ago').count()).toBe(1)
    await show(
      makeBook({ status: 'approximate', freshness: { status: 'offline', asOfMs: Date.now() - 180_000 } }),
    )
    await page.getByText('Offline · 3 min ago').waitFor()
  })

  it('waits, is empty, or says why it cannot be shown', async () => {
    const none = { levels: [], isLastPartial: false }
    const nothing = { asks: none, bids: none, bestAsk: null, bestBid: null }
    const { page, show } = await open(
      makeBook({ ...nothing, status: 'waiting', freshness: { status: 'polled', asOfMs: null } }),
    )
    await page.getByRole('status', { name: 'Loading order book' }).waitFor({ state: 'attached' })
    await show(makeBook({ ...nothing, status: 'waiting', freshness: { status: 'offline', asOfMs: null } }))
    await page
      .getByText('The order book of ETH/USDC appears here once the exchange can be reached.')
      .waitFor()
    await show(makeBook(nothing))
    await page.getByText('Orders of ETH/USDC appear here as they are placed.').waitFor()
  })

  it('can be asked for again where main could not be asked', async () => {
    let isBroken = true
    let asked = 0
    const { page, grid, show } = await open(null, {
      'book:watch': () => {
        asked += 1
        if (isBroken) throw new AppError('internal', {})
        return {}
      },
    })
    await eventually(() => expect(asked).toBeGreaterThan(0))
    await show(makeBook())
    isBroken = false
    await page.getByRole('button', { name: 'Reload order book' }).click()
    await grid.waitFor()
  })

  it('hides what the account has, and nothing that is public, while amounts are hidden', async () => {
    const mine = makeOrder(1, {
      market: 'ethusdc',
      side: 'buy',
      price: '99.5',
      remainingVolume: '0.7',
      state: 'wait',
    })
    const { page, grid } = await open(makeBook(), {
      'orders:list': () => ({ rows: [mine], total: 1, version: 1 }),
    })
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByText('0.7 ETH').waitFor()
    await page.keyboard.press('Control+Shift+H')
    await page.locator('.readout').getByText('hidden amount').waitFor()
    expect(await page.getByText('0.7 ETH').count()).toBe(0)
    expect(await grid.getByText('1.50').count()).toBeGreaterThan(0)
  })
})

describe('the column', () => {
  it('changes between book, trades and depth by keyboard, keeps that, and ends the stream of the book', async () => {
    const { page, watched, kept } = await open()
    await page.getByRole('radio', { name: 'Order book' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: 'Recent trades, scrollable' }).waitFor()
    await eventually(async () => expect(await readFocus({ page })).toBe('Recent trades'))
    await eventually(() => expect(watched.at(-1)).toBeNull())
    await page.keyboard.press('ArrowRight')
    await page.getByRole('slider', { name: 'Depth of ETH/USDC' }).waitFor()
    await eventually(() => expect(watched.at(-1)).toMatchObject({ market: 'ethusdc', depth: 200 }))
    expect(kept().tab).toBe('depth')
  })

  it('reads the depth chart level by level, with the sums of the book', async () => {
    const { page, show } = await open(makeBook(), { 'book:getChoices': () => ({ ...choices, tab: 'depth' }) })
    const chart = page.getByRole('slider', { name: 'Depth of ETH/USDC' })
    await chart.focus()
    await show(makeBook())
    await eventually(async () => expect(await chart.getAttribute('aria-valuemax')).toBe('5'))
    await page.keyboard.press('End')
    expect(await chart.getAttribute('aria-valuetext')).toBe(
      'Ask 102 USDC, +2.00% from mid, sum 6.25 ETH, 634 USDC',
    )
    const box = await chart.boundingBox()
    if (box === null) throw new Error('no chart')
    await page.mouse.move(box.x + 2, box.y + box.height / 2)
    await page.locator('.readout').getByText('Bid 99').waitFor()
  })
})

it('the book of the practice exchange is live, and goes on', async () => {
  const { page, main } = await openReal({ accounts: [{}], hash: '#/markets' })
  await page.getByTitle('Order book').click()
  const grid = page.getByRole('grid', { name: /^Order book of / })
  await eventually(async () => expect(await grid.locator('[data-price]').count()).toBeGreaterThan(10))
  await page.getByText('Live', { exact: true }).first().waitFor()
  const before = await grid.innerText()
  await eventually(async () => expect(await grid.innerText()).not.toBe(before))
  expect(await main.ask('book:getChoices', {})).toMatchObject({ tab: 'book' })
})
