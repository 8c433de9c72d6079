// No figure and no date is cut, at any width of the window and either density of rows.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { known, makeEntry, makeResult, makeTotals } from '../unit/renderer/features/portfolio/make-pnl.ts'
import { makeLot, makeLots } from '../unit/renderer/features/portfolio/make-lots.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage } from './open-page.ts'

/** Cells with a digit in them that have less room than their text, with what they say. */
const findCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cells = document.querySelectorAll<HTMLElement>(
      'main :is(td, tbody th, dd, [role=gridcell]), main :is(td, tbody th, dd, [role=gridcell]) *',
    )
    return [...cells]
      .filter(
        (cell) => /\d/.test(cell.textContent) && cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth,
      )
      .filter((cell) => cell.closest('.visually-hidden') === null)
      .map((cell) => `${cell.textContent.trim()}: ${cell.scrollWidth} in ${cell.clientWidth}`)
  })

async function expectWhole(page: Page, where: string): Promise<void> {
  for (const density of ['compact', 'comfortable']) {
    await page.evaluate((value) => (document.documentElement.dataset['density'] = value), density)
    for (const width of [900, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      expect(await page.locator('main :is(td, dd, [role=gridcell])').count()).toBeGreaterThan(0)
      expect([where, density, width, await findCut(page)]).toEqual([where, density, width, []])
    }
  }
}

it('in Portfolio, its report and its lots', async () => {
  const long = '131470123.05040653995757213302'
  const result = makeResult({
    ...{ costBasis: long, marketValue: long, realized: known(`-${long}`), unrealized: `-${long}` },
    ...{ balance: long, total: known(`-${long}`) },
  })
  const lot = makeLot({
    ...{ amount: long, cost: known(long), unitCost: known(long), marketValue: long },
    ...{ unrealized: known(`-${long}`) },
  })
  const opening = { ...lot, openedMs: Date.UTC(2025, 2, 28), isOpening: true }
  const { page } = await openPage(
    answersFor(unprotected, accountsState, {
      'portfolio:getPnl': () => ({ entries: [makeEntry()], asOfMs: Date.now(), lastError: null }),
      'portfolio:getResults': () => ({ results: [result], totals: [makeTotals()], asOfMs: Date.now() }),
      'portfolio:listLots': () =>
        makeLots({ split: 'used', lots: [opening, { ...opening, openedMs: null }, lot] }),
    }),
    '#/portfolio',
  )
  await page.getByRole('button', { name: 'Show lots' }).click()
  await page.getByRole('region', { name: 'Open lots, scrollable' }).waitFor()
  await page.getByRole('button', { name: /days with fills/ }).click()
  await expectWhole(page, 'Portfolio')
  // Nor does a column of the lots stand outside what is seen of its table.
  await page.setViewportSize({ width: 900, height: 900 })
  const area = page.getByRole('region', { name: 'Open lots, scrollable' })
  expect(await area.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})
