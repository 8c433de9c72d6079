// What a person reads comes out of the catalogue.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { build } from '../../../scripts/build.ts'
import { outFolder, pseudoFolder } from '../../../scripts/paths.ts'
import { pseudoLanguage, toPseudo } from '../../../scripts/texts/pseudo.ts'
import { cancelReasons } from '../../../src-preload/domain/markets/markets.ts'
import { expect, test } from '../support/test.ts'

/** Not words of ours: names of markets, keys, zones, addresses, units, files. Each is written the same in all languages. */
const sameEverywhere = [
  /\b[A-Z\d]{2,}\b/g,
  /\b0x[\da-f…]+\b/gi,
  /\b(?:Alice Practice|Ctrl|Shift|Alt|SQLite|Starkdesk|tanX)\b/g,
  // The system, as it calls itself.
  /^(?:Linux|macOS|Windows)\b.*$/g,
  /\b\d+(?:ms|[smhdwkMB]|kB|MB)\b/g,
  /^(?:https?:\/\/|\/)\S+$/gm,
  // Each language in its own words.
  /^English\b.*$/g,
]

/** The service's own words stand as it says them. */
const serviceWords: ReadonlySet<string> = new Set(cancelReasons)

/** All that can be read or is read out, as it stands in the page, without what people have typed. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of [
          'aria-label',
          'aria-description',
          'aria-valuetext',
          'alt',
          'placeholder',
          'title',
        ])
          texts.push(node.getAttribute(name) ?? '')
      } else if (node.parentElement?.closest('script, style') === null) texts.push(node.textContent ?? '')
    }
    return texts.map((text) => text.trim())
  })

/** The texts with a word in plain letters. */
async function findPlain(page: Page): Promise<string[]> {
  const texts = await readTexts(page)
  const isPlain = (text: string): boolean =>
    !serviceWords.has(text) &&
    /[A-Za-z]{2}/.test(sameEverywhere.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text))
  return [...new Set(texts.filter(isPlain))]
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name: toPseudo(name), exact: true }).click()

const go = (page: Page, view: string): Promise<void> =>
  page
    .getByRole('link', { name: toPseudo(view) })
    .first()
    .click()

test('every text of the markets, the orders and the settings comes out of the catalogue', async ({
  launch,
  dataFolder,
}) => {
  test.setTimeout(240_000)
  expect(build('pseudo')).toBe(true)
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(join(dataFolder, 'language'), pseudoLanguage)
  const { page } = await launch({ app: pseudoFolder })
  await expect(page.locator('html')).toHaveAttribute('lang', pseudoLanguage)

  await press(page, 'Use the practice exchange')
  const trades = page.getByRole('region', { name: toPseudo('Recent trades'), exact: true })
  await expect(trades.getByRole('row').nth(10)).toBeVisible({ timeout: 40_000 })
  expect.soft(await findPlain(page), 'markets').toEqual([])

  await page.screenshot({ path: join(outFolder, 'screens', 'pseudo-language-markets.png') })
  // Texts that are a third longer cut nothing off.
  const toolbar = page.getByRole('toolbar', { name: toPseudo('Chart'), exact: true })
  for (const width of [1600, 1280, 1024, 780, 900, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => toolbar.evaluate((node) => node.scrollWidth - node.clientWidth), `${width} px`)
      .toBeLessThanOrEqual(0)
  }

  await go(page, 'Orders')
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  expect.soft(await findPlain(page), 'orders').toEqual([])

  await page.screenshot({ path: join(outFolder, 'screens', 'pseudo-language-orders.png') })

  await go(page, 'Settings')
  await expect(page.getByRole('heading', { name: toPseudo('Appearance') })).toBeVisible()
  // About the app, which comes last.
  await expect(page.getByText('SQLite', { exact: true })).toBeAttached()
  expect.soft(await findPlain(page), 'settings').toEqual([])
  await page.screenshot({ path: join(outFolder, 'screens', 'pseudo-language-settings.png') })
})
