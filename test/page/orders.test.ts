// The tables of orders and fills in a real browser, over the real main: columns, filters, views, totals, an order, keys.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { OrderTrade } from '../../src-preload/contract/orders/entities.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeFilledOrder, makeOrder } from '../unit/renderer/features/make-order.ts'
import { type Given, openReal, type RealPage } from './open-real.ts'
import { gridOf, headOf, openFilter, rowAt, showTab } from './orders-grid.ts'

/** One in three of them is filled; of these, the fills of the twelve oldest sells are not here yet. */
const count = 300
const isFillHere = (id: number): boolean => id % 3 === 0 && (id % 2 === 0 || id > 72)

const fillOf = (orderId: number): OrderTrade => ({
  ...{ id: 10_000 + orderId, orderId, market: 'ethusdc', side: orderId % 2 === 0 ? 'buy' : 'sell' },
  ...{ takerType: 'sell', price: `${2_000 + orderId}.25`, amount: '731.4285', total: null },
  ...{ feeCurrency: 'usdc', feeRate: '0.001', feeAmount: '1469.62' },
  createdAtMs: Date.UTC(2020, 0, 1) + orderId * 60_000,
})

async function open(given: Given = {}): Promise<RealPage> {
  const orders = Array.from({ length: count }, (_, at) => makeFilledOrder(at + 1))
  const fills = orders.filter(({ id }) => isFillHere(id)).map(({ id }) => fillOf(id))
  const one = await openReal({ accounts: [{}], hash: '#/orders', history: { orders, fills }, ...given })
  // Wide enough for all usual columns.
  await one.page.setViewportSize({ width: 1_600, height: 720 })
  await rowAt(one.page, 0).waitFor()
  return one
}

const tableOf = ({ main }: RealPage): Promise<ChannelOutput<'orders:getTable'>> =>
  main.ask('orders:getTable', { table: 'orders' })
const namesOfViews = async ({ main }: RealPage): Promise<string[]> =>
  (await main.ask('orders:listViews', {})).views.map(({ name }) => name)
const countIs = (page: Page, words: string) =>
  page.getByTestId('orders-count').getByText(words, { exact: true }).waitFor()

describe('the rows', () => {
  it('are sorted by their headers, by click and by keys, and the choice is kept', async () => {
    const one = await open()
    const { page } = one
    expect(await headOf(page, 'Created').getAttribute('aria-sort')).toBe('descending')
    const priceAtTop = rowAt(page, 0).locator('[data-column=price]')
    await headOf(page, 'Price').click()
    await priceAtTop.getByText('2,300.5').waitFor()
    await headOf(page, 'Price').press('Enter')
    await priceAtTop.getByText('2,001.5').waitFor()
    expect(await headOf(page, 'Price').getAttribute('aria-sort')).toBe('ascending')
    expect(await headOf(page, 'Side').getAttribute('aria-sort')).toBeNull()
    await eventually(async () =>
      expect((await tableOf(one)).sort).toEqual({ column: 'price', isDescending: false }),
    )
  })
})

