// The tables of orders and fills in a real browser, over the real main: columns, filters, views, totals, an order, keys.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { OrderTrade } from '../../src-preload/contract/entities.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeFilledOrder } from '../unit/renderer/features/make-order.ts'
import { type Given, openReal, type RealPage } from './open-real.ts'
import { gridOf, headOf, rowAt } from './orders-grid.ts'

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
    await page.keyboard.press('Shift+ArrowRight')
    await eventually(async () => expect((await columnOf('market'))?.widthPx).toBe(120))
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
    await bar.getByRole('button', { name: 'Side Any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Buy' }).click()
    await page.keyboard.press('Escape')
    await countIs(page, '150 of 300 orders')
    await bar.getByRole('button', { name: 'Price Any' }).click()
    await page.getByLabel('At least').fill('2,2')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a point before decimals, and nothing between thousands.').waitFor()
    await page.getByLabel('At least').fill('2200.5')
    await page.keyboard.press('Enter')
    await bar.getByRole('button', { name: 'Price from 2,200.5' }).waitFor()
    await countIs(page, '51 of 300 orders')
    await bar.getByRole('button', { name: 'Remove filter: side' }).click()
    await countIs(page, '101 of 300 orders')
    await bar.getByRole('textbox').fill('277')
    await countIs(page, '1 of 300 orders')
    await bar.getByRole('button', { name: 'Clear all' }).click()
    await countIs(page, '300 orders')
    expect(await bar.getByRole('textbox').inputValue()).toBe('')
  })

  it('that nothing fits says so and offers to clear it', async () => {
    const { page } = await open()
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('textbox').fill('no such order')
    await page.getByText('No order fits these filters.').waitFor()
    await page.getByText('No order fits these filters.').locator('..').getByRole('button').click()
    await rowAt(page, 0).waitFor()
  })

  it('is saved as a view, chosen, renamed and removed', async () => {
    const one = await open()
    const { page } = one
    const bar = page.getByRole('toolbar', { name: 'Filters' })
    await bar.getByRole('button', { name: 'Side Any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Sell' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('Save these filters as').fill('Sells')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await namesOfViews(one)).toEqual(['Sells']))
    await page.getByRole('button', { name: 'Rename Sells' }).click()
    await page.getByLabel('New name').fill('All sells')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await namesOfViews(one)).toEqual(['All sells']))
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Clear all' }).click()
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
    expect(cells.slice(2, 5)).toEqual(['219,428.55 ETH', '73,142.85 ETH', '≈157,385,127.4875 USDC'])
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
    ])
    const cells = await table.getByRole('row').nth(1).getByRole('cell').all()
    const marks = await Promise.all(cells.map((cell) => cell.getByRole('img', { name: 'about' }).count()))
    expect(marks).toEqual([0, 0, 0, 0, 1, 0, 1])
    await totals.getByText('Orders and their fees count by order creation time').waitFor()
  })

  it('with many fees go on in the next line of a narrow window, and lie over nothing', async () => {
    const fees = ['aave', 'arb', 'btc', 'eth', 'link', 'usdc', 'usdt'].map((currency) => ({
      currency,
      amount: '43.4554894512',
    }))
    const { page } = await open({
      instead: { 'orders:getTotals': () => ({ orders: count, markets: [], fees, ordersWithoutFees: 0 }) },
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
    await panel.getByRole('list', { name: 'Life of the order' }).getByText('Filled').waitFor()
    await panel.getByText('worse than the limit').or(panel.getByText('better than the limit')).waitFor()
    await panel.getByRole('table', { name: 'Trades of order 300' }).waitFor()
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
    expect(await valueOf(300)).toBe('1,682,468.407125')
    expect(await about.count()).toBe(0)
    expect(await valueOf(33)).toBe('≈1,487,176.997625')
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
    expect(await gridOf(page).evaluate((at) => at === document.activeElement)).toBe(true)
    expect(await gridOf(page).getAttribute('aria-activedescendant')).toBe(
      await rowAt(page, 2).getAttribute('id'),
    )
  })
})

describe('fills', () => {
  it('are listed with what is not here yet, added up, and open their order', async () => {
    const one = await open()
    const { page } = one
    await page.getByRole('radio', { name: 'Fills' }).check({ force: true })
    await page.getByRole('grid', { name: 'Fills' }).waitFor()
    await page.getByText('Fills of 12 orders are not here yet.').waitFor()
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
    await page.getByRole('menuitem', { name: 'Rows and columns shown, CSV' }).click()
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
    }
    await run('export orders all json')
    await eventually(() => expect(started.at(-1)).toMatchObject({ what: 'orders', format: 'jsonl' }))
    await run('list of fills')
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
    await page.getByRole('radio', { name: 'Fills' }).check({ force: true })
    await page.getByRole('grid', { name: 'Fills' }).waitFor()
    expect(await findAxeFaults(page)).toEqual([])
  })
})
