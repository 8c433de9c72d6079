// Open orders on a chart in a real browser: what a press beside a drawing takes, and what canceling and moving say.
import { expect, it } from 'vitest'
import type { ChartMark } from '../../src-preload/contract/markets/charts.ts'
import type { Drawing } from '../../src-preload/contract/markets/drawings.ts'
import type { ListedOrder } from '../../src-preload/contract/orders/entities.ts'
import type { PlacedOrder } from '../../src-preload/contract/trading/trading.ts'
import { plainLayout } from '../../src-preload/domain/markets/plain-chart.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chartAnswers, hourMs } from './one-chart.ts'
import { openPage } from './open-page.ts'

type Point = readonly [number, number]

const sync = { cached: 1, open: 1, isComplete: true, asOfMs: Date.now(), refusedRows: 0, lastError: null }

const placedAt = (orderId: number, price: string): PlacedOrder => ({
  ...{ id: crypto.randomUUID(), accountId: accountsState.activeId ?? '', network: 'practice' },
  ...{ host: '127.0.0.1:1', market: 'ethusdc', side: 'buy', type: 'limit', amount: '0.5', price },
  ...{ stopPrice: null, state: 'accepted', orderId, createdAtMs: 1, updatedAtMs: 1 },
  ...{ differences: [], failure: null },
})

/** Main that keeps drawings. What is done to orders is noted; which are open is told by the test. */
async function open() {
  const drawings = new Map<string, Drawing>()
  let orders: readonly ListedOrder[] = []
  const done: string[] = []
  const markOf = ({ id, side, price, type, stopPrice, originVolume }: ListedOrder): ChartMark => ({
    ...{ kind: 'placed', orderId: id, side, atMs: Date.now() - 5 * hourMs, price },
    ...{ amount: originVolume, type, stopPrice, state: 'wait', isOpen: true },
  })
  const one = await openPage(
    answersFor(unprotected, accountsState, {
      ...chartAnswers,
      'charts:getLayout': () => plainLayout,
      'charts:setLayout': () => ({}),
      'charts:listDrawings': () => ({ drawings: [...drawings.values()] }),
      'charts:putDrawing': ({ drawing }) => {
        drawings.set(drawing.id, drawing)
        return {}
      },
      'charts:listMarks': () => ({ marks: orders.map(markOf), isCut: false }),
      'orders:list': () => ({ rows: [...orders], total: orders.length, version: 1 }),
      'trading:openTicket': () => ({ ticketId: crypto.randomUUID() }),
      'trading:move': ({ orderId, price }) => {
        done.push(`move ${String(orderId)}`)
        return { outcome: 'moved', order: placedAt(orderId + 1, price) }
      },
      'trading:cancel': ({ orderId }) => {
        done.push(`cancel ${String(orderId)}`)
        return {}
      },
    }),
    '#/markets',
  )
  const { page } = one
  await page.locator('.legend .time').first().waitFor()
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('no chart')
  const at = (x: number, y: number): Point => [
    Math.round(box.x + box.width * x),
    Math.round(box.y + box.height * y),
  ]
  const drag = async (from: Point, to: Point): Promise<void> => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 4 })
    await page.mouse.up()
  }
  const cursorAt = async (place: Point): Promise<string> => {
    await page.mouse.move(place[0], place[1] + 1)
    await page.mouse.move(...place)
    return page.getByRole('application').evaluate((chart) => getComputedStyle(chart).cursor)
  }
  return {
    ...{ page, at, drag, cursorAt, done },
    drawings: () => [...drawings.values()],
    /** The account's open orders are these now. */
    tell: async (next: readonly ListedOrder[]): Promise<void> => {
      orders = next
      await one.emit('orders:changed', { ids: [7], sync })
    },
  }
}