describe('the tabs', () => {
  const limit = { createdAtMs: Date.UTC(2026, 10, 20), updatedAtMs: Date.UTC(2026, 10, 20) }
  const orders = [
    makeOrder(1, { ...limit, market: 'btcusdc', state: 'done', executedVolume: '1', remainingVolume: '0' }),
    makeOrder(2, { ...limit, market: 'aaveusdc', side: 'sell', state: 'cancel' }),
    makeOrder(3, { ...limit, type: 'stop_limit', state: 'pending', price: '98', stopPrice: '98.5' }),
    makeOrder(4, { ...limit, market: 'btcusdc', side: 'sell', price: '200', originVolume: '1.5' }),
  ]
  const tabs = (page: Page) => page.getByRole('radiogroup', { name: 'Table' })
  const openTabs = (hash: string): Promise<RealPage> =>
    openReal({ accounts: [{}], hash, history: { orders, fills: [] } })

  it('are open orders with their count, the history and fills; a link leads to each', async () => {
    const { page } = await openTabs('#/orders/open')
    const grid = page.getByRole('grid', { name: 'Open orders' })
    await grid.waitFor()
    await tabs(page).getByText('Open orders 2', { exact: true }).waitFor()
    await countIs(page, '2 orders')
    const cellsOf = (row: number, ...ids: string[]) =>
      Promise.all(ids.map((id) => rowAt(page, row).locator(`[data-column=${id}]`).innerText()))
    expect(await cellsOf(0, 'market', 'state', 'stopPrice', 'total')).toEqual([
      'BTC/USDC',
      'Open',
      '–',
      '300.00',
    ])
    expect(await cellsOf(1, 'market', 'state', 'stopPrice', 'total')).toEqual([
      'ETH/USDC',
      'Untriggered',
      '98.50',
      '98.00',
    ])
    await showTab(page, 'Order history')
    await countIs(page, '4 orders')
    await showTab(page, 'Fills')
    await page.getByRole('grid', { name: 'Fills' }).or(page.getByText('No fills yet.')).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or command' }).fill('show open orders')
    await page.getByRole('option').first().click()
    await grid.waitFor()
  })

  it('have views from the start, and a saved view of open orders leads back to them', async () => {
    const { page } = await openTabs('#/orders')
    const show = async (name: string) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('button', { name, exact: true }).click()
    }
    await show('Canceled')
    await countIs(page, '1 of 4 orders')
    await show('Stops')
    await page.getByRole('grid', { name: 'Open orders' }).waitFor()
    await countIs(page, '1 of 2 orders')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'UUID' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('View name').fill('My stops')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'My stops', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    await page.keyboard.press('Escape')
    await showTab(page, 'Order history')
    await show('My stops')
    await page.getByRole('grid', { name: 'Open orders' }).waitFor()
    await countIs(page, '1 of 2 orders')
    // Its columns come back with it.
    await headOf(page, 'UUID').waitFor()
    await show('Filled today')
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Time Today' }).waitFor()
    await show('Open')
    await countIs(page, '2 orders')
  })

  it('are searched by the words that are on the screen, all of which have to be found', async () => {
    const { page } = await openTabs('#/orders')
    const search = page.getByRole('textbox', { name: 'Search orders' })
    for (const [words, found] of [
      ['AAVE', '1 of 4 orders'],
      ['btc sell', '1 of 4 orders'],
      ['btc', '2 of 4 orders'],
      ['usdc open', '2 of 4 orders'],
      ['untriggered', '1 of 4 orders'],
      ['stop eth buy', '1 of 4 orders'],
      ['btc/usdc filled', '1 of 4 orders'],
    ] as const) {
      await search.fill(words)
      await countIs(page, found)
    }
    await search.fill('btc canceled')
    await page.getByText('No orders match these filters.').waitFor()
  })
})

describe('columns', () => {
  const readHeads = (page: Page) => page.getByRole('columnheader').allInnerTexts()

  it('are dragged, moved and sized by keys, chosen and pinned, and kept', async () => {
    const one = await open()
    const { page } = one
    const columnOf = async (id: string) => (await tableOf(one)).columns.find((column) => column.id === id)
    expect((await readHeads(page)).slice(0, 3)).toEqual(['Created', 'Market', 'Side'])
    await headOf(page, 'Market').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await eventually(async () =>
      expect((await readHeads(page)).slice(0, 3)).toEqual(['Created', 'Side', 'Market']),
    )
    const shownPx = (await headOf(page, 'Market').boundingBox())?.width ?? Infinity
    await page.keyboard.press('Shift+ArrowRight')
    await eventually(async () => expect((await columnOf('market'))?.widthPx).toBeGreaterThan(shownPx))
    const from = await headOf(page, 'State').boundingBox()
    const to = await headOf(page, 'Created').boundingBox()
    if (!from || !to) throw new Error('no heads')
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 5 })
    await page.mouse.up()
    await eventually(async () => expect((await readHeads(page))[0]).toBe('State'))
    // A drag is no click: the rows are sorted as before.
    expect(await headOf(page, 'Created').getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'UUID' }).check()
    await page.getByRole('button', { name: 'Pin Price on the left' }).click()
    await page.keyboard.press('Escape')
    expect((await readHeads(page))[0]).toBe('Price')
    expect(await readHeads(page)).toContain('UUID')
    await gridOf(page).evaluate((grid) => {
      grid.scrollLeft = 200
    })
    const left = await headOf(page, 'Price').boundingBox()
    const grid = await gridOf(page).boundingBox()
    expect(Math.abs((left?.x ?? 0) - (grid?.x ?? 0))).toBeLessThan(13)
    await eventually(async () => expect((await columnOf('price'))?.isPinned).toBe(true))
  })

  it('come back as they were kept', async () => {
    const { page } = await open({
      table: {
        columns: [
          { id: 'uuid', widthPx: 300, isShown: true, isPinned: false },
          { id: 'id', widthPx: 100, isShown: true, isPinned: true },
        ],
        sort: { column: 'created', isDescending: false },
      },
    })
    expect(await readHeads(page)).toEqual(['ID', 'UUID'])
    await rowAt(page, 0).getByText('uuid-1', { exact: true }).waitFor()
  })
})

