// Going through a page by keyboard.
import type { Locator, Page } from 'playwright/test'

/** More than any page has places for the focus. */
const mostPresses = 200

/** Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < mostPresses; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((node) => node === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}
