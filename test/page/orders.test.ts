// Owns: the tables of orders and fills in a real browser: a million rows, news, columns, filters, views, totals, keys.
// Must not: test main's rules.
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { type FakeAccount, makeFakeAccount, orderOf } from './orders-fake.ts'

const sync = { cached: 10, isComplete: true, asOfMs: Date.now(), refusedRows: 0, lastError: null }

async function open(account: FakeAccount, hash = '#/orders'): Promise<OpenPage> {
  const one = await openPage(answersFor(unprotected, accountsState, account.answers), hash)
  await one.page.getByRole('grid').locator('[role=row][data-index="0"]').waitFor()
  return one
}

const gridOf = (page: Page) => page.getByRole('grid')
const rowAt = (page: Page, index: number) => gridOf(page).locator(`[role=row][data-index="${index}"]`)
const headOf = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const scrollTo = (page: Page, top: number) =>
  gridOf(page).evaluate((grid, to) => {
    grid.scrollTop = to
  }, top)

function asked(one: OpenPage): ChannelInput<'orders:list'>[] {
  return one.calls.flatMap(({ name, input }) =>
    name === 'orders:list' ? [input as ChannelInput<'orders:list'>] : [],
  )
}

/** The rows in sight, top down: where each stands and what it says of its price. */
const readSight = (page: Page) =>
  gridOf(page).evaluate((grid) => {
    const head = grid.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? 0
    const foot = grid.getBoundingClientRect().bottom
    return [...grid.querySelectorAll<HTMLElement>('[role=row][data-index]')]
      .map((row) => ({
        index: Number(row.dataset['index']),
        top: Math.round(row.getBoundingClientRect().top - head),
        bottom: row.getBoundingClientRect().bottom,
        price: row.querySelector('[data-column=price]')?.textContent.trim() ?? '',
      }))
      .filter(({ top, bottom }) => top >= 0 && bottom <= foot + 1)
      .sort((a, b) => a.index - b.index)
  })