it('a press on a selected drawing drags it, though the line of an order is two pixels away', async () => {
  const { page, at, drag, cursorAt, done, drawings, tell } = await open()
  const [from, to] = [at(0.2, 0.4), at(0.4, 0.4)]
  await page.getByRole('button', { name: 'Drawing tools' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Trend line' }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.mouse.click(...from)
  await page.mouse.click(...to)
  await eventually(() => expect(drawings()).toHaveLength(1))
  const price = Number(drawings()[0]?.points[0]?.price)
  // What two pixels are is read from a second line.
  const below = at(0.4, 0.6)
  await drag(to, below)
  const priceBelow = (): number => Number(drawings()[0]?.points[1]?.price)
  await eventually(() => expect(priceBelow()).toBeLessThan(price))
  const perPixel = (price - priceBelow()) / (below[1] - to[1])
  await drag(below, to)
  await eventually(() => expect(priceBelow()).toBeGreaterThan(price - perPixel))

  await tell([makeOrder(7, { price: (price + 2 * perPixel).toFixed(2), remainingVolume: '0.5' })])
  const beside: Point = [at(0.7, 0)[0], from[1] - 2]
  await eventually(async () => expect(await cursorAt(beside)).toBe('ns-resize'))
  const points = (): string => JSON.stringify(drawings()[0]?.points)
  for (const [start, end] of [
    // Its handle, and its body.
    [to, [to[0] + 30, to[1] - 40]],
    [at(0.3, 0.4), [at(0.3, 0.4)[0], from[1] - 40]],
  ] as const) {
    const before = points()
    await drag([start[0], start[1] - 1], end)
    await eventually(() => expect(points()).not.toBe(before))
    // Taken back, so that it is there again.
    await page.keyboard.press('Control+z')
    await eventually(() => expect(points()).toBe(before))
  }
  expect(done).toEqual([])

  // With nothing selected, beside the drawing it is the order that is dragged.
  await page.keyboard.press('Escape')
  await drag(beside, [beside[0], beside[1] - 60])
  await eventually(() => expect(done).toEqual(['move 7']))
})

it('canceling by the cross of a label says what is canceled, and a card of an order closes with it', async () => {
  const { page, at, drag, cursorAt, done, tell } = await open()
  const order = makeOrder(7, { price: '1200', remainingVolume: '0.5' })
  await tell([order])
  /** Where the line of the order is, in the middle of the chart. */
  const findLine = async (): Promise<Point> => {
    const [x, from] = at(0.3, 0.1)
    for (let y = from; y < at(0, 0.9)[1]; y += 4)
      if ((await cursorAt([x, y])) === 'ns-resize') return [x, y + 4]
    throw new Error('no line')
  }
  const card = page.getByRole('region', { name: 'Your orders here' })
  let line: Point = [0, 0]
  await eventually(async () => {
    line = await findLine()
  })
  await card.waitFor()
  // Moved: its card is of an order that is no more.
  await drag(line, [line[0], line[1] - 40])
  await eventually(() => expect(done).toEqual(['move 7']))
  const moved = makeOrder(8, { price: '1203.5', remainingVolume: '0.5' })
  await tell([moved])
  await card.waitFor({ state: 'detached' })

  let cross: Point = [0, 0]
  await eventually(async () => {
    line = await findLine()
    const right = at(1, 0)[0] - 60
    for (let x = right; x > right - 80; x -= 3) {
      cross = [x, line[1]]
      if ((await cursorAt(cross)) === 'pointer') return
    }
    throw new Error('no cross')
  })
  await card.waitFor()
  await page.mouse.click(...cross)
  await page.getByRole('status').filter({ hasText: 'Canceling buy 0.5 ETH at 1,203.50…' }).waitFor()
  await eventually(() => expect(done).toEqual(['move 7', 'cancel 8']))
  await card.waitFor({ state: 'detached' })
  // Its line, which is there until it has ended, has no card meanwhile.
  await page.mouse.move(...line)
  await page.mouse.move(line[0] + 20, line[1])
  expect(await card.count()).toBe(0)
})
