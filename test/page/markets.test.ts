// The Markets view in a real browser in each of its states: loading, empty, error, stale, ready; and what it is not shown.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CandleRange } from '../../src-preload/contract/markets/markets.ts'
import type { ChartLayout, Indicator, SavedLayout } from '../../src-preload/contract/markets/charts.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { plainLayout } from '../../src-preload/domain/markets/plain-chart.ts'

const hourMs = 3_600_000
const summary = {
  market: 'ethusdc',
  last: 1200.5,
  reference: 1185.68,
  changePercent: 1.25,
  high: 1300,
  low: 1100,
  volume: 42,
  source: 'candles' as const,
  turnover: null,
  sparkline: [1, 2, 3],
  priceDecimals: 2,
  asOfMs: Date.now(),
  lastError: null,
}

/** Candles of every hour of the range, at most up to now. */
function candles(fromMs: number, toMs: number, more: Partial<CandleRange> = {}): CandleRange {
  const first = Math.ceil(fromMs / hourMs)
  const count = Math.max(0, Math.floor(Math.min(toMs, Date.now()) / hourMs) - first + 1)
  const column = (read: (at: number) => number): Float64Array<ArrayBuffer> =>
    Float64Array.from({ length: count }, (_, at) => read(first + at))
  return {
    period: 60,
    candles: {
      timesMs: column((hour) => hour * hourMs),
      open: column((hour) => 1200 + 20 * Math.sin(hour / 9)),
      high: column((hour) => 1212 + 20 * Math.sin(hour / 9)),
      low: column((hour) => 1190 + 20 * Math.sin(hour / 9)),
      close: column((hour) => 1200 + 20 * Math.sin((hour + 1) / 9)),
      volume: column(() => 3),
    },
    incomplete: [],
    minuteVwap: new Float64Array(),
    newestMs: null,
    gaps: [],
    reachesStart: true,
    asOfMs: Date.now(),
    lastError: null,
    ...more,
  }
}

function open(more: Answers = {}): Promise<OpenPage> {
  return openPage(
    answersFor(unprotected, accountsState, {
      'charts:getLayout': () => plainLayout,
      'charts:setLayout': () => ({}),
      'charts:listDrawings': () => ({ drawings: [] }),
      'charts:listMarks': () => ({ marks: [], isCut: false }),
      'markets:list': () => ({ markets: [summary] }),
      'markets:watch': () => ({}),
      'markets:listTrades': () => ({ trades: [], asOfMs: Date.now(), lastError: null }),
      'markets:getCandleRange': ({ fromMs, toMs }) => candles(fromMs, toMs),
      ...more,
    }),
    '#/markets',
  )
}

const broken = () => {
  throw new AppError('databaseCorrupt', {})
}

