// The bell and what is under it as a person uses them, and the system's notifications as main makes them.
import type { ElectronApplication, Locator, Page } from 'playwright/test'

export class Notices {
  readonly page: Page
  readonly bell: Locator
  readonly popover: Locator
  readonly rows: Locator
  readonly alerts: Locator

  constructor(page: Page) {
    this.page = page
    this.bell = page.getByRole('button', { name: /^Notifications/ })
    this.popover = page.getByRole('dialog', { name: 'Notifications and price alerts' })
    this.rows = this.popover.locator('[data-notice]')
    this.alerts = this.popover.locator('[data-alert]')
  }

  async show(part: 'Notifications' | 'Price alerts'): Promise<void> {
    await this.popover.getByText(part, { exact: true }).click()
  }

  /**
   * Sets an alert on either side of the newest price that is here of a market, near enough to be reached soon and far enough for the
   * price to stay between them meanwhile. Those that were set before go: a price that comes back would reach them all at once.
   */
  async setAlertsAtPrice(market: string): Promise<void> {
    const factors = [1.0001, 0.9999]
    const setAll = async ([symbol, all]: readonly [string, readonly number[]]): Promise<string[]> => {
      type Answer = { ok: boolean; value?: unknown; error?: unknown }
      const border = Reflect.get(window, 'starkdesk') as {
        invoke: Record<string, (input: unknown) => Promise<Answer>>
      }
      const ask = (name: string, input: unknown): Promise<Answer> =>
        border.invoke[name]?.(input) ?? Promise.resolve({ ok: false, error: name })
      const set = (await ask('alerts:list', { market: symbol })).value as { alerts: { id: string }[] }
      await Promise.all(set.alerts.map(({ id }) => ask('alerts:remove', { id })))
      const list = await ask('markets:getCandles', { market: symbol, period: 60, endMs: null, limit: 2 })
      const { candles } = list.value as { candles: { close: Float64Array } }
      const last = candles.close.at(-1) ?? 0
      const answers = await Promise.all(
        all.map((factor) =>
          ask('alerts:put', {
            id: crypto.randomUUID(),
            market: symbol,
            price: (last * factor).toFixed(4),
            direction: 'either',
            note: 'near the price',
            isRepeating: false,
          }),
        ),
      )
      return answers.filter(({ ok }) => !ok).map(({ error }) => JSON.stringify(error))
    }
    const faults = await this.page.evaluate(setAll, [market, factors] as const)
    if (faults.length > 0) throw new Error(faults.join('\n'))
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
