// What people who come from TradingView do with a chart every day, by mouse where they would, each in their way at the first try.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { ChartLayout, SavedLayout } from '../../../src-preload/contract/markets/charts.ts'
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import type { IndicatorLibrary } from '../../../src-preload/contract/markets/indicator-library.ts'
import type { PriceAlert } from '../../../src-preload/contract/app/alerts.ts'
import type { CandleRange } from '../../../src-preload/contract/markets/markets.ts'
import { periodOf } from '../../../src-preload/domain/markets/intervals.ts'
import { type CandlePeriod, candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { plainLayout } from '../../../src-preload/domain/markets/plain-chart.ts'
import { accountsState, answersFor, makeMarketLine, unprotected } from '../app-answers.ts'
import { chartAnswers } from '../one-chart.ts'
import { openPage } from '../open-page.ts'

const minuteMs = 60_000

/** A quiet wave of candles in the shortest period that fits. */
function candles(fromMs: number, toMs: number, widthPx: number, shortest: CandlePeriod | null): CandleRange {
  const lastMs = Math.min(toMs, Date.now())
  const least = shortest ?? 1
  const period =
    candlePeriods.find((each) => each >= least && (lastMs - fromMs) / (each * minuteMs) <= widthPx * 2) ??
    least
  const periodMs = period * minuteMs
  const first = Math.ceil(Math.max(fromMs, Date.UTC(2025, 0, 1)) / periodMs)
  const count = Math.max(0, Math.floor(lastMs / periodMs) - first + 1)
  const column = (read: (hour: number, at: number) => number): Float64Array<ArrayBuffer> =>
    Float64Array.from(
      { length: count },
      (_, at) => Math.round(read(((first + at) * period) / 60, first + at) * 100) / 100,
    )
  const close = (hour: number): number => 1200 + 20 * Math.sin(hour / 9) + 3 * Math.sin(hour * 2)
  return {
    period,
    candles: {
      timesMs: column((_, at) => at * periodMs),
      open: column((hour) => close(hour)),
      high: column((hour) => Math.max(close(hour), close(hour + period / 60)) + 2),
      low: column((hour) => Math.min(close(hour), close(hour + period / 60)) - 2),
      close: column((hour) => close(hour + period / 60)),
      volume: column((hour) => 5 + 3 * Math.sin(hour)),
    },
    ...{ incomplete: [], minuteVwap: new Float64Array(), newestMs: null, gaps: [] },
    ...{ reachesStart: fromMs <= Date.UTC(2025, 0, 1), asOfMs: Date.now(), lastError: null },
  }
}

/** Main that keeps what is the user's own. */
async function open() {
  let layout: ChartLayout = plainLayout
  let library: IndicatorLibrary = { favorites: [], templates: [] }
  let layouts: SavedLayout[] = []
  const drawings = new Map<string, Drawing>()
  const alerts = new Map<string, PriceAlert>()
  const pictures: number[] = []
  const one = await openPage(
    answersFor(unprotected, accountsState, {
      ...chartAnswers,
      'markets:list': () => ({
        markets: ['ethusdc', 'btcusdc'].map((market) => ({
          ...makeMarketLine(market),
          ...{ last: 1200, reference: 1190, changePercent: 0.84, high: 1230, low: 1170, volume: 42 },
          priceDecimals: 2,
        })),
      }),
      'markets:getCandleRange': ({ fromMs, toMs, widthPx, shortest }) =>
        candles(fromMs, toMs, widthPx, periodOf(shortest ?? 1)),
      'charts:getLayout': () => layout,
      'charts:setLayout': (next) => {
        layout = next
        return {}
      },
      'charts:getIndicatorLibrary': () => library,
      'charts:setIndicatorLibrary': (next) => {
        library = next
        return {}
      },
      'charts:listLayouts': () => ({ layouts }),
      'charts:setLayouts': (next) => {
        layouts = next.layouts
        return {}
      },
      'charts:listDrawings': () => ({ drawings: [...drawings.values()] }),
      'charts:putDrawing': ({ drawing }) => {
        drawings.set(drawing.id, drawing)
        return {}
      },
      'charts:removeDrawing': ({ id }) => {
        drawings.delete(id)
        return {}
      },
      'alerts:list': () => ({ alerts: [...alerts.values()] }),
      'alerts:put': (alert) => {
        alerts.set(alert.id, { ...alert, createdAtMs: Date.now(), crossedAtMs: null, isArmed: true })
        return {}
      },
      'charts:savePicture': ({ png }) => {
        pictures.push(png.length)
        return { file: 'chart.png' }
      },
    }),
    '#/markets',
  )
  const { page } = one
  await page.setViewportSize({ width: 1_600, height: 900 })
  // To paste what was copied. The window of the app may not write by the Clipboard API either.
  await page.context().grantPermissions(['clipboard-read'])
  await page.locator('.legend .time').first().waitFor()
  return {
    page,
    drawings: () => [...drawings.values()],
    alerts: () => [...alerts.values()],
    chart: () => layout.charts[0] ?? plainLayout.charts[0],
    layout: () => layout,
    library: () => library,
    layouts: () => layouts,
    pictures,
  }
}

type Habits = Readonly<Record<string, () => Promise<void>>>

async function list(): Promise<{ readonly page: Page; readonly habits: Habits }> {
  const world = await open()
  const { page, drawings, alerts, chart, library, layouts, pictures } = world
  const box = async () => {
    const found = await page.getByRole('application').first().boundingBox()
    if (found === null) throw new Error('no chart')
    return found
  }
  const at = async (x: number, y: number): Promise<[number, number]> => {
    const { x: left, y: top, width, height } = await box()
    return [left + (width - 80) * x, top + height * y]
  }
  const drag = async (from: [number, number], to: [number, number], steps = 6): Promise<void> => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps })
    await page.mouse.up()
  }
  const click = async (x: number, y: number): Promise<void> => page.mouse.click(...(await at(x, y)))
  const see = (check: () => void | Promise<void>): Promise<void> =>
    expect
      .poll(
        async () => {
          await check()
          return true
        },
        { timeout: 20_000, interval: 30 },
      )
      .toBe(true)
  const tool = async (name: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Drawing tools' }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const menu = async (x: number, y: number, name: string | RegExp): Promise<void> => {
    await page.mouse.click(...(await at(x, y)), { button: 'right' })
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const last = (): Drawing | undefined => drawings().at(-1)
  const point = (which: number): string => JSON.stringify(last()?.points[which])
  /** Time of the candle at a place. */
  const timeAt = async (x: number): Promise<string> => {
    await page.mouse.move(...(await at(x, 0.6)))
    await page.mouse.move(...(await at(x, 0.61)))
    await page.waitForTimeout(60)
    return page.locator('.legend .time').first().innerText()
  }

  const habits: Habits = {
    'draw a trend line by two clicks': async () => {
      await tool('Trend line')
      await click(0.2, 0.5)
      await click(0.4, 0.3)
      await see(() => expect(drawings().map(({ kind }) => kind)).toEqual(['trend']))
    },
    'drag the end of the line': async () => {
      const [first, second] = [point(0), point(1)]
      await drag(await at(0.4, 0.3), await at(0.45, 0.2))
      await see(() => expect([point(0) === first, point(1) === second]).toEqual([true, false]))
    },
    'drag the whole line': async () => {
      const [first, second] = [point(0), point(1)]
      await drag(await at(0.325, 0.35), await at(0.345, 0.4))
      await see(() => expect([point(0) === first, point(1) === second]).toEqual([false, false]))
    },
    'take it back with Ctrl+Z': async () => {
      const moved = point(0)
      await page.keyboard.press('Control+z')
      await see(() => expect(point(0)).not.toBe(moved))
    },
    'click another place, click the line and press Del': async () => {
      await click(0.7, 0.6)
      await click(0.325, 0.35)
      await page.keyboard.press('Delete')
      await see(() => expect(drawings()).toEqual([]))
    },
    'measure by Shift and drag': async () => {
      await page.keyboard.down('Shift')
      await drag(await at(0.3, 0.5), await at(0.5, 0.3))
      await page.keyboard.up('Shift')
      await page.keyboard.press('Escape')
      expect(drawings()).toEqual([])
    },
    'measure by Shift and a click, then another click, which takes no line under it': async () => {
      await tool('Trend line')
      await click(0.2, 0.5)
      await click(0.4, 0.3)
      await see(() => expect(drawings()).toHaveLength(1))
      await click(0.7, 0.6)
      const bar = page.getByRole('toolbar', { name: /^Trend line/ })
      await bar.waitFor({ state: 'detached' })
      await page.keyboard.down('Shift')
      await click(0.5, 0.6)
      await page.keyboard.up('Shift')
      await click(0.3, 0.4)
      expect(await bar.count()).toBe(0)
      await click(0.3, 0.4)
      await bar.waitFor()
      await page.keyboard.press('Delete')
      await see(() => expect(drawings()).toEqual([]))
    },
    'write a text on the chart, saved by Ctrl+Enter': async () => {
      await tool('Text')
      await click(0.3, 0.7)
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('Support')
      await page.keyboard.press('Control+Enter')
      await see(() => expect(last()).toMatchObject({ kind: 'text', text: 'Support' }))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Delete')
      await see(() => expect(drawings()).toEqual([]))
    },
    'write a text or a note, kept by a click beside its dialog': async () => {
      const write = async (kind: string, text: string): Promise<void> => {
        await tool(kind)
        await click(0.3, 0.7)
        await page.getByRole('dialog').waitFor()
        await page.keyboard.type(text)
      }
      const gone = (): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' })
      for (const kind of ['Text', 'Note']) {
        await write(kind, 'Resistance')
        await click(0.95, 0.95)
        await gone()
        await see(() => expect(last()).toMatchObject({ kind: kind.toLowerCase(), text: 'Resistance' }))
        await page.keyboard.press('Delete')
        await see(() => expect(drawings()).toEqual([]))
        // Nothing to keep, and Esc gives it up.
        await write(kind, ' ')
        await click(0.95, 0.95)
        await gone()
        await write(kind, 'Support')
        await page.keyboard.press('Escape')
        await gone()
        expect(drawings()).toEqual([])
      }
    },
    'copy a line by Ctrl and drag': async () => {
      await tool('Trend line')
      await click(0.2, 0.5)
      await click(0.4, 0.3)
      await see(() => expect(drawings()).toHaveLength(1))
      const first = JSON.stringify(drawings()[0]?.points)
      await page.keyboard.down('Control')
      await drag(await at(0.3, 0.4), await at(0.35, 0.5))
      await page.keyboard.up('Control')
      await see(() => expect(drawings()).toHaveLength(2))
      expect(JSON.stringify(drawings()[0]?.points)).toBe(first)
      expect(JSON.stringify(drawings()[1]?.points)).not.toBe(first)
      await page.keyboard.press('Delete')
      await see(() => expect(drawings()).toHaveLength(1))
      await click(0.7, 0.6)
      await click(0.3, 0.4)
      await page.keyboard.press('Delete')
      await see(() => expect(drawings()).toEqual([]))
    },
    'draw a Fibonacci retracement by dragging': async () => {
      await tool('Fibonacci retracement')
      await drag(await at(0.5, 0.2), await at(0.6, 0.5))
      await see(() => expect(last()?.kind).toBe('fibonacci'))
    },
    'place a long position by one click': async () => {
      await tool('Long position')
      await click(0.72, 0.45)
      await see(() => expect(last()?.kind).toBe('long'))
      await page.getByRole('toolbar', { name: /^Long position/ }).waitFor()
    },
    'draw two rectangles in a row with the tool pinned': async () => {
      await tool('Keep tool after use')
      await tool('Rectangle')
      await drag(await at(0.1, 0.15), await at(0.15, 0.25))
      await drag(await at(0.2, 0.15), await at(0.25, 0.25))
      await see(() => expect(drawings().filter(({ kind }) => kind === 'rectangle')).toHaveLength(2))
      await page.keyboard.press('Escape')
      await tool('Keep tool after use')
    },
    'draw to the high or low of a candle with the magnet': async () => {
      await tool(/^Magnet/)
      await tool('Horizontal line')
      // Beside a high, whose place two prices tell that were set at places.
      const priceOf = (kind: string): number =>
        Number(drawings().find((one) => one.kind === kind)?.points[0]?.price)
      const [above, below] = [priceOf('fibonacci'), priceOf('long')]
      await timeAt(0.6)
      const high = (await page.locator('.legend .range').nth(1).innerText()).replace(/[^\d.]/g, '')
      const { height } = await box()
      await click(0.6, 0.2 + ((Number(high) - above) / (below - above)) * 0.25 - 20 / height)
      await see(() => expect(last()?.kind).toBe('horizontal'))
      expect(Number(last()?.points[0]?.price)).toBe(Number(high))
      await tool(/^Magnet/)
    },
    'change color and width of a selected drawing': async () => {
      const bar = page.getByRole('toolbar', { name: /^Line at/ })
      await bar.getByRole('button', { name: 'Color' }).click()
      await page.getByRole('menuitemradio', { name: 'Amber' }).click()
      await bar.getByRole('button', { name: 'Width' }).click()
      await page.getByRole('menuitemradio', { name: '2 px' }).click()
      await see(() => expect(last()?.style).toMatchObject({ color: 'amber', width: 2 }))
    },
    'take a width back with Ctrl+Z, and again with Ctrl+Y, right after choosing it': async () => {
      await page.keyboard.press('Control+z')
      await see(() => expect(last()?.style.width).toBe(1))
      await page.keyboard.press('Control+y')
      await see(() => expect(last()?.style.width).toBe(2))
    },
    'set an alert at a drawing from its bar': async () => {
      const bar = page.getByRole('toolbar', { name: /^Line at/ })
      await bar.getByRole('button', { name: 'Alert at this price' }).click()
      await page.getByRole('button', { name: 'Set alert' }).last().click()
      await see(() => expect(alerts()).toHaveLength(1))
    },
    'hide all drawings and show them again': async () => {
      await tool('Hide all drawings')
      await see(() => expect(drawings().every(({ isHidden }) => isHidden)).toBe(true))
      await tool('Hide all drawings')
      await see(() => expect(drawings().some(({ isHidden }) => isHidden)).toBe(false))
      await page.keyboard.press('Control+Alt+h')
      await see(() => expect(drawings().every(({ isHidden }) => isHidden)).toBe(true))
      // One that is drawn then is shown, and the others come back without hiding it first.
      const count = drawings().length
      await tool('Vertical line')
      await click(0.3, 0.75)
      await see(() => expect(drawings()).toHaveLength(count + 1))
      await page.getByRole('button', { name: 'Drawing tools' }).click()
      await page.getByRole('menuitem', { name: 'Show all drawings' }).click()
      await see(() => expect(drawings().some(({ isHidden }) => isHidden)).toBe(false))
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      await see(() => expect(drawings()).toHaveLength(count))
      await page.keyboard.press('Control+Alt+h')
      await see(() => expect(drawings().some(({ isHidden }) => isHidden)).toBe(false))
    },
    'find a drawing in the list and remove it': async () => {
      const count = drawings().length
      await page.getByRole('button', { name: 'Drawings and alerts' }).click()
      await page.getByRole('button', { name: /^Remove Fibonacci/ }).click()
      await see(() => expect(drawings()).toHaveLength(count - 1))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    'place a horizontal line by Alt+H': async () => {
      const count = drawings().length
      await page.keyboard.press('Alt+h')
      await click(0.8, 0.15)
      await see(() => expect(last()?.kind).toBe('horizontal'))
      await page.keyboard.press('Delete')
      await see(() => expect(drawings()).toHaveLength(count))
    },
    'remove all drawings, and have them back': async () => {
      const before = drawings().map(({ id }) => id)
      await page.getByRole('button', { name: 'Drawing tools' }).click()
      await page.getByRole('menuitem', { name: 'Remove all drawings' }).click()
      await see(() => expect(drawings()).toEqual([]))
      await page.getByText(`${String(before.length)} drawings were removed.`).waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await see(() => expect(new Set(drawings().map(({ id }) => id))).toEqual(new Set(before)))
    },
    'copy the price by a right click': async () => {
      await menu(0.9, 0.75, /^Copy \d/)
      await see(async () =>
        expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{4}\.\d\d$/),
      )
    },
    'set an alert by a right click': async () => {
      await menu(0.9, 0.72, /^Alert at/)
      await page.getByRole('button', { name: 'Set alert' }).last().click()
      await see(() => expect(alerts()).toHaveLength(2))
    },
    'add RSI by its name': async () => {
      await page.getByRole('button', { name: /^Indicators/ }).click()
      await page.keyboard.type('rsi')
      await page.keyboard.press('Enter')
      await see(() => expect(chart()?.indicators).toMatchObject([{ kind: 'rsi', length: 14 }]))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    'change its length to 21 by a double click on its legend': async () => {
      await page.locator('.study', { hasText: 'RSI 14' }).dblclick()
      // The number is selected: typing replaces it.
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('21')
      await page.keyboard.press('Enter')
      await see(() => expect(chart()?.indicators).toMatchObject([{ kind: 'rsi', length: 21 }]))
    },
    'hide it by the eye of its legend': async () => {
      await page.locator('.study', { hasText: 'RSI 21' }).hover()
      await page.getByRole('button', { name: 'Hide RSI 21' }).click()
      await see(() => expect(chart()?.indicators[0]?.isHidden).toBe(true))
      await page.getByRole('button', { name: 'Show RSI 21' }).click()
    },
    'take the removal of an indicator back by Ctrl Z': async () => {
      await page.locator('.study', { hasText: 'RSI 21' }).hover()
      await page.getByRole('button', { name: 'Remove RSI 21' }).click()
      await see(() => expect(chart()?.indicators).toEqual([]))
      await page.keyboard.press('Control+z')
      await see(() => expect(chart()?.indicators).toMatchObject([{ kind: 'rsi', length: 21 }]))
      await page.getByText('Undone: RSI 21.').waitFor()
    },
    'save the indicators as a template': async () => {
      await page.getByRole('button', { name: /^Indicators/ }).click()
      await page.getByRole('textbox', { name: 'Template name' }).fill('Swing')
      await page.keyboard.press('Enter')
      await see(() => expect(library().templates.map(({ name }) => name)).toEqual(['Swing']))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    'type 15 and Enter for 15 minutes': async () => {
      await click(0.85, 0.8)
      await page.keyboard.type('15')
      await page.getByText('15 minutes · Enter').waitFor()
      await page.keyboard.press('Enter')
      await see(() => expect(chart()?.period).toBe(15))
    },
    'choose an interval in the toolbar': async () => {
      await page.getByText('4h', { exact: true }).click()
      await see(() => expect(chart()?.period).toBe(240))
    },
    'type an interval right after a click on another': async () => {
      await page.keyboard.type('30')
      await page.keyboard.press('Enter')
      await see(() => expect(chart()?.period).toBe(30))
    },
    'zoom and scroll by Ctrl and an arrow right after a click on an interval': async () => {
      const choose = async (): Promise<void> => {
        await page.getByText('1h', { exact: true }).click()
        await see(() => expect(chart()?.period).toBe(60))
      }
      for (const key of ['ArrowUp', 'ArrowDown']) {
        await choose()
        const before = await timeAt(0.05)
        await page.keyboard.press(`Control+${key}`)
        await see(async () => expect(await timeAt(0.05)).not.toBe(before))
      }
      await choose()
      const edge = await timeAt(0.05)
      await page.keyboard.press('Control+ArrowLeft')
      await see(async () => expect(await timeAt(0.05)).not.toBe(edge))
      await page.getByRole('radio', { name: '1 hour' }).focus()
      await page.keyboard.press('Control+ArrowRight')
      await see(async () => expect(await timeAt(0.05)).toBe(edge))
      expect(chart()?.period).toBe(60)
    },
    'zoom by Ctrl and an arrow': async () => {
      const before = await timeAt(0.05)
      await page.keyboard.press('Control+ArrowUp')
      await see(async () => expect(await timeAt(0.05)).not.toBe(before))
      await page.keyboard.press('Control+ArrowDown')
    },
    'show one month by the range below the chart': async () => {
      await page.getByRole('button', { name: /^1M/ }).click()
      await see(() => expect(chart()?.period).toBe(60))
    },
    'zoom by the wheel and pan by dragging, then to the latest': async () => {
      const before = await timeAt(0.05)
      await page.mouse.move(...(await at(0.8, 0.62)))
      await page.mouse.wheel(0, -400)
      await see(async () => expect(await timeAt(0.05)).not.toBe(before))
      await drag(await at(0.2, 0.62), await at(0.9, 0.62))
      await drag(await at(0.2, 0.62), await at(0.9, 0.62))
      await page.getByRole('button', { name: 'To the latest candles' }).click()
      await page.getByRole('button', { name: 'To the latest candles' }).waitFor({ state: 'detached' })
    },
    'drag the price scale, and double-click it for auto': async () => {
      const { x, y, width } = await box()
      await drag([x + width - 20, y + 150], [x + width - 20, y + 220])
      const auto = page.getByRole('button', { name: 'Auto', exact: true })
      await auto.waitFor()
      await page.mouse.dblclick(x + width - 20, y + 150)
      await auto.waitFor({ state: 'detached' })
    },
    'go to a date by Alt+G': async () => {
      await page.keyboard.press('Alt+g')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('1 Mar 2026')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await see(async () =>
        expect(await timeAt(0.54)).toMatch(/(28 Feb|1 Mar|2 Mar) 2026|(28 Feb|1 Mar|2 Mar)/),
      )
      await page.keyboard.press('Alt+r')
    },
    'switch to log scale': async () => {
      await page.getByRole('button', { name: 'Chart settings' }).click()
      await page.getByRole('menuitemradio', { name: /^Log/ }).click()
      await see(() => expect(chart()?.scale).toBe('log'))
    },
    'switch to Heikin Ashi': async () => {
      await page.getByRole('button', { name: /^Chart type/ }).click()
      await page.getByRole('menuitemradio', { name: 'Heikin Ashi' }).click()
      await see(() => expect(chart()?.type).toBe('heikinAshi'))
      // Of the figures over the candles the close and its change stay longest.
      await page.locator('.legend .shown-as').first().waitFor()
      const isWhole = (element: HTMLElement | SVGElement): boolean =>
        element instanceof HTMLElement && element.offsetTop < 16
      for (const part of ['.up, .legend .down', 'span:has(> i:text-is("C"))'])
        expect(await page.locator(`.legend ${part}`).first().evaluate(isWhole)).toBe(true)
    },
    'compare with another market': async () => {
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByRole('group', { name: 'Compare with' }).waitFor()
      await page.keyboard.type('btc')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await page.getByRole('list', { name: /^Compared markets/ }).waitFor()
      await page.getByRole('button', { name: 'Remove BTC/USDC' }).first().click()
      await see(() => expect(chart()?.compared).toEqual([]))
    },
    'save the picture': async () => {
      await menu(0.9, 0.75, 'Save image')
      await see(() => expect(pictures).toHaveLength(1))
    },
    'show four charts, and one of them large and back by Alt+Enter': async () => {
      await page.keyboard.press('Alt+4')
      await page.getByTestId('chart-4').waitFor()
      await page
        .getByTestId('chart-3')
        .getByRole('application')
        .click({ position: { x: 150, y: 60 } })
      await page.keyboard.press('Alt+Enter')
      await page.getByTestId('chart-4').waitFor({ state: 'detached' })
      await page.getByTestId('chart-3').waitFor()
      await page.keyboard.press('Alt+Enter')
      await page.getByTestId('chart-4').waitFor()
    },
    'save the layout under a name': async () => {
      await page.getByRole('button', { name: /^Chart layout/ }).click()
      await page.getByRole('menuitem', { name: 'Saved layouts…' }).click()
      await page.getByLabel('Layout name').fill('Morning')
      await page.keyboard.press('Enter')
      await see(() => expect(layouts().map(({ name }) => name)).toEqual(['Morning']))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Alt+1')
      await page.getByTestId('chart-2').waitFor({ state: 'detached' })
      await see(async () => expect(await page.getByRole('application').count()).toBe(1))
    },
    'find another market by typing its name on the chart, and right after a click in the toolbar':
      async () => {
        for (const [pair, choose] of [
          ['BTC/USDC', () => click(0.85, 0.8)],
          ['ETH/USDC', () => page.getByText('1h', { exact: true }).click()],
        ] as const) {
          await choose()
          await page.keyboard.type(pair.slice(0, 3).toLowerCase())
          await page.getByRole('option', { name: pair }).first().waitFor()
          await page.keyboard.press('Enter')
          await page.getByRole('region', { name: `Chart of ${pair}` }).waitFor()
        }
      },
    'order from a right click': async () => {
      await menu(0.9, 0.75, /^Buy at/)
      await see(async () =>
        expect(
          await page
            .getByLabel(/^(Limit price|Price)/)
            .first()
            .inputValue(),
        ).toMatch(/^\d{4}\.\d/),
      )
    },
  }
  return { page, habits }
}

// Some forty things in one page: on a busy machine longer than a test may usually take.
it('what TradingView users do daily works at the first try', { timeout: 180_000 }, async () => {
  const { page, habits } = await list()
  const failed: string[] = []
  for (const [name, habit] of Object.entries(habits)) {
    try {
      await habit()
    } catch (error) {
      failed.push(`${name}: ${String(error).slice(0, 400)}`)
      // The next one has the page to itself.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
  }
  expect(failed).toEqual([])
})