describe('the filter', () => {
  it('opens its editors, says what is wrong with a number, and goes chip by chip or all at once', async () => {
    const { page } = await open()
    const bar = page.getByRole('toolbar', { name: 'Filters' })
    await openFilter(page, 'Side')
    await page.getByRole('menuitemcheckbox', { name: 'Buy' }).click()
    await page.keyboard.press('Escape')
    await countIs(page, '150 of 300 orders')
    await openFilter(page, 'Price')
    await page.getByLabel('At least').fill('2,2')
    await page.keyboard.press('Enter')
    await page.getByText('Use a point for decimals and no thousands separator.').waitFor()
    await page.getByLabel('At least').fill('2200.5')
    await page.keyboard.press('Enter')
    await bar.getByRole('button', { name: 'Price from 2,200.5' }).waitFor()
    await countIs(page, '51 of 300 orders')
    await bar.getByRole('button', { name: 'Remove filter: side' }).click()
    await countIs(page, '101 of 300 orders')
    await bar.getByRole('textbox').fill('277')
    await countIs(page, '1 of 300 orders')
    await bar.getByRole('button', { name: 'Clear filters' }).click()
    await countIs(page, '300 orders')
    expect(await bar.getByRole('textbox').inputValue()).toBe('')
  })

  it('has a row of one height, whatever is set: the table under it stays where it is', async () => {
    const { page } = await open()
    await page.setViewportSize({ width: 900, height: 700 })
    const topOf = async () => (await gridOf(page).boundingBox())?.y
    const before = await topOf()
    for (const [filter, choice] of [
      ['Market', 'ETH/USDC'],
      ['Side', 'Buy'],
      ['Type', 'Limit'],
      ['State', 'Filled'],
      ['Base', 'ETH'],
      ['Quote', 'USDC'],
    ] as const) {
      await openFilter(page, filter)
      await page.getByRole('menuitemcheckbox', { name: choice, exact: true }).click()
      await page.keyboard.press('Escape')
      expect(await topOf()).toBe(before)
    }
    await countIs(page, '50 of 300 orders')
    const bar = page.getByRole('toolbar', { name: 'Filters' })
    // A filter that is opened and left as it is has no chip, and the focus is where another is chosen.
    await bar.getByRole('button', { name: 'Remove filter: side' }).click()
    await openFilter(page, 'Side')
    await page.keyboard.press('Escape')
    await eventually(async () => {
      expect(await bar.getByRole('button', { name: /^Side / }).count()).toBe(0)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Filter')
    })
  })

  it('of days has ranges to press, takes typed days, and has a month for the keys', async () => {
    const { page } = await open()
    const bar = page.getByRole('toolbar', { name: 'Filters' })
    await openFilter(page, 'Created')
    await page.getByRole('button', { name: 'This year' }).click()
    await page.getByText('No orders match these filters.').waitFor()
    const first = page.getByLabel(/^From,/)
    expect(await first.inputValue()).toMatch(/^1 Jan 20\d\d$/)
    await first.fill('1 Jan 2020')
    await page.getByLabel(/^To,/).fill('2020-01-01')
    await countIs(page, '300 of 300 orders')
    await first.fill('half a day')
    await first.blur()
    await page.getByText('Enter a date such as 22 Nov 2026 or 2026-11-22.').waitFor()
    await first.fill('31 Dec 2019')
    await first.blur()
    expect(await first.inputValue()).toBe('31 Dec 2019')
    await first.focus()
    await page.getByRole('button', { name: '31 Dec 2019', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await first.inputValue()).toBe('2 Jan 2020'))
    await page.getByText('From is later than To, so nothing can match.').first().waitFor()
    await page.getByText('No orders match these filters.').waitFor()
    expect(await findAxeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Any dates' }).click()
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await bar.getByRole('button', { name: /^Created / }).count()).toBe(0))
    await countIs(page, '300 orders')
  })

  it('that nothing fits says so and offers to clear it', async () => {
    const { page } = await open()
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('textbox').fill('no such order')
    await page.getByText('No orders match these filters.').waitFor()
    await page.getByText('No orders match these filters.').locator('..').getByRole('button').click()
    await rowAt(page, 0).waitFor()
  })

  it('is saved as a view, chosen, renamed and removed', async () => {
    const one = await open()
    const { page } = one
    const bar = page.getByRole('toolbar', { name: 'Filters' })
    await openFilter(page, 'Side')
    await page.getByRole('menuitemcheckbox', { name: 'Sell' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('View name').fill('Sells')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await namesOfViews(one)).toEqual(['Sells']))
    await page.getByRole('button', { name: 'Rename Sells' }).click()
    await page.getByLabel('New name').fill('All sells')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await namesOfViews(one)).toEqual(['All sells']))
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'All sells', exact: true }).click()
    await countIs(page, '150 of 300 orders')
    for (const words of ['clear all filters', 'view all sells']) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or command' }).fill(words)
      await page.getByRole('option').first().click()
      await countIs(page, words.startsWith('view') ? '150 of 300 orders' : '300 orders')
    }
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Remove All sells' }).click()
    await eventually(async () => expect(await namesOfViews(one)).toEqual([]))
  })
})