/** For people to look at, where a folder for it is named. */
async function picture({ page }: OpenPage, name: string): Promise<void> {
  const folder = process.env['STARKDESK_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

describe('a chart', () => {
  it('has its frame at once, and says that its candles are loading', async () => {
    const one = await open({ 'markets:getCandleRange': () => new Promise(() => undefined) })
    await one.page.getByRole('heading', { name: 'ETH/USDC', level: 1 }).waitFor()
    await one.page.getByRole('status', { name: 'Loading candles of ETH/USDC' }).waitFor()
    await one.page.getByRole('radio', { name: '1 hour' }).waitFor()
    await picture(one, 'chart-loading')
  })

  it('goes to a candle once it has some, where the key was pressed before', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { page } = await open({
      'markets:getCandleRange': async ({ fromMs, toMs }) => {
        await promise
        return candles(fromMs, toMs)
      },
    })
    await page.getByRole('status', { name: 'Loading candles of ETH/USDC' }).waitFor()
    const chart = page.getByRole('application')
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    resolve(undefined)
    const before = Math.floor(Date.now() / hourMs) * hourMs - hourMs
    const hour = await page.evaluate((timeMs) => new Date(timeMs).toTimeString().slice(0, 5), before)
    // The last candle in view, and one back.
    await page.locator('.legend .time').filter({ hasText: hour }).waitFor()
  })

  it('without candles says where they will come from', async () => {
    const one = await open({ 'markets:getCandleRange': () => candles(1, 0) })
    await one.page.getByText('Candles appear here once they are loaded.').waitFor()
    await picture(one, 'chart-empty')
  })

  it('that cannot be read says why in place, and is read again on request', async () => {
    let isBroken = true
    const one = await open({
      'markets:getCandleRange': ({ fromMs, toMs }) => (isBroken ? broken() : candles(fromMs, toMs)),
    })
    await one.page.getByRole('alert').waitFor()
    await picture(one, 'chart-error')
    isBroken = false
    await one.page.getByRole('button', { name: 'Reload candles' }).click()
    await eventually(async () =>
      expect(await one.page.getByRole('application').getAttribute('aria-label')).toMatch(/last price/),
    )
    expect(await one.page.getByRole('button', { name: 'Reload candles' }).count()).toBe(0)
  })

  it('that could not be brought up to date keeps its candles and says so', async () => {
    const lastError = { code: 'timeout', data: {}, ref: 'abc123' } as const
    const one = await open({
      'markets:getCandleRange': ({ fromMs, toMs }) => candles(fromMs, toMs, { lastError }),
    })
    await one.page.getByText(/^Couldn’t refresh candles./).waitFor()
    await eventually(async () =>
      expect(await one.page.getByRole('application').getAttribute('aria-label')).toMatch(/last price/),
    )
    await picture(one, 'chart-stale')
    // Its countdown goes on, and the candles are not painted again for that: two in a row, once what is under way is painted.
    await one.page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const context = document.querySelector<HTMLCanvasElement>('.candle-chart canvas')?.getContext('2d')
          if (!context) {
            reject(new Error('no chart'))
            return
          }
          let narrow = 0
          const clear = context.clearRect.bind(context)
          context.clearRect = (x, y, width, height) => {
            clear(x, y, width, height)
            narrow = width / context.canvas.width < 0.3 ? narrow + 1 : 0
            if (narrow === 2) resolve()
          }
        }),
    )
  })

  it('is compared with other markets by keyboard, told by name, kept, and alone again', async () => {
    const kept: ChartLayout[] = []
    const one = await open({
      'markets:list': () => ({
        markets: ['ethusdc', 'btcusdc', 'solusdc'].map((market) => ({ ...summary, market })),
      }),
      'charts:setLayout': (next) => {
        kept.push(next)
        return {}
      },
    })
    const { page } = one
    const comparedNow = () => kept.at(-1)?.charts[0]?.compared
    await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Compare markets' })
    await menu.getByRole('searchbox', { name: 'Search markets' }).fill('sol')
    await menu.getByRole('checkbox', { name: 'SOL/USDC' }).press('Space')
    await menu.getByRole('searchbox', { name: 'Search markets' }).fill('')
    await menu.getByRole('checkbox', { name: 'BTC/USDC' }).press('Space')
    expect(await menu.getByRole('checkbox').count()).toBe(2)
    await page.keyboard.press('Escape')
    await eventually(() => expect(comparedNow()).toEqual(['solusdc', 'btcusdc']))
    const strip = page.getByRole('list', { name: 'Compared markets, from the first candle in view' })
    await strip
      .getByRole('listitem')
      .filter({ hasText: /SOL.USDC[^%]*%/ })
      .waitFor()
    expect(await page.getByRole('application').getAttribute('aria-label')).toMatch(
      /in percent with SOL\/USDC, BTC\/USDC/,
    )
    await picture(one, 'chart-compared')
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText(/From the first candle in view: ETH\/USDC .*, SOL\/USDC .*, BTC\/USDC /).waitFor()
    // Faster than the chart draws: the second one must not give the focus to the first one's button.
    await strip.getByRole('button').evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click()
    })
    await eventually(() => expect(comparedNow()).toEqual([]))
    await eventually(async () => expect(await strip.count()).toBe(0))
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application'),
    )
  })

  it('saves its layout under a name, opens, replaces, renames and removes it', async () => {
    const kept: ChartLayout[] = []
    let layouts: SavedLayout[] = []
    const one = await open({
      'charts:setLayout': (next) => {
        kept.push(next)
        return {}
      },
      'charts:listLayouts': () => ({ layouts }),
      'charts:setLayouts': (next) => {
        ;({ layouts } = next)
        return {}
      },
    })
    const { page } = one
    const names = () => layouts.map(({ name }) => name)
    const menu = page.getByRole('dialog', { name: 'Saved layouts' })
    const save = async (name: string, button: string): Promise<void> => {
      await menu.getByRole('textbox').fill(name)
      await menu.getByRole('button', { name: button }).click()
    }
    const setVolume = async (isOn: boolean): Promise<void> => {
      await page.getByRole('button', { name: 'Chart settings' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Volume' }).click()
      await page.keyboard.press('Escape')
      await eventually(() => expect(kept.at(-1)?.charts[0]?.hasVolume).toBe(isOn))
    }
    const openMenu = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: /^Chart layout/ }).press('Enter')
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await openMenu('Saved layouts…')
    await save(' ', 'Save layout')
    await menu.getByText('Enter a name.').waitFor()
    await save('With volume', 'Save layout')
    await eventually(() => expect(names()).toEqual(['With volume']))
    expect(layouts[0]?.layout.charts[0]?.market).toBe('ethusdc')
    await picture(one, 'chart-layouts')
    await page.keyboard.press('Escape')

    await setVolume(false)
    await openMenu('Saved layouts…')
    await menu.getByRole('button', { name: 'With volume', exact: true }).click()
    await eventually(() => expect(kept.at(-1)?.charts[0]?.hasVolume).toBe(true))
    await eventually(async () => expect(await menu.count()).toBe(0))

    await setVolume(false)
    await openMenu('With volume')
    await eventually(() => expect(kept.at(-1)?.charts[0]?.hasVolume).toBe(true))
    await setVolume(false)
    await openMenu('Saved layouts…')
    await save('with Volume', 'Replace layout')
    await eventually(() => expect(layouts[0]?.layout.charts[0]?.hasVolume).toBe(false))
    await menu.getByRole('button', { name: 'Rename With volume' }).click()
    await save('Plain', 'Rename layout')
    await eventually(() => expect(names()).toEqual(['Plain']))
    await menu.getByRole('button', { name: 'Remove Plain' }).click()
    await eventually(() => expect(names()).toEqual([]))
  })

  it('has a separator above each pane, to drag and by arrows, whose height is kept', async () => {
    const kept: ChartLayout[] = []
    const indicators: Indicator[] = [
      { kind: 'rsi', length: 14 },
      { kind: 'macd', fast: 12, slow: 26, signal: 9 },
    ]
    const one = await open({
      'charts:getLayout': () => ({
        ...plainLayout,
        charts: plainLayout.charts.map((each) => ({ ...each, indicators })),
      }),
      'charts:setLayout': (next) => {
        kept.push(next)
        return {}
      },
    })
    const { page } = one
    const heights = () => kept.at(-1)?.charts[0]?.paneHeights
    const rsi = page.getByRole('separator', { name: /^Height of RSI/ })
    const macd = page.getByRole('separator', { name: /^Height of MACD/ })
    const valueOf = async (name: string) => Number(await rsi.getAttribute(name))
    await macd.waitFor()
    const first = await valueOf('aria-valuenow')
    expect(first).toBe(90)
    expect(await valueOf('aria-valuemin')).toBe(48)
    await rsi.press('ArrowUp')
    await eventually(() => expect(heights()).toEqual([106, 90]))
    await eventually(async () => expect(await valueOf('aria-valuenow')).toBe(106))
    await macd.press('ArrowDown')
    await eventually(() => expect(heights()).toEqual([122, 74]))
    await picture(one, 'chart-panes')

    const box = await rsi.boundingBox()
    if (box === null) throw new Error('no separator')
    const [x, y] = [box.x + 100, box.y + box.height / 2]
    const before = kept.length
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 10)
    await page.mouse.move(x, y + 30)
    await eventually(async () => expect(await valueOf('aria-valuenow')).toBe(92))
    expect(kept).toHaveLength(before)
    await page.mouse.up()
    await eventually(() => expect(heights()).toEqual([92, 74]))
    await macd.dblclick({ position: { x: 100, y: 3 } })
    await eventually(() => expect(heights()).toEqual([92, null]))
  })

  it('has a choice each for fills, open and canceled orders, and says what their signs mean', async () => {
    const kept: ChartLayout[] = []
    const { page } = await open({
      'charts:setLayout': (next) => {
        kept.push(next)
        return {}
      },
    })
    await page.getByRole('button', { name: 'Chart settings' }).click()
    const item = (name: string) => page.getByRole('menuitemcheckbox', { name })
    const states = async () =>
      Promise.all(
        ['Your fills', 'Your open orders', 'Your canceled orders'].map((name) =>
          item(name).getAttribute('aria-checked'),
        ),
      )
    expect(await states()).toEqual(['true', 'true', 'false'])
    await item('Your open orders').click()
    await item('Your canceled orders').click()
    expect(await states()).toEqual(['true', 'false', 'true'])
    await eventually(() =>
      expect(kept.at(-1)?.charts[0]).toMatchObject({
        hasMarks: true,
        hasOpenOrders: false,
        hasCanceled: true,
      }),
    )
    expect(kept.at(-1)?.charts[1]).toMatchObject({ hasOpenOrders: true, hasCanceled: false })
    await page.getByRole('menuitem', { name: 'What the markers mean…' }).click()
    const dialog = page.getByRole('dialog', { name: 'What the markers mean' })
    await dialog.getByText('Buy filled, below its candle').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('shows trigger and limit of a stop on the card of its line', async () => {
    const order = makeOrder(7, {
      ...{ market: 'ethusdc', state: 'wait', side: 'buy', type: 'stop_limit' },
      ...{ price: '1205', stopPrice: '1203', originVolume: '2', remainingVolume: '2' },
    })
    const { side, price, stopPrice, type, state } = order
    const { page } = await open({
      'orders:list': () => ({ rows: [order], total: 1, version: 1 }),
      'charts:listMarks': () => ({
        marks: [
          {
            ...{ kind: 'placed', orderId: 7, side, price, stopPrice, type, state, amount: '2' },
            ...{ atMs: Date.now() - hourMs, isOpen: true },
          },
        ],
        isCut: false,
      }),
    })
    const chart = page.getByRole('application')
    await eventually(async () => expect(await chart.getAttribute('aria-label')).toMatch(/last price/))
    const box = await chart.boundingBox()
    if (box === null) throw new Error('no chart')
    const card = page.getByRole('region', { name: 'Your orders here' })
    const isOnLine = (): Promise<boolean> =>
      chart.evaluate((face) => getComputedStyle(face).cursor === 'ns-resize')
    await eventually(async () => {
      for (let y = 30; y < box.height - 40 && !(await isOnLine()); y += 4)
        await page.mouse.move(box.x + box.width / 3, box.y + y)
      expect(await isOnLine()).toBe(true)
    })
    // A pointer that rests has the card.
    await card.waitFor()
    expect(await card.innerText()).toMatch(/Trigger\s*1,203.*Limit\s*1,205/s)
  })

  it('of an empty list gives way to one sentence', async () => {
    const one = await open({ 'markets:list': () => ({ markets: [] }) })
    await one.page.getByText('The chart appears here once a market is added.').waitFor()
    await picture(one, 'chart-no-market')
  })

  it('can be laid out and closed although the layout cannot be read or kept', async () => {
    const one = await open({ 'charts:getLayout': broken, 'charts:setLayout': broken })
    await eventually(async () =>
      expect(await one.page.getByRole('application').getAttribute('aria-label')).toMatch(/last price/),
    )
    await one.page.keyboard.press('Alt+2')
    await eventually(async () => expect(await one.page.getByRole('application').count()).toBe(2))
    await one.page.keyboard.press('Alt+1')
    await eventually(async () => expect(await one.page.getByRole('application').count()).toBe(1))
    expect(one.calls.some(({ name }) => name === 'charts:setLayout')).toBe(false)
  })

  it('says when its layout could not be kept', async () => {
    const one = await open({ 'charts:setLayout': broken })
    await one.page.getByRole('application').waitFor()
    await one.page.keyboard.press('Alt+2')
    await one.page.getByText(/^The chart layout could not be saved\./).waitFor()
    await picture(one, 'chart-not-kept')
    await one.page.getByRole('button', { name: 'Dismiss' }).click()
    await eventually(async () => expect(await one.page.getByText(/could not be saved/).count()).toBe(0))
  })
})

