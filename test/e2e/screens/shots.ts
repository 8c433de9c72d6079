// Taking the pictures that people look at: where they go, both themes, a clock that stands still.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { outFolder } from '../../../scripts/paths.ts'

export const fixedTime = '2026-11-20T12:03:22.000Z'

const folder = join(outFolder, 'screens')
const themes = ['dark', 'light'] as const

mkdirSync(folder, { recursive: true })

export async function stopClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(fixedTime)
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
