// Indicators on a chart in a real browser: their legends and menus, by mouse and by keyboard alone.
import { expect, it } from 'vitest'
import type { ChartLayout, Indicator } from '../../src-preload/contract/markets/charts.ts'
import type { IndicatorLibrary } from '../../src-preload/contract/markets/indicator-library.ts'
import { eventually } from '../fixtures/eventually.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chartAnswers, hourMs, picture } from './one-chart.ts'
import { openPage, readFocus, type OpenPage } from './open-page.ts'
import { plainLayout } from '../../src-preload/domain/markets/plain-chart.ts'

const ema: Indicator = { kind: 'ema', length: 20 }
const sma: Indicator = { kind: 'sma', length: 50 }
const rsi: Indicator = { kind: 'rsi', length: 14 }

/** Main that keeps the layout. */
async function open(
  indicators: readonly Indicator[],
): Promise<
  OpenPage & { readonly kept: () => readonly Indicator[]; readonly library: () => IndicatorLibrary }
> {
  let layout: ChartLayout = {
    ...plainLayout,
    charts: plainLayout.charts.map((chart) => ({ ...chart, indicators: [...indicators] })),
  }
  let library: IndicatorLibrary = { favorites: [], templates: [] }
  const one = await openPage(
    answersFor(unprotected, accountsState, {
      ...chartAnswers,
      'charts:listDrawings': () => ({ drawings: [] }),
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
    }),
    '#/markets',
  )
  await one.page.locator('.legend .time').first().waitFor()
  return { ...one, kept: () => layout.charts[0]?.indicators ?? [], library: () => library }
}

it('the legend hides, shows, sets and removes an indicator by mouse', async () => {
  const one = await open([ema, rsi])
  const { page, kept } = one
  const row = page.locator('.study', { hasText: 'EMA 20' })
  await row.hover()
  await picture(one, 'indicator-legend')
  await page.getByRole('button', { name: 'Hide EMA 20' }).click()
  await eventually(() => expect(kept()).toEqual([{ ...ema, isHidden: true }, rsi]))
  await eventually(async () => expect(await row.innerText()).not.toMatch(/\d\.\d/))
  await page.getByRole('button', { name: 'Show EMA 20' }).click()
  await eventually(() => expect(kept()).toEqual([ema, rsi]))
  await eventually(async () => expect(await row.innerText()).toMatch(/EMA 20\s*[\d,]+\.\d\d/))

  await page.getByRole('button', { name: 'Settings of EMA 20' }).click()
  const dialog = page.getByRole('dialog', { name: 'EMA 20' })
  await dialog.getByLabel('Length').fill('0')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await dialog.getByText('Length must be a whole number from 1 to 500.').waitFor()
  await picture(one, 'indicator-settings')
  await dialog.getByLabel('Length').fill('34')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await eventually(() => expect(kept()).toEqual([{ kind: 'ema', length: 34 }, rsi]))

  // The legend of a pane is at its top.
  const pane = page.locator('.study', { hasText: 'RSI 14' })
  // Nothing scrolls its name away for good, such as a screen reader that goes to its last button.
  await page.getByRole('button', { name: 'Remove RSI 14' }).evaluate((button) => button.scrollIntoView())
  expect(await pane.evaluate((one) => one.parentElement?.scrollLeft)).toBe(0)
  await pane.hover()
  await page.getByRole('button', { name: 'Remove RSI 14' }).click()
  await eventually(() => expect(kept()).toEqual([{ kind: 'ema', length: 34 }]))
})

it('the buttons of a legend stand still whatever the values under the pointer are', async () => {
  const { page } = await open([sma, ema])
  const chart = await page.getByRole('application').boundingBox()
  const row = page.locator('.study', { hasText: 'EMA 20' })
  const settings = page.getByRole('button', { name: 'Settings of EMA 20' })
  if (chart === null) throw new Error('no chart')
  const places: (number | undefined)[] = []
  // Over candles with values, over the first ones, which have none, and over none at all.
  for (const share of [0.5, 0.02, 0.95]) {
    await page.mouse.move(chart.x + chart.width * share, chart.y + chart.height * 0.5)
    await row.hover()
    places.push((await settings.boundingBox())?.x)
  }
  const [first] = places
  expect(places).toEqual([first, first, first])
  const name = await row.locator('i').first().boundingBox()
  const eye = await page.getByRole('button', { name: 'Hide EMA 20' }).boundingBox()
  expect(Math.abs((eye?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0))).toBeLessThanOrEqual(5)
})

