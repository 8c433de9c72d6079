// The list of transfers, the look-up, the address book and the limits as a person uses them.
import type { Locator, Page } from 'playwright/test'

export class TransferList {
  readonly list: Locator
  readonly rows: Locator
  readonly count: Locator
  readonly search: Locator
  readonly states: Locator
  readonly reference: Locator
  readonly openBook: Locator
  readonly openLimits: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.list = page.getByRole('listbox', { name: 'Transfers' })
    this.rows = this.list.getByRole('option')
    this.count = page.getByTestId('transfers-count')
    this.search = page.getByLabel(/^Search transfers/)
    this.states = page.getByRole('button', { name: /^State / })
    this.reference = page.getByRole('textbox', { name: 'Look up a reference' })
    this.openBook = page.getByRole('button', { name: 'Address book', exact: true })
    this.openLimits = page.getByRole('button', { name: 'Limits' })
  }

  async lookUp(reference: string): Promise<void> {
    await this.reference.fill(reference)
    await this.reference.press('Enter')
  }

  /** Ticks a group of states, or takes its tick away. */
  async toggleState(name: string): Promise<void> {
    await this.states.click()
    await this.#page.getByRole('menuitemcheckbox', { name }).click()
    await this.#page.keyboard.press('Escape')
  }
}

export class AddressBook {
  readonly panel: Locator
  readonly add: Locator
  readonly address: Locator
  readonly name: Locator
  readonly entries: Locator

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'Address book' })
    this.add = this.panel.getByRole('button', { name: 'Add address' })
    this.address = this.panel.getByLabel('Address', { exact: true })
    this.name = this.panel.getByLabel('Name', { exact: true })
    this.entries = this.panel.getByRole('list', { name: 'Address book' }).getByRole('listitem')
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true })
  }
}

export class Limits {
  readonly panel: Locator
  readonly perTransfer: Locator
  readonly perDay: Locator
  readonly save: Locator
  readonly takeBack: Locator

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'Limits' })
    this.perTransfer = this.panel.getByLabel('Per transfer, USDC')
    this.perDay = this.panel.getByLabel('Per 24 hours, USDC')
    this.save = this.panel.getByRole('button', { name: 'Save limits' })
    this.takeBack = this.panel.getByRole('button', { name: 'Cancel the request' })
  }
}
