// Owns: the app password, the lock and the confirmation window as a person uses them. Must not: assert.
import type { ElectronApplication, Locator, Page } from 'playwright/test'

/** The Security part of the settings. */
export class Security {
  readonly page: Page
  readonly section: Locator
  readonly setPassword: Locator
  readonly changePassword: Locator
  readonly removePassword: Locator
  readonly lockNow: Locator
  readonly readable: Locator

  constructor(page: Page) {
    this.page = page
    this.section = page.getByRole('region', { name: 'Security' })
    this.setPassword = this.section.getByRole('button', { name: 'Set an app password' })
    this.changePassword = this.section.getByRole('button', { name: 'Change password' })
    this.removePassword = this.section.getByRole('button', { name: 'Remove password' })
    this.lockNow = this.section.getByRole('button', { name: 'Lock now' })
    this.readable = this.section.getByRole('switch', { name: 'Keep figures readable while locked' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings' }).click()
  }

  /** Sets an app password through the form. */
  async set(password: string): Promise<void> {
    await this.setPassword.click()
    await this.section.getByLabel('New password', { exact: true }).fill(password)
    await this.section.getByLabel('Repeat the new password', { exact: true }).fill(password)
    await this.section.getByRole('button', { name: 'Set the password' }).click()
  }
}

/** The page that stands in place of everything while the app is locked. */
export class LockScreen {
  readonly password: Locator
  readonly forgot: Locator

  constructor(page: Page) {
    this.password = page.getByLabel('App password', { exact: true })
    this.forgot = page.getByRole('button', { name: 'Forgot the password?' })
  }

  async enter(password: string): Promise<void> {
    await this.password.fill(password)
    await this.password.press('Enter')
  }
}

/** Presses the button that says yes, once the window listens; resolves when it is closed. */
export async function approve(confirm: Page, name: string): Promise<void> {
  const button = confirm.getByRole('button', { name, exact: true })
  await confirm.locator('button[aria-disabled="true"]').first().waitFor({ state: 'detached' })
  const closed = confirm.waitForEvent('close')
  // The window may be gone before the click is over.
  await button.click().catch((error: unknown) => {
    if (!confirm.isClosed()) throw error
  })
  await closed
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

/** From now on says yes to each new address of a service, and leaves every other question alone. */
export function allowNewHosts(electron: ElectronApplication): void {
  electron.on('window', (window) => {
    void window
      .getByRole('heading', { name: 'Connect to a new address?' })
      .waitFor()
      .then(() => approve(window, 'Connect'))
      // Another question, or closed meanwhile.
      .catch(() => undefined)
  })
}