it('price, colors and width of an indicator are kept', async () => {
  const one = await open([ema, { kind: 'bollinger', length: 20, deviations: 2 }])
  const { page, kept } = one
  const pick = async (button: string | RegExp, choice: string): Promise<void> => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('menu').waitFor()
    await picture(one, 'indicator-choice')
    await page.getByRole('menuitemradio', { name: choice, exact: true }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const settle = async (name: string): Promise<void> => {
    await page.locator('.study', { hasText: name }).dblclick()
    await page.getByRole('dialog', { name }).waitFor()
  }
  await settle('EMA 20')
  await pick(/^Source: Close/, 'HL2: (high + low) / 2')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await eventually(() => expect(kept()[0]).toEqual({ ...ema, source: 'hl2' }))
  await page.locator('.study', { hasText: 'EMA 20 hl2' }).waitFor()
  // What does not fit in the line of legends is shown while the pointer is over one.
  expect(await page.locator('.studies .more').innerText()).toBe('+1')
  await page.locator('.study', { hasText: 'EMA 20 hl2' }).hover()
  await settle('BB 20 2')
  await pick(/^Color of lower: Color 2/, 'Amber')
  await pick(/^Line width: 1 px/, '3 px')
  await picture(one, 'indicator-look')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await eventually(() =>
    expect(kept()[1]).toMatchObject({ style: { colors: [null, null, 'amber'], width: 3 } }),
  )
})

it('the legend is one stop of Tab, arrows move in it, and Del removes', async () => {
  const one = await open([ema, sma])
  const { page, kept } = one
  await page.getByRole('application').focus()
  await page.keyboard.press('Tab')
  await eventually(async () => expect(await readFocus(one)).toBe('Hide EMA 20'))
  await page.keyboard.press('Enter')
  await eventually(() => expect(kept()[0]?.isHidden).toBe(true))
  await eventually(async () => expect(await readFocus(one)).toBe('Show EMA 20'))
  await page.keyboard.press('ArrowDown')
  expect(await readFocus(one)).toBe('Hide SMA 50')
  await page.keyboard.press('ArrowRight')
  await eventually(async () => expect(await readFocus(one)).toBe('Settings of SMA 50'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'SMA 50' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(async () => expect(await readFocus(one)).toBe('Settings of SMA 50'))
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: 'SMA 50' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await eventually(async () => expect(await readFocus(one)).toBe('Settings of SMA 50'))
  await page.keyboard.press('Delete')
  await eventually(() => expect(kept().map(({ kind }) => kind)).toEqual(['ema']))
  await eventually(async () => expect(await readFocus(one)).toBe('Remove EMA 20'))
  await page.keyboard.press('Delete')
  await eventually(() => expect(kept()).toEqual([]))
  await eventually(async () => expect(await readFocus(one)).toMatch(/^ETH\/USDC, 1 hour candles/))
})

it('a right click on a line or a legend opens the menu of the indicator', async () => {
  const one = await open([sma, rsi, { kind: 'macd', fast: 12, slow: 26, signal: 9 }])
  const { page, kept } = one
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('no chart')
  await page.getByRole('application').focus()
  await page.locator('.study', { hasText: 'RSI 14' }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'RSI 14' })
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
    'Settings…',
    'Hide',
    'Move pane up',
    'Move pane down',
    'Remove',
  ])
  await picture(one, 'indicator-menu')
  await menu.getByRole('menuitem', { name: 'Move pane down' }).click()
  await eventually(() => expect(kept().map(({ kind }) => kind)).toEqual(['sma', 'macd', 'rsi']))

  // The average is found wherever it is in a column of the chart.
  const line = page.getByRole('menu', { name: 'SMA 50' })
  for (let y = 60; y < box.height && !(await line.isVisible()); y += 8) {
    await page.mouse.click(box.x + box.width / 2, box.y + y, { button: 'right' })
    await page.getByRole('menu').waitFor()
    if (await line.isVisible()) break
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await line.getByRole('menuitem', { name: 'Hide' }).click()
  await eventually(() => expect(kept()[0]).toEqual({ ...sma, isHidden: true }))
  expect(await readFocus(one)).toMatch(/^ETH\/USDC/)
})

it('favorites come first in the list, and templates are saved, recalled, deleted and put back', async () => {
  const one = await open([ema, rsi])
  const { page, kept, library } = one
  await page.getByRole('button', { name: /^Indicators/ }).click()
  const menu = page.getByRole('dialog', { name: 'Chart indicators' })
  const added = menu.getByRole('group', { name: 'Add indicator' }).getByRole('checkbox')
  await menu.getByRole('button', { name: 'Favorite VWAP' }).click()
  await eventually(async () => expect(await added.first().getAttribute('data-study')).toBe('VWAP'))
  expect(library().favorites).toEqual([{ kind: 'vwap' }])
  expect(await readFocus(one)).toBe('Favorite VWAP')

  const name = menu.getByLabel('Template name')
  await name.fill('  ')
  await page.keyboard.press('Enter')
  await menu.getByText('Enter a name.').waitFor()
  await name.fill('Momentum')
  await page.keyboard.press('Enter')
  await eventually(() => expect(library().templates).toEqual([{ name: 'Momentum', indicators: [ema, rsi] }]))
  await picture(one, 'indicator-templates')
  await menu.getByRole('checkbox', { name: /^EMA 20/ }).click()
  await eventually(() => expect(kept()).toEqual([rsi]))
  await menu.getByRole('button', { name: /^Momentum/ }).click()
  await eventually(() => expect(kept()).toEqual([ema, rsi]))

  await menu.getByRole('button', { name: 'Delete template Momentum' }).click()
  await eventually(() => expect(library().templates).toEqual([]))
  await menu.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => expect(library().templates).toHaveLength(1))
  await eventually(async () => expect(await readFocus(one)).toBe('Template name'))

  await menu.getByRole('button', { name: 'Settings of RSI 14' }).click()
  await page.getByRole('dialog', { name: 'RSI 14' }).getByLabel('Length').fill('21')
  await page.keyboard.press('Enter')
  await eventually(() => expect(kept()).toEqual([ema, { kind: 'rsi', length: 21 }]))
  await eventually(async () => expect(await readFocus(one)).toMatch(/^ETH\/USDC/))
})

