// Taking the pictures that people look at: where they go, both themes, a clock that stands still.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { outFolder } from '../../../scripts/paths.ts'

export const fixedTime = '2026-11-20T12:03:22.000Z'

const folder = join(outFolder, 'screens')
const themes = ['dark', 'light'] as const

mkdirSync(folder, { recursive: true })

export async function stopClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(fixedTime)
}

/** Waits until practice's "… is open" has gone, which it does by itself. */
export async function noticeGone(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0, { timeout: 20_000 })
}

/** One picture per theme, named after what it shows. */
export async function take(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    // The chart redraws on the next frame after the theme has changed.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
  }
}

const sizes = [
  { width: 900, height: 700 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const

/**
 * One picture per theme and width, which their names end with; the window is 1440 wide afterwards.
 * @param part - scrolled to the top of the view at each width
 */
export async function takeAtWidths(page: Page, name: string, part?: Locator): Promise<void> {
  // No tooltip of what was pressed last.
  await page.mouse.move(4, 400)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await part?.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await take(page, `${name}-${size.width}`)
  }
  await page.setViewportSize(sizes[2])
}