describe('totals', () => {
  it('are counted at once and added up exactly, by market, with what is not known', async () => {
    const { page } = await open()
    const totals = page.getByRole('region', { name: 'Totals', exact: true })
    await totals.getByText('300 orders').waitFor()
    // 88 fills that are here, each with a fee of 1,469.62.
    await totals.getByText('129,326.56').waitFor()
    await totals.getByText('Fees of 12 orders not known yet').waitFor()
    await totals.getByRole('button', { name: 'By market' }).click()
    // 300 orders and the hundred that were filled, of 731.4285 each, at 2,000.25 and what their number adds.
    const cells = await totals.getByRole('table').getByRole('row').nth(1).getByRole('cell').allInnerTexts()
    expect(cells.slice(2, 5)).toEqual(['219,428.55 ETH', '73,142.85 ETH', '≈157,385,127.49 USDC'])
  })

  it('have what was bought and what was sold at averages apart, with "≈" only where fills are not here', async () => {
    const { page } = await open()
    const totals = page.getByRole('region', { name: 'Totals', exact: true })
    await totals.getByRole('button', { name: 'By market' }).click()
    const table = totals.getByRole('table')
    await table.getByRole('row').nth(1).waitFor()
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Market',
      'Orders',
      'Volume',
      'Filled',
      'Value',
      'Average bought',
      'Average sold',
      'Net amount',
      'Net value',
    ])
    const cells = await table.getByRole('row').nth(1).getByRole('cell').all()
    const marks = await Promise.all(cells.map((cell) => cell.getByRole('img', { name: 'about' }).count()))
    expect(marks).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 1])
    await totals.getByText('Orders count by creation time').waitFor()
  })

  it('with many fees go on in the next line of a narrow window, and lie over nothing', async () => {
    const fees = ['aave', 'arb', 'btc', 'eth', 'link', 'usdc', 'usdt'].map((currency) => ({
      currency,
      amount: '43.4554894512',
    }))
    const { page } = await open({
      instead: {
        'orders:getTotals': () => ({
          ...{ orders: count, markets: [], fees, quoteFees: [], unquotedFees: 7 },
          ordersWithoutFees: 0,
        }),
      },
    })
    await page.setViewportSize({ width: 900, height: 700 })
    const totals = page.getByRole('region', { name: 'Totals', exact: true })
    await totals.getByText('USDT', { exact: true }).waitFor()
    const button = await totals.getByRole('button', { name: 'By market' }).boundingBox()
    for (const { currency } of fees) {
      const box = await totals
        .getByText(new RegExp(`^${currency}`, 'i'))
        .last()
        .boundingBox()
      expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThanOrEqual(button?.x ?? NaN)
    }
  })
})