describe('a million orders', () => {
  it('are scrolled from end to end, with few rows in the page and none asked for in flight', async () => {
    const one = await open(makeFakeAccount(1_000_000))
    const { page } = one
    expect(await gridOf(page).getAttribute('aria-rowcount')).toBe('1000001')
    await gridOf(page).focus()
    await page.keyboard.press('End')
    await rowAt(page, 999_999).getByText('Sell').waitFor()
    const sight = await readSight(page)
    expect(sight.at(-1)?.index).toBe(999_999)
    expect(sight.map(({ top }) => top)).toEqual(sight.map((_, at) => (sight[0]?.top ?? 0) + at * 28))
    expect(await gridOf(page).locator('[role=row]').count()).toBeLessThan(60)
    await page.keyboard.press('Home')
    await rowAt(page, 0).getByText('Buy').waitFor()
    expect((await readSight(page))[0]).toMatchObject({ index: 0, top: 1 })
    const height = await gridOf(page).evaluate((grid) => grid.scrollHeight - grid.clientHeight)
    const before = asked(one).length
    for (let step = 1; step <= 12; step += 1) await scrollTo(page, (height * step) / 12)
    await rowAt(page, 999_999).getByText('Sell').waitFor()
    expect(asked(one).length - before).toBeLessThan(13)
    expect(Math.max(...asked(one).map(({ limit }) => limit))).toBeLessThanOrEqual(500)
  })

  it('light up under the pointer at rest and not in flight; one that is open keeps its colour', async () => {
    const { page } = await open(makeFakeAccount(1_000_000))
    await rowAt(page, 3).hover()
    const isPointedRowLit = () =>
      gridOf(page).evaluate((grid) => {
        const row = grid.querySelector<HTMLElement>('.row:hover')
        return (
          row !== null && getComputedStyle(row).backgroundColor !== getComputedStyle(grid).backgroundColor
        )
      })
    await eventually(async () => expect(await isPointedRowLit()).toBe(true))
    const inFlight = await gridOf(page).evaluate(async (grid) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const seen = new Set<string>()
      for (let step = 0; step < 20; step += 1) {
        grid.scrollTop += 40
        await frame()
        await frame()
        const row = grid.querySelector('.row:hover')
        if (row !== null && step > 0) seen.add(getComputedStyle(row).backgroundColor)
      }
      return { seen: [...seen], ground: getComputedStyle(grid).backgroundColor }
    })
    expect(inFlight.seen).toEqual([inFlight.ground])
    await eventually(async () => expect(await isPointedRowLit()).toBe(true))

    await rowAt(page, 40).locator('[data-column=market]').click()
    await gridOf(page).locator('[role=row][aria-selected=true]:hover').waitFor()
    const [selected, plain] = await Promise.all(
      ['[aria-selected=true]', '[data-index="41"]'].map((which) =>
        gridOf(page)
          .locator(`[role=row]${which}`)
          .evaluate((row) => getComputedStyle(row).backgroundColor),
      ),
    )
    await rowAt(page, 41).hover()
    const lit = await rowAt(page, 41).evaluate((row) => getComputedStyle(row).backgroundColor)
    expect(new Set([selected, plain, lit]).size).toBe(3)
  })

  it('draw their share, and cut only what has no room', async () => {
    const { page } = await open(makeFakeAccount(1_000_000))
    // The last column takes what room is left: in a narrow window it can be narrow.
    await page.setViewportSize({ width: 1_000, height: 800 })
    await headOf(page, 'Cancel reason').focus()
    for (let times = 0; times < 12; times += 1) await page.keyboard.press('Shift+ArrowLeft')
    await eventually(async () => expect(await gridOf(page).locator('.cut').count()).toBeGreaterThan(5))
    const faults = await gridOf(page).evaluate((grid) =>
      [...grid.querySelectorAll<HTMLElement>('[role=gridcell]')].flatMap((cell) => {
        const { overflow, paddingLeft, paddingRight } = getComputedStyle(cell)
        const range = document.createRange()
        const text = cell.firstChild
        if (text !== null) range.selectNodeContents(text)
        const roomPx =
          cell.getBoundingClientRect().width -
          Number.parseFloat(paddingLeft) -
          Number.parseFloat(paddingRight)
        const share = range.getBoundingClientRect().width / roomPx
        // What nearly fills its room may be cut to be on the safe side.
        const isRight = overflow === 'hidden' ? share > 0.85 : share <= 1
        return isRight ? [] : [`${cell.dataset['column'] ?? ''} ${cell.innerText} ${share}`]
      }),
    )
    expect(faults).toEqual([])
    const bars = await gridOf(page).evaluate((grid) =>
      [...grid.querySelectorAll<HTMLElement>('[data-column=executedPercent]')].map((cell) => {
        const [bar, fill] = [cell.querySelector('.bar'), cell.querySelector('.bar > i')]
        const share = (100 * (fill?.clientWidth ?? NaN)) / (bar?.clientWidth ?? NaN)
        return Math.abs(share - Number.parseFloat(cell.innerText)) < 3
      }),
    )
    expect(bars.length).toBeGreaterThan(10)
    expect(bars.every(Boolean)).toBe(true)
  })

  it('stand where they stood when others come in above them, and the newest shows at the top', async () => {
    const account = makeFakeAccount(1_000_000)
    const one = await open(account)
    const { page } = one
    await scrollTo(page, 2_000 * 28)
    await rowAt(page, 2_002).getByText('Sell').or(rowAt(page, 2_002).getByText('Buy')).waitFor()
    const before = await readSight(page)
    account.count += 3
    account.version += 1
    await one.emit('orders:changed', { ids: [1_000_001, 1_000_002, 1_000_003], sync })
    await eventually(async () => expect((await readSight(page))[0]?.index).toBe((before[0]?.index ?? 0) + 3))
    const after = await readSight(page)
    expect(after.map(({ top, price }) => [top, price])).toEqual(before.map(({ top, price }) => [top, price]))
    await scrollTo(page, 0)
    await eventually(async () => expect((await readSight(page))[0]?.index).toBe(0))
    account.count += 1
    account.version += 1
    await one.emit('orders:changed', { ids: [1_000_004], sync })
    await eventually(async () => expect((await readSight(page))[0]?.price).toContain('2,004.5'))
  })

  it('are sorted by their headers, by click and by keys, and the choice is kept', async () => {
    const account = makeFakeAccount(5_000)
    const one = await open(account)
    const { page } = one
    expect(await headOf(page, 'Created').getAttribute('aria-sort')).toBe('descending')
    await headOf(page, 'Price').click()
    await eventually(() => expect(asked(one).at(-1)?.sort).toEqual({ column: 'price', isDescending: true }))
    await headOf(page, 'Price').press('Enter')
    await eventually(() => expect(asked(one).at(-1)?.sort).toEqual({ column: 'price', isDescending: false }))
    expect(await headOf(page, 'Price').getAttribute('aria-sort')).toBe('ascending')
    expect(await headOf(page, 'Side').getAttribute('aria-sort')).toBeNull()
    await eventually(() =>
      expect(account.tables.at(-1)?.sort).toEqual({ column: 'price', isDescending: false }),
    )
  })
})

