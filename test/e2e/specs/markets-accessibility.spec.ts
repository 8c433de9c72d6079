import { Charts } from '../pages/markets.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { findAxeFaults } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('axe finds nothing against charts, what opens over them, and narrow windows', async ({
  launch,
  exchange,
}) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await page.setViewportSize({ width: 1700, height: 900 })
  await new Onboarding(page).practise.click()
  const charts = new Charts(page)
  await expect(charts.chart()).toHaveAccessibleName(/last price/)

  async function look(place: string): Promise<void> {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect.soft(await findAxeFaults(page), `${place}, ${colorScheme}`).toEqual([])
    }
  }

  for (const control of [
    /^Charts side by side/,
    'Save or copy the chart',
    'Keys',
    /^Indicators/,
    'Lines, notes and alerts',
  ]) {
    await charts.tool(control).click()
    await look(String(control))
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Alt+g')
  await look('going to a date')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+t')
  await look('the table')
  await page.keyboard.press('Alt+t')
  await charts.showCharts('Four charts')
  await look('four charts')
  await page.setViewportSize({ width: 900, height: 700 })
  await look('one of four at a time')
  await charts.tool('Scale and what is shown').click()
  await look('the display menu')
})