describe('an order', () => {
  it('tells its life, its price against the limit, its fees and its trades; its cells are copied', async () => {
    const { page } = await open()
    await rowAt(page, 0).click()
    const panel = page.getByRole('region', { name: 'Order 300' })
    await panel.getByRole('list', { name: 'Order timeline' }).getByText('Filled').waitFor()
    await panel.getByText('worse than the limit').or(panel.getByText('better than the limit')).waitFor()
    await panel.getByRole('table', { name: 'Fills of order 300' }).waitFor()
    await panel.getByText('1,469.62').first().waitFor()
    await page.evaluate(() => {
      window.addEventListener('copy', (event) => {
        document.title = event.clipboardData?.getData('text/plain') ?? ''
      })
    })
    // A second click on a row that is open copies the cell.
    await rowAt(page, 0).locator('[data-column=price]').click()
    await eventually(async () => expect(await page.title()).toBe('2300.5'))
    await page.getByText('Price copied').waitFor()
    await panel.getByRole('button', { name: 'Copy as JSON' }).click()
    await eventually(async () => expect(await page.title()).toContain('"uuid": "uuid-300"'))
  })

  it('lies beside the table, which is narrower for it; of a narrow window it takes the place', async () => {
    const { page } = await open()
    await page.setViewportSize({ width: 1_440, height: 900 })
    await rowAt(page, 0).click()
    const panel = page.getByRole('region', { name: 'Order 300' })
    await panel.waitFor()
    const edges = async () => {
      const [grid, beside] = [await gridOf(page).boundingBox(), await panel.boundingBox()]
      return { grid: (grid?.x ?? NaN) + (grid?.width ?? NaN), panel: beside?.x ?? NaN }
    }
    await eventually(async () => expect((await edges()).grid).toBe((await edges()).panel))
    await page.setViewportSize({ width: 720, height: 700 })
    await eventually(async () => expect((await edges()).grid).toBeGreaterThan((await edges()).panel))
  })

  it('that was canceled says why in a word, with the sentence of the exchange beside it', async () => {
    const { page } = await open()
    const reason = rowAt(page, 1).locator('[data-column=cancelReason]')
    expect(await reason.innerText()).toBe('By you')
    expect(await reason.getAttribute('title')).toBe('Order cancelled by user')
  })

  it('and its number are copied from the menu of its row; its times are never cut', async () => {
    const { page } = await open()
    await page.evaluate(() => {
      window.addEventListener('copy', (event) => {
        document.title = event.clipboardData?.getData('text/plain') ?? ''
      })
    })
    await rowAt(page, 0).locator('[data-column=price]').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy row' }).click()
    await eventually(async () => expect(await page.title()).toContain('2020-01-01T05:00:00.000Z'))
    await rowAt(page, 1).locator('[data-column=averagePrice]').click({ button: 'right' })
    const average = page.getByRole('menuitem', { name: 'Copy average price' })
    expect(await average.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('menuitem', { name: 'Copy order ID' }).click()
    await eventually(async () => expect(await page.title()).toBe('299'))
    const times = gridOf(page).locator('[data-column=created]')
    expect(await times.first().innerText()).toMatch(/^1 Jan 2020 \d\d:\d\d$/)
    expect(await gridOf(page).locator('[data-column=created].cut').count()).toBe(0)
  })

  it('opens in the chart at its time, from the panel and from the menu of its row', async () => {
    const { page } = await open()
    await rowAt(page, 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open in chart' }).click()
    await eventually(() => expect(page.url()).toContain('#/markets/ethusdc'))
  })

  it('says what it came to: without a mark by its fills, with "≈" where these are not all here', async () => {
    const { page } = await open()
    const bar = page.getByRole('toolbar', { name: 'Filters' })
    const about = page.getByRole('region', { name: /^Order \d/ }).getByRole('img', { name: 'about' })
    const valueOf = async (id: number): Promise<string> => {
      await bar.getByRole('textbox').fill(String(id))
      await rowAt(page, 0)
        .locator('[data-column=price]')
        .getByText(`2,${String(id).padStart(3, '0')}.5`)
        .waitFor()
      await rowAt(page, 0).click()
      await page.getByRole('heading', { name: `Order ${id}`, exact: true }).waitFor()
      return rowAt(page, 0).locator('[data-column=value]').innerText()
    }
    expect(await valueOf(300)).toBe('1,682,468.41')
    expect(await about.count()).toBe(0)
    expect(await valueOf(33)).toBe('≈1,487,177.00')
    await about.waitFor()
  })

  it('is walked through by keys, opens by Enter and gives the focus back by Escape', async () => {
    const one = await open()
    const { page } = one
    await gridOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: 'Order 298' })
    await eventually(async () =>
      expect(await heading.evaluate((at) => at === document.activeElement)).toBe(true),
    )
    await page.keyboard.press('Escape')
    await heading.waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await gridOf(page).evaluate((at) => at === document.activeElement)).toBe(true),
    )
    expect(await gridOf(page).getAttribute('aria-activedescendant')).toBe(
      await rowAt(page, 2).getAttribute('id'),
    )
  })
})