describe('columns', () => {
  const readHeads = (page: Page) => page.getByRole('columnheader').allInnerTexts()

  it('are dragged, moved and sized by keys, chosen and pinned, and kept', async () => {
    const account = makeFakeAccount(100)
    const { page } = await open(account)
    expect((await readHeads(page)).slice(0, 3)).toEqual(['Created', 'Market', 'Side'])
    await headOf(page, 'Market').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await eventually(async () =>
      expect((await readHeads(page)).slice(0, 3)).toEqual(['Created', 'Side', 'Market']),
    )
    await page.keyboard.press('Shift+ArrowRight')
    await eventually(() =>
      expect(account.tables.at(-1)?.columns.find(({ id }) => id === 'market')?.widthPx).toBe(120),
    )
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
    await eventually(() =>
      expect(account.tables.at(-1)?.columns.find(({ id }) => id === 'price')?.isPinned).toBe(true),
    )
  })

  it('come back as they were kept', async () => {
    const { page } = await open(
      makeFakeAccount(10, {
        columns: [
          { id: 'uuid', widthPx: 300, isShown: true, isPinned: false },
          { id: 'id', widthPx: 100, isShown: true, isPinned: true },
        ],
        sort: { column: 'created', isDescending: false },
      }),
    )
    expect(await readHeads(page)).toEqual(['ID', 'UUID'])
    await rowAt(page, 0).getByText('uuid-1', { exact: true }).waitFor()
  })
})

describe('the filter', () => {
  it('opens its editors, says what is wrong with a number, and goes chip by chip or all at once', async () => {
    const one = await open(makeFakeAccount(300))
    const { page } = one
    const bar = page.getByRole('toolbar', { name: 'Filters' })
    await bar.getByRole('button', { name: 'Side Any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Buy' }).click()
    await page.keyboard.press('Escape')
    await eventually(() => expect(asked(one).at(-1)?.filter.sides).toEqual(['buy']))
    await bar.getByRole('button', { name: 'Price Any' }).click()
    await page.getByLabel('At least').fill('1,5')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a point before decimals, and nothing between thousands.').waitFor()
    await page.getByLabel('At least').fill('1.5')
    await page.keyboard.press('Enter')
    await eventually(() => expect(asked(one).at(-1)?.filter.leastPrice).toBe('1.5'))
    await bar.getByRole('button', { name: 'Price from 1.5' }).waitFor()
    await bar.getByRole('button', { name: 'Remove filter: side' }).click()
    await eventually(() => expect(asked(one).at(-1)?.filter).toMatchObject({ sides: [], leastPrice: '1.5' }))
    await bar.getByRole('textbox').fill('77')
    await eventually(() => expect(asked(one).at(-1)?.filter.text).toBe('77'))
    await page.getByTestId('orders-count').getByText('1 of').waitFor()
    await bar.getByRole('button', { name: 'Clear all' }).click()
    await eventually(() => expect(asked(one).at(-1)?.filter).toMatchObject({ text: '', leastPrice: null }))
    expect(await bar.getByRole('textbox').inputValue()).toBe('')
  })

  it('that nothing fits says so and offers to clear it', async () => {
    const { page } = await open(makeFakeAccount(300))
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('textbox').fill('no such order')
    await page.getByText('No order fits these filters.').waitFor()
    await page.getByText('No order fits these filters.').locator('..').getByRole('button').click()
    await rowAt(page, 0).waitFor()
  })

  it('is saved as a view, chosen, renamed and removed', async () => {
    const account = makeFakeAccount(300)
    const one = await open(account)
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
    await eventually(() => expect(account.views.map(({ name }) => name)).toEqual(['Sells']))
    await page.getByRole('button', { name: 'Rename Sells' }).click()
    await page.getByLabel('New name').fill('All sells')
    await page.keyboard.press('Enter')
    await eventually(() => expect(account.views.map(({ name }) => name)).toEqual(['All sells']))
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'All sells', exact: true }).click()
    await eventually(() => expect(asked(one).at(-1)?.filter.sides).toEqual(['sell']))
    for (const words of ['clear all filters', 'view all sells']) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or command' }).fill(words)
      await page.getByRole('option').first().click()
      const sides = words.startsWith('view') ? ['sell'] : []
      await eventually(() => expect(asked(one).at(-1)?.filter.sides).toEqual(sides))
    }
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Remove All sells' }).click()
    await eventually(() => expect(account.views).toEqual([]))
  })
})