describe('the table of candles', () => {
  it('names the zone once and is not cut at 1,440 px', async () => {
    const indicators: ChartLayout['charts'][number]['indicators'] = [{ kind: 'ema', length: 20 }]
    const { page } = await open({
      'charts:getLayout': () => ({
        ...plainLayout,
        charts: plainLayout.charts.map((one) => ({ ...one, indicators })),
      }),
      'markets:getCandleRange': ({ fromMs, toMs }) => {
        const range = candles(fromMs, toMs)
        const { timesMs, volume, ...prices } = range.candles
        const round = (column: Float64Array): Float64Array<ArrayBuffer> =>
          Float64Array.from(column, (price) => Math.round(3_000 * price) / 100)
        const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map(round)
        if (!open || !high || !low || !close) throw new Error('no columns')
        return { ...range, candles: { timesMs, open, high, low, close, volume } }
      },
    })
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.getByRole('application').focus()
    await page.keyboard.press('Alt+c')
    const table = page.getByRole('region', { name: /^Candles in view of/ })
    const zoned = table.getByRole('columnheader', { name: /^Time, / })
    await zoned.waitFor()
    const zone = ((await zoned.textContent()) ?? '').replace('Time, ', '')
    expect(await table.locator('tbody th').first().textContent()).not.toContain(zone)
    await table.getByRole('columnheader', { name: 'EMA 20' }).waitFor()
    expect(await table.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  })
})

describe('the figures of a market', () => {
  const arb = {
    ...summary,
    market: 'arbusdc',
    last: 0.8414,
    reference: 0.85,
    changePercent: -1.0117647058823529,
    high: 0.86,
    low: 0.84,
    // From its first to its last value the line rises; the change is below zero.
    source: 'candles' as const,
    turnover: null,
    sparkline: [0.85, 0.83, 0.86],
    priceDecimals: 4,
  }
  const trade = {
    id: 1,
    market: 'arbusdc',
    price: '0.84',
    amount: '5',
    total: '4.2',
    createdAtMs: Date.now(),
    takerType: 'buy',
  } as const

  it('have one number of decimals in list, head line, legend and tape', async () => {
    const column = (value: number) => Float64Array.of(value)
    const { page } = await open({
      'markets:list': () => ({ markets: [arb] }),
      'markets:listTrades': () => ({ trades: [trade], asOfMs: Date.now(), lastError: null }),
      'markets:getCandleRange': () => ({
        ...candles(1, 0),
        candles: {
          timesMs: column(Math.floor(Date.now() / hourMs) * hourMs),
          open: column(0.8),
          high: column(0.85),
          low: column(0.8),
          close: column(0.8414),
          volume: column(0.00004),
        },
      }),
    })
    const tape = page.getByRole('region', { name: 'Recent trades, scrollable' })
    await eventually(async () => expect(await tape.locator('tbody td').nth(1).textContent()).toBe('0.8400'))
    expect(await page.getByTestId('last-price').textContent()).toBe('0.8414')
    expect(await page.locator('[data-market=arbusdc] .figures').textContent()).toContain('0.8414')
    expect(await page.locator('header dd').allTextContents()).toEqual(['0.8600', '0.8400', '42.0 ARB'])
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowLeft')
    const legend = page.locator('.legend')
    await eventually(async () => expect(await legend.first().textContent()).toMatch(/O0\.8000\s*H0\.8500/))
  })

  it.each([
    [-1.01, [0.85, 0.83, 0.86], 'down'],
    [1.25, [0.85, 0.9, 0.8], 'up'],
    [0.004, [0.85, 0.9], 'flat'],
    [null, [0.85, 0.9], 'flat'],
  ] as const)(
    'of a change of %s have a spark line of its color',
    async (changePercent, sparkline, direction) => {
      const { page } = await open({
        'markets:list': () => ({ markets: [{ ...arb, changePercent, sparkline: [...sparkline] }] }),
        'markets:getCandleRange': () => candles(1, 0),
      })
      const spark = page.locator('[data-market=arbusdc] .spark svg')
      await spark.waitFor({ state: 'attached' })
      expect(((await spark.getAttribute('class')) ?? '').split(' ')).toContain(direction)
    },
  )
})
