// Main's own window whatever it asks: that it comes up, is answered with yes, and closes.
import type { ElectronApplication, Page } from 'playwright/test'

/** Does what ends a window, which may be gone before the doing is over. */
export async function closing(window: Page, act: () => Promise<unknown>): Promise<void> {
  const closed = window.waitForEvent('close')
  await act().catch((error: unknown) => {
    if (!window.isClosed()) throw error
  })
  await closed
}

/** Presses the button that says yes, once the window listens; resolves when it is closed. */
export async function approve(confirm: Page, name: string): Promise<void> {
  const button = confirm.getByRole('button', { name, exact: true })
  await confirm.locator('button[aria-disabled="true"]').first().waitFor({ state: 'detached' })
  await closing(confirm, () => button.click())
}

/** Does something that opens the confirmation window, and waits until that window listens. */
export async function confirmWindowAfter(
  electron: ElectronApplication,
  act: () => Promise<unknown>,
): Promise<Page> {
  const opened = electron.waitForEvent('window')
  await act()
  const page = await opened
  await page.getByRole('heading').first().waitFor()
  return page
}