describe('totals', () => {
  it('are counted at once and added up exactly, by market, with what is not known', async () => {
    const { page } = await open(makeFakeAccount(300))
    const totals = page.getByRole('region', { name: 'Totals', exact: true })
    await totals.getByText('300 orders').waitFor()
    await totals.getByText('4,408,868.14').waitFor()
    await totals.getByText('Fees of 12 orders not known yet').waitFor()
    await totals.getByRole('button', { name: 'By market' }).click()
    await totals.getByRole('table').getByText('7,314.285').waitFor()
    expect(await totals.getByRole('table').innerText()).toContain('2,009.250000000000000001')
  })

  it('have what was bought and what was sold at averages apart, with "≈" only where fills are not here', async () => {
    const { page } = await open(makeFakeAccount(300))
    const totals = page.getByRole('region', { name: 'Totals', exact: true })
    await totals.getByRole('button', { name: 'By market' }).click()
    const table = totals.getByRole('table')
    await table.getByText('2,010.5').waitFor()
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Market',
      'Orders',
      'Volume',
      'Executed',
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
    const account = makeFakeAccount(300)
    const fees = ['aave', 'arb', 'btc', 'eth', 'link', 'usdc', 'usdt'].map((currency) => ({
      currency,
      amount: '43.4554894512',
    }))
    const getTotals = account.answers['orders:getTotals']
    if (getTotals === undefined) throw new Error('no answer for the totals')
    const { page } = await open({
      ...account,
      answers: {
        ...account.answers,
        'orders:getTotals': async (ask) => ({ ...(await getTotals(ask)), fees }),
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

  it('of very many orders are added up only when asked', async () => {
    const one = await open(makeFakeAccount(1_000_000))
    const { page } = one
    await page.getByRole('button', { name: 'Add up' }).click()
    await page.getByRole('region', { name: 'Totals', exact: true }).getByText('4,408,868.14').waitFor()
    expect(one.calls.filter(({ name }) => name === 'orders:getTotals')).toHaveLength(1)
  })
})

describe('an order', () => {
  it('tells its life, its price against the limit, its fees and its trades; its cells are copied', async () => {
    const { page } = await open(makeFakeAccount(300))
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
    const { page } = await open(makeFakeAccount(300))
    await rowAt(page, 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open in chart' }).click()
    await eventually(() => expect(page.url()).toContain('#/markets/ethusdc'))
  })

  it('says what it came to: without a mark by its fills, with "≈" where these are not all here', async () => {
    const account = makeFakeAccount(300)
    const guess = { executedValue: '1469622.7139', isExecutedValueExact: false }
    const { page } = await openPage(
      answersFor(unprotected, accountsState, {
        ...account.answers,
        'orders:list': () => ({
          rows: [orderOf(9, 300), { ...orderOf(6, 300), ...guess }],
          total: 2,
          version: 1,
        }),
        'orders:get': ({ id }) => ({
          order: id === 9 ? orderOf(9, 300) : { ...orderOf(6, 300), ...guess },
          trades: { status: 'unavailable', earlier: null, reason: { code: 'offline', data: {}, ref: null } },
        }),
      }),
      '#/orders',
    )
    const cellOf = (row: number) => rowAt(page, row).locator('[data-column="value"]').innerText()
    await rowAt(page, 1).waitFor()
    expect([await cellOf(0), await cellOf(1)]).toEqual(['1,469,622.714', '≈1,469,622.7139'])
    const about = page.getByRole('region', { name: /^Order \d/ }).getByRole('img', { name: 'about' })
    await rowAt(page, 0).click()
    await page.getByRole('heading', { name: 'Order 9', exact: true }).waitFor()
    expect(await about.count()).toBe(0)
    await rowAt(page, 1).click()
    await page.getByRole('heading', { name: 'Order 6', exact: true }).waitFor()
    await about.waitFor()
  })

  it('is walked through by keys, opens by Enter and gives the focus back by Escape', async () => {
    const one = await open(makeFakeAccount(300))
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
    const one = await open(makeFakeAccount(300))
    const { page } = one
    await page.getByRole('radio', { name: 'Fills' }).check({ force: true })
    await page.getByRole('grid', { name: 'Fills' }).waitFor()
    await page.getByText('Fills of 7 orders are not here yet.').waitFor()
    await page.getByRole('region', { name: 'Totals', exact: true }).getByText('1,469,622.714').waitFor()
    await rowAt(page, 0).click()
    await page.getByRole('heading', { name: 'Order 9', exact: true }).waitFor()
  })
})

describe('files of the list', () => {
  it('are of the rows, the order and the columns on screen', async () => {
    const started: ChannelInput<'exports:start'>[] = []
    const account = makeFakeAccount(300)
    const one = await openPage(
      answersFor(unprotected, accountsState, {
        ...account.answers,
        'exports:start': (wish) => {
          started.push(wish)
          return { id: null }
        },
      }),
      '#/orders',
    )
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
    const { page } = await open(makeFakeAccount(300))
    await rowAt(page, 0).click()
    await page.getByRole('button', { name: 'By market' }).click()
    for (const [theme, width, rules] of [
      ['dark', 2560, 'all'],
      ['light', 900, 'colours'],
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
