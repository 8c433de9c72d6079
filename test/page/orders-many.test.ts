// The table of a million orders in a real browser: scrolled from end to end, drawn, lit, and added to above what is read.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeFilledOrder } from '../unit/renderer/features/make-order.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { gridOf, headOf, rowAt } from './orders-grid.ts'

const sync = { cached: 10, open: 0, isComplete: true, asOfMs: Date.now(), refusedRows: 0, lastError: null }

/** The exchange's own words where the interface has none: longer than its column. */
const manyOrder = (id: number) => {
  const order = makeFilledOrder(id)
  return order.cancelReason === null ? order : { ...order, cancelReason: 'Rejected by a check of the venue' }
}

interface ManyOrders extends OpenPage {
  /** Others come in on top, and the page is told. */
  comeIn(count: number): Promise<void>
}

async function open(): Promise<ManyOrders> {
  let count = 1_000_000
  let version = 1
  const one = await openPage(
    answersFor(unprotected, accountsState, {
      'orders:list': ({ offset, limit }) => ({
        rows: Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) =>
          manyOrder(count - offset - at),
        ),
        total: count,
        version,
      }),
      'orders:get': ({ id }) => ({ order: makeFilledOrder(id), trades: { status: 'ready', rows: [] } }),
      'orders:getTotals': () => ({
        orders: count,
        markets: [],
        fees: [],
        quoteFees: [],
        unquotedFees: 0,
        ordersWithoutFees: 0,
      }),
    }),
    '#/orders',
  )
  await rowAt(one.page, 0).waitFor()
  return {
    ...one,
    async comeIn(more) {
      count += more
      version += 1
      await one.emit('orders:changed', {
        ids: Array.from({ length: more }, (_, at) => count - at),
        sync,
      })
    },
  }
}

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
    const one = await open()
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

  it('light up under the pointer at rest and not in flight; one that is open keeps its color', async () => {
    const { page } = await open()
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
        // On a busy machine two frames can take longer than a flight lasts after its last step.
        if (row !== null && step > 0 && grid.classList.contains('flying'))
          seen.add(getComputedStyle(row).backgroundColor)
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
    const { page } = await open()
    // The last column takes what room is left: in a narrow window it can be narrow.
    await page.setViewportSize({ width: 1_600, height: 800 })
    await headOf(page, 'Cancel reason').focus()
    for (let times = 0; times < 40; times += 1) await page.keyboard.press('Shift+ArrowLeft')
    await page.setViewportSize({ width: 1_530, height: 800 })
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
    const one = await open()
    const { page } = one
    await scrollTo(page, 2_000 * 28)
    await rowAt(page, 2_002).getByText('Sell').or(rowAt(page, 2_002).getByText('Buy')).waitFor()
    const before = await readSight(page)
    await one.comeIn(3)
    await eventually(async () => expect((await readSight(page))[0]?.index).toBe((before[0]?.index ?? 0) + 3))
    const after = await readSight(page)
    expect(after.map(({ top, price }) => [top, price])).toEqual(before.map(({ top, price }) => [top, price]))
    await scrollTo(page, 0)
    await eventually(async () => expect((await readSight(page))[0]?.index).toBe(0))
    await one.comeIn(1)
    await eventually(async () => expect((await readSight(page))[0]?.price).toContain('2,004.5'))
  })

  it('are added up by themselves', async () => {
    const one = await open()
    const { page } = one
    await page.getByRole('region', { name: 'Totals', exact: true }).getByText('1,000,000 orders').waitFor()
    await eventually(() =>
      expect(one.calls.filter(({ name }) => name === 'orders:getTotals')).toHaveLength(1),
    )
    expect(await page.getByRole('button', { name: 'Add up' }).count()).toBe(0)
  })
})