describe('fills', () => {
  it('are listed with what is not here yet, added up, and open their order', async () => {
    const one = await open()
    const { page } = one
    await showTab(page, 'Fills')
    await page.getByRole('grid', { name: 'Fills' }).waitFor()
    await page.getByText('Fills of 12 orders are still loading.').waitFor()
    await page.getByRole('region', { name: 'Totals', exact: true }).getByText('88 fills').waitFor()
    await rowAt(page, 0).click()
    await page.getByRole('heading', { name: 'Order 300', exact: true }).waitFor()
  })
})

describe('files of the list', () => {
  it('are of the rows, the order and the columns on screen', async () => {
    const started: ChannelInput<'exports:start'>[] = []
    const one = await open({
      instead: {
        'exports:start': (wish) => {
          started.push(wish)
          return { id: null }
        },
      },
    })
    const { page } = one
    await headOf(page, 'Volume').click()
    await page.getByRole('button', { name: 'Export orders' }).click()
    await page.getByRole('menuitem', { name: 'This view (CSV)' }).click()
    await eventually(() => expect(started).toHaveLength(1))
    expect(started[0]).toMatchObject({ what: 'orders', format: 'csv', sort: { column: 'volume' } })
    const [wish] = started
    expect(wish?.what === 'orders' ? wish.columns?.slice(0, 2) : []).toEqual(['created', 'market'])

    const run = async (words: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: 'Search or command' })
      await field.fill(words)
      await page.getByRole('option').first().waitFor()
      await field.press('Enter')
      // The keys of the next one would close it instead.
      await field.waitFor({ state: 'detached' })
    }
    await run('export orders all json')
    await eventually(() => expect(started.at(-1)).toMatchObject({ what: 'orders', format: 'jsonl' }))
    await run('show fills')
    await page.getByRole('grid', { name: 'Fills' }).waitFor()
    await run('export fills all csv')
    await eventually(() => expect(started.at(-1)).toMatchObject({ what: 'fills', format: 'csv' }))
  })
})

describe('both tables', () => {
  it('have no fault that axe finds, wide and narrow, in both themes, and never scroll sideways as a whole', async () => {
    const { page } = await open()
    await rowAt(page, 0).click()
    await page.getByRole('button', { name: 'By market' }).click()
    for (const [theme, width, rules] of [
      ['dark', 2560, 'all'],
      ['light', 900, 'colors'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
      expect(await findAxeFaults(page, rules)).toEqual([])
      const view = page.getByRole('region', { name: 'Orders', exact: true })
      const [inside, outside] = await view.evaluate((at) => [at.scrollWidth, at.clientWidth] as const)
      expect(inside, String(width)).toBeLessThanOrEqual(outside)
    }
    await page.getByRole('button', { name: 'Columns' }).click()
    expect(await findAxeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await showTab(page, 'Fills')
    await page.getByRole('grid', { name: 'Fills' }).waitFor()
    expect(await findAxeFaults(page)).toEqual([])
  })
})
