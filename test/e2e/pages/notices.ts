// Owns: the bell and what is under it as a person uses them, and the system's notifications as main makes them. Must not: assert.
import type { ElectronApplication, Locator, Page } from 'playwright/test'

export class Notices {
  readonly page: Page
  readonly bell: Locator
  readonly popover: Locator
  readonly rows: Locator
  readonly alerts: Locator

  constructor(page: Page) {
    this.page = page
    this.bell = page.getByRole('button', { name: /^Notices/ })
    this.popover = page.getByRole('dialog', { name: 'Notices and price alerts' })
    this.rows = this.popover.locator('[data-notice]')
    this.alerts = this.popover.locator('[data-alert]')
  }

  async show(part: 'Notices' | 'Price alerts'): Promise<void> {
    await this.popover.getByText(part, { exact: true }).click()
  }
}

/** From now on notifications of the system are written down instead of shown. */
export async function recordNotifications(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ Notification }) => {
    const shown: Electron.Notification[] = []
    Reflect.set(globalThis, 'shownNotifications', shown)
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this)
    }
  })
}

/** Title and body of those that were written down. */
export function readNotifications(electron: ElectronApplication): Promise<{ title: string; body: string }[]> {
  return electron.evaluate(() => {
    const shown = Reflect.get(globalThis, 'shownNotifications') as Electron.Notification[]
    return shown.map(({ title, body }) => ({ title, body }))
  })
}

/** Chooses one of them, as a click on it does. */
export function chooseNotification(electron: ElectronApplication, at: number): Promise<void> {
  return electron.evaluate((_electron, index) => {
    const shown = Reflect.get(globalThis, 'shownNotifications') as Electron.Notification[]
    shown[index]?.emit('click')
  }, at)
}