it('an anchored VWAP is placed by click or key, dragged, and set to a date', async () => {
  const one = await open([{ kind: 'volumeProfile', rows: 24 }])
  const { page, kept } = one
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('no chart')
  const anchor = (): number => {
    const last = kept().at(-1)
    return last?.kind === 'anchoredVwap' ? last.anchorMs : NaN
  }
  await page.getByRole('button', { name: /^Indicators/ }).click()
  await page.getByLabel('Search indicators').fill('anchored')
  await page.getByRole('button', { name: /^Anchored VWAP/ }).click()
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.up()
  await eventually(() => expect(anchor() % hourMs).toBe(0))
  const first = anchor()
  await page.locator('.study', { hasText: /AVWAP .*\d\.\d\d/ }).waitFor()
  await picture(one, 'indicator-anchored')

  // The handle is at the foot of the prices, in the middle of the candle.
  const under = await page.locator('.legend .time').first().innerText()
  expect(under).toMatch(/UTC/)
  const handle = { x: box.x + box.width * 0.25, y: box.y + box.height - 28 - 10 }
  await page.mouse.move(handle.x, handle.y)
  await page.mouse.down()
  await page.mouse.move(handle.x + 40, handle.y)
  await page.mouse.move(handle.x + 80, handle.y)
  await page.mouse.up()
  await eventually(() => expect(anchor()).toBeGreaterThan(first))
  expect(anchor() % hourMs).toBe(0)

  // Its name has the new time with the next picture, and its buttons stand beside the name.
  const row = page.locator('.study', { hasText: 'AVWAP' })
  await row.filter({ hasText: new Date(anchor()).toISOString().slice(11, 16) }).waitFor()
  // By key: the place of the button follows the values beside it.
  await row.getByRole('button', { name: /^Settings/ }).press('Enter')
  await page.getByLabel(/^Anchor,/).fill('20 Nov 2026')
  await page.getByLabel('Time', { exact: true }).fill('9:05')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await eventually(() => expect(new Date(anchor()).toISOString()).toMatch(/T\d\d:05:00.000Z$/))

  // Right click, and by key at the candle of the cursor.
  await page.mouse.click(box.x + box.width * 0.4, box.y + 60, { button: 'right' })
  await page.getByRole('menuitem', { name: 'Anchored VWAP from here' }).click()
  await eventually(() => expect(kept()).toHaveLength(3))
  await page.getByRole('button', { name: /^Indicators/ }).click()
  await page.getByRole('button', { name: /^Anchored VWAP…/ }).click()
  await eventually(async () => expect(await readFocus(one)).toMatch(/^ETH\/USDC/))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  // The cursor moves with the next frame; before that the key does nothing.
  await eventually(async () => {
    await page.keyboard.press('Enter')
    expect(kept()).toHaveLength(4)
  })
})
