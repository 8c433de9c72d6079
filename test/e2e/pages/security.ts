// The app password and the lock as a person uses them.
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { closing } from './confirm-window.ts'
import { type PasswordWindow, passwordWindowAfter } from './secure-window.ts'

/** The app as its two windows: the main one, and whatever else it opens. */
interface TwoWindows {
  readonly page: Page
  readonly electron: ElectronApplication
}

/** The Security part of the settings. */
export class Security {
  readonly page: Page
  readonly section: Locator
  readonly setPassword: Locator
  readonly changePassword: Locator
  readonly removePassword: Locator
  readonly lockNow: Locator
  readonly readable: Locator
  readonly #electron: ElectronApplication

  constructor({ page, electron }: TwoWindows) {
    this.page = page
    this.#electron = electron
    this.section = page.getByRole('region', { name: 'Security' })
    this.setPassword = this.section.getByRole('button', { name: 'Set app password' })
    this.changePassword = this.section.getByRole('button', { name: 'Change password' })
    this.removePassword = this.section.getByRole('button', { name: 'Remove password' })
    this.lockNow = this.section.getByRole('button', { name: 'Lock now' })
    this.readable = this.section.getByRole('switch', { name: 'Show data while locked' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings' }).click()
  }

  /** Presses a button of this part and gives the window that main opens for it. */
  ask(button: Locator): Promise<PasswordWindow> {
    return passwordWindowAfter(this.#electron, () => button.click())
  }

  /** Sets an app password. */
  async set(password: string): Promise<void> {
    const window = await this.ask(this.setPassword)
    await window.choose(password)
    await window.finish()
  }
}

/** The page that stands in place of everything while the app is locked. */
export class LockScreen {
  /** Opens the window in which the password is typed; a strip above the views has one as well. */
  readonly unlock: Locator
  readonly forgot: Locator
  readonly #electron: ElectronApplication

  constructor({ page, electron }: TwoWindows) {
    this.#electron = electron
    this.unlock = page.locator('[data-unlock]')
    this.forgot = page.getByRole('button', { name: 'Forgot password?' })
  }

  open(): Promise<PasswordWindow> {
    return passwordWindowAfter(this.#electron, () => this.unlock.click())
  }

  /** Types the password that opens it, by keyboard as people do. */
  async enter(password: string): Promise<void> {
    const window = await this.open()
    await window.current.fill(password)
    await closing(window.page, () => window.current.press('Enter'))
  }
}
