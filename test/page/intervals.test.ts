// Intervals in the toolbar of the charts in a real browser: the favorites as buttons, by mouse and by keyboard alone.
import { expect, it } from 'vitest'
import type { ChartLayout } from '../../src-preload/contract/markets/charts.ts'
import { chartIntervals } from '../../src-preload/domain/markets/intervals.ts'
import { plainLayout } from '../../src-preload/domain/markets/plain-chart.ts'
import { eventually } from '../fixtures/eventually.ts'
import { accountsState, answersFor, makeMarketLine, unprotected } from './app-answers.ts'
import { chartAnswers, picture } from './one-chart.ts'
import { openPage, readFocus, type OpenPage } from './open-page.ts'

/** A window of 1,280 px, and main that keeps the layout. */
async function open(
  favoritePeriods = plainLayout.favoritePeriods,
): Promise<OpenPage & { readonly kept: () => ChartLayout; readonly shown: () => Promise<string> }> {
  let layout: ChartLayout = { ...plainLayout, favoritePeriods }
  const one = await openPage(
    answersFor(unprotected, accountsState, {
      ...chartAnswers,
      'markets:list': () => ({ markets: ['ethusdc', 'btcusdc'].map((market) => makeMarketLine(market)) }),
      'charts:listDrawings': () => ({ drawings: [] }),
      'charts:getLayout': () => layout,
      'charts:setLayout': (next) => {
        layout = next
        return {}
      },
    }),
    '#/markets',
  )
  const { page } = one
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('.legend .time').first().waitFor()
  const intervals = page.getByRole('radiogroup', { name: 'Interval' })
  return {
    ...one,
    kept: () => layout,
    shown: async () => (await intervals.locator('label').allInnerTexts()).join(' '),
  }
}

const usual = '1m 5m 15m 1h 4h 1d'

it('at 1,280 px the usual intervals are buttons, and a starred one beside them', async () => {
  const one = await open()
  const { page, kept, shown } = one
  await eventually(async () => expect(await shown()).toBe(usual))
  await page.getByRole('button', { name: /^More intervals/ }).click()
  await page.getByRole('button', { name: 'Favorite 30 minutes' }).click()
  await eventually(async () => expect(await shown()).toBe('1m 5m 15m 30m 1h 4h 1d'))
  await page.getByRole('button', { name: 'Favorite 2 hours' }).click()
  await page.getByRole('button', { name: 'Favorite 1 week' }).click()
  await eventually(async () => expect(await shown()).toBe('1m 5m 15m 30m 1h 2h 4h 1d'))
  await picture(one, 'interval-menu')
  await page.getByRole('button', { name: 'Favorite 1 minute' }).click()
  await eventually(async () => expect(await shown()).toBe('5m 15m 30m 1h 2h 4h 1d 1w'))
  expect(kept().favoritePeriods).toEqual([5, 15, 60, 240, 1440, 30, 120, 10_080])
  expect(await page.getByText('Not all favorites fit in the toolbar.').count()).toBe(0)

  await page.getByRole('dialog').getByRole('button', { name: '6 hours', exact: true }).click()
  await eventually(() => expect(kept().charts[0]?.period).toBe(360))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More intervals 6h, 6 hours' }).waitFor()
  await page.getByRole('radio', { name: '30 minutes' }).check({ force: true })
  await eventually(() => expect(kept().charts[0]?.period).toBe(30))
})

it('an interval is starred and chosen with the keyboard alone', async () => {
  const one = await open()
  const { page, kept, shown } = one
  const { keyboard } = page
  await page.getByRole('button', { name: /^More intervals/ }).focus()
  await keyboard.press('Enter')
  await eventually(async () => expect(await readFocus(one)).toBe('1 hour'))
  await keyboard.press('ArrowDown')
  expect(await readFocus(one)).toBe('2 hours')
  await keyboard.press('ArrowRight')
  expect(await readFocus(one)).toBe('Favorite 2 hours')
  await keyboard.press('Space')
  await eventually(async () => expect(await shown()).toBe('1m 5m 15m 1h 2h 4h 1d'))
  await keyboard.press('End')
  expect(await readFocus(one)).toBe('Favorite 1 month')
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await eventually(async () => expect(await shown()).toBe('5m 15m 1h 2h 4h 1d'))
  await keyboard.press('Shift+Tab')
  expect(await readFocus(one)).toBe('1 minute')
  await keyboard.press('Enter')
  await eventually(() => expect(kept().charts[0]?.period).toBe(1))
  await eventually(async () => expect(await readFocus(one)).toBe('More intervals 1m, 1 minute'))
})

it('tools stay beside the intervals while a market is compared, and the rest comes back with its end', async () => {
  const one = await open()
  const { page, kept } = one
  const bar = page.getByRole('toolbar', { name: 'Chart', exact: true })
  const isWhole = (): Promise<boolean> => bar.evaluate((node) => node.scrollWidth <= node.clientWidth)
  const buttons = async (): Promise<number[]> =>
    Promise.all(
      ['Measure', 'Horizontal line', 'Set alert', 'Volume'].map((name) =>
        bar.getByRole('button', { name, exact: true }).count(),
      ),
    )
  for (const [width, height, given] of [
    [1440, 900, [1, 1, 1, 0]],
    [900, 700, [1, 1, 1, 0]],
    // Wide enough without the buttons of the scale, which is given while a market is compared.
    [1600, 900, [1, 1, 1, 1]],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('group', { name: 'Compare with' }).waitFor()
    await page.keyboard.type('btc')
    await page.keyboard.press('Enter')
    await eventually(() => expect(kept().charts[0]?.compared).toEqual(['btcusdc']))
    await page.keyboard.press('Escape')
    await eventually(async () =>
      expect([await buttons(), await isWhole()], `${width} px`).toEqual([given, true]),
    )
    await page.getByRole('button', { name: 'Remove BTC/USDC' }).first().click()
    await eventually(() => expect(kept().charts[0]?.compared).toEqual([]))
    await eventually(async () => expect([await buttons(), await isWhole()]).toEqual([[1, 1, 1, 0], true]))
  }
})

it('the toolbar is whole with any favorites at any width, and says when it has no room for all', async () => {
  for (const favorites of [[], [30], [...chartIntervals]] as const) {
    const { page, shown } = await open([...favorites])
    for (const width of [1920, 1600, 1440, 1366, 1280, 1100, 900, 640]) {
      await page.setViewportSize({ width, height: 800 })
      const bar = page.getByRole('toolbar', { name: 'Chart', exact: true })
      const where = `${favorites.length} favorites at ${width} px`
      await eventually(async () =>
        expect(await bar.evaluate((node) => node.scrollWidth - node.clientWidth), where).toBeLessThanOrEqual(
          0,
        ),
      )
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    if (favorites.length < chartIntervals.length) continue
    await eventually(async () => expect((await shown()).split(' ').length).toBeGreaterThanOrEqual(8))
    await page.getByRole('button', { name: /^More intervals/ }).click()
    await page.getByText('Not all favorites fit in the toolbar.').waitFor()
  }
})
