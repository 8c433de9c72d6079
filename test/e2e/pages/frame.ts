// What stands around every view: rail, account, status bar.
import type { Locator, Page } from 'playwright/test'

/** Trade opens with its layout Charts: see the option `tradeLayout`. */
export type ViewName = 'Trade' | 'Orders' | 'Portfolio' | 'Transfers' | 'Connection' | 'Settings'

export class Frame {
  readonly page: Page
  readonly connection: Locator
  readonly orderSync: Locator
  readonly account: Locator
  readonly practiceBadge: Locator

  constructor(page: Page) {
    this.page = page
    this.connection = page.getByTestId('connection')
    this.orderSync = page.getByTestId('order-sync')
    this.account = page.getByRole('button', { name: /^Account:/ })
    this.practiceBadge = page.getByText('Practice', { exact: true }).first()
  }

  async go(view: ViewName): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click()
  }

  /** Opens the account menu and takes what is called so. */
  async chooseInAccountMenu(role: 'menuitem' | 'menuitemradio', name: string | RegExp): Promise<void> {
    await this.account.click()
    await this.page.getByRole(role, { name }).click()
  }
}
