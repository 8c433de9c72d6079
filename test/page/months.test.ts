// Calendar months on a chart, in a real browser over the real main, which has days of a market and no candle of a month.
import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import type { CandleColumns } from '../../src-preload/contract/orders/entities.ts'
import { eventually } from '../fixtures/eventually.ts'
import { toldAt } from '../integration/store/support.ts'
import { openReal, type RealPage } from './open-real.ts'

const dayMs = 86_400_000
const nowMs = Date.now()
const now = new Date(nowMs)
const monthStart = (back: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
const nameOf = (startMs: number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(startMs)
const thisMonth = `${nameOf(monthStart(0))} UTC`
const lastMonth = `${nameOf(monthStart(1))} UTC`
/** The market began on the 17th, fourteen months ago. */
const bornMs = monthStart(14) + 16 * dayMs

interface Candle {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** From a time to now, each another than the one before. */
function candlesOf(fromMs: number, stepMs: number): Candle[] {
  const count = Math.floor((nowMs - fromMs) / stepMs) + 1
  return Array.from({ length: count }, (_, at) => ({
    timeMs: fromMs + at * stepMs,
    open: 1_000 + ((at * 37) % 100),
    high: 1_100 + ((at * 13) % 29) + 0.5,
    low: 990 - ((at * 17) % 31) - 0.25,
    close: 1_000 + (((at + 1) * 37) % 100),
    volume: 1 + ((at * 7) % 11),
  }))
}
const days = candlesOf(bornMs, dayMs)

function columnsOf(rows: readonly Candle[]): CandleColumns {
  const column = (name: keyof Candle) => Float64Array.from(rows, (row) => row[name])
  return {
    timesMs: column('timeMs'),
    ...{ open: column('open'), high: column('high'), low: column('low'), close: column('close') },
    volume: column('volume'),
  }
}

/** Main with all days of ETH/USDC, and the hours that a chart opens with. */
async function open(days: readonly Candle[]): Promise<RealPage> {
  const one = await openReal({ accounts: [{}], hash: '#/markets' })
  const hoursFromMs = Math.floor(nowMs / dayMs - 3) * dayMs
  for (const [period, rows] of [
    [1440, days],
    [60, candlesOf(hoursFromMs, 3_600_000)],
  ] as const) {
    const [first, last] = [rows[0]?.timeMs ?? 0, rows.at(-1)?.timeMs ?? 0]
    const covers = { fromMs: first, toMs: last, reachesStart: period === 1440 }
    await one.main.store.putCandles('practice', 'ethusdc', period, columnsOf(rows), covers, toldAt(nowMs))
  }
  // As at a start with all of this.
  await one.page.reload()
  await one.page.locator('.legend .time').first().waitFor()
  return one
}

/** The figures of a chart's legend: O 2,035.12 H 2,514.42 … */
async function readFigures(legend: Locator): Promise<Record<string, number>> {
  const spans = await legend.locator('span:has(> i)').allInnerTexts()
  const read = (text: string): number => Number(text.slice(1).replaceAll(',', '').trim())
  return Object.fromEntries(spans.map((text) => [text.slice(0, 1), read(text)]))
}

/** Goes to the month before this one with the keyboard, and compares its figures with those of its days. */
async function expectLastMonth({ page }: RealPage): Promise<void> {
  const legend = page.locator('.legend').first()
  const time = legend.locator('.time')
  await eventually(async () => expect(await time.innerText()).toBe(thisMonth))
  await page.getByRole('application').first().focus()
  // The first press shows the cursor at the newest candle.
  for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowLeft')
  await eventually(async () => expect(await time.innerText()).toBe(lastMonth))
  const own = days.filter(({ timeMs }) => timeMs >= monthStart(1) && timeMs < monthStart(0))
  expect(own).toHaveLength(new Date(monthStart(0) - 1).getUTCDate())
  await eventually(async () =>
    expect(await readFigures(legend)).toEqual({
      O: own[0]?.open,
      H: Math.max(...own.map(({ high }) => high)),
      L: Math.min(...own.map(({ low }) => low)),
      C: own.at(-1)?.close,
      V: own.reduce((sum, { volume }) => sum + volume, 0),
    }),
  )
  await page.keyboard.press('Escape')
}

it('a month is typed as 1M or chosen from the menu, and its figures are those of its days', async () => {
  const one = await open(days)
  const { page, main } = one
  const periodOf = async () => (await main.ask('charts:getLayout', {})).charts[0]?.period
  await page.getByRole('application').first().focus()
  await page.keyboard.press('1')
  await page.keyboard.press('Shift+M')
  await page.getByText('1 month · Enter').waitFor()
  await page.keyboard.press('Enter')
  await expectLastMonth(one)
  await eventually(async () => expect(await periodOf()).toBe('month'))

  await page.getByRole('radio', { name: '1 hour' }).check({ force: true })
  await eventually(async () => expect(await periodOf()).toBe(60))

  await page.getByRole('button', { name: /^More intervals/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '1 month', exact: true }).click()
  await page.getByRole('button', { name: 'More intervals 1M, 1 month' }).waitFor()
  await expectLastMonth(one)
  await eventually(async () => expect(await periodOf()).toBe('month'))
})

it('a chart of months goes to the market’s first with Home, back with End, and to the month of a date', async () => {
  const { page } = await open(days)
  const time = page.locator('.legend .time').first()
  await page.getByRole('application').first().focus()
  for (const key of ['1', 'Shift+M', 'Enter']) await page.keyboard.press(key)
  await eventually(async () => expect(await time.innerText()).toBe(thisMonth))
  await page.keyboard.press('Home')
  await eventually(async () => expect(await time.innerText()).toBe(`${nameOf(bornMs)} UTC`))
  await page.keyboard.press('End')
  await eventually(async () => expect(await time.innerText()).toBe(thisMonth))
  await page.keyboard.press('Alt+g')
  const dialog = page.getByRole('dialog', { name: 'Go to date' })
  await dialog.getByRole('textbox', { name: /^Date/ }).fill(`15 ${nameOf(monthStart(5))}`)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => expect(await time.innerText()).toBe(`${nameOf(monthStart(5))} UTC`))
})

it('all of a market’s history is shown in weeks, or in months where there are more than five years of it', async () => {
  const periodOf = async ({ main }: RealPage) => (await main.ask('charts:getLayout', {})).charts[0]?.period
  const showAll = ({ page }: RealPage) => page.getByRole('button', { name: 'All, All candles' }).click()
  const young = await open(days)
  await showAll(young)
  await eventually(async () => expect(await periodOf(young)).toBe(10_080))
  const old = await open(candlesOf(monthStart(80), dayMs))
  await showAll(old)
  await eventually(async () => expect(await periodOf(old)).toBe('month'))
  await old.page.mouse.move(0, 0)
  const chart = old.page.getByRole('application').first()
  await chart.focus()
  await old.page.keyboard.press('Home')
  const time = old.page.locator('.legend .time').first()
  await eventually(async () => expect(await time.innerText()).toBe(`${nameOf(monthStart(80))} UTC`))
})
