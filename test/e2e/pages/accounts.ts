// What is asked and answered about one account: removing it, signing its login text.
import type { Locator, Page } from 'playwright/test'

/** The question before an account is removed. */
export class RemoveAccount {
  readonly dialog: Locator
  readonly name: Locator
  readonly keep: Locator
  readonly remove: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('alertdialog')
    this.name = this.dialog.getByLabel(/^Enter the account’s name/)
    this.keep = this.dialog.getByRole('button', { name: /^Keep/ })
    this.remove = this.dialog.getByRole('button', { name: /^Remove/ })
  }

  /** Types the name of the account and removes it. */
  async confirm(name: string): Promise<void> {
    await this.name.fill(name)
    await this.remove.click()
  }
}

/** The login text that a wallet elsewhere signs, in the form or in a dialog. */
export class LoginText {
  readonly panel: Locator
  readonly text: Locator
  readonly signature: Locator
  readonly give: Locator
  readonly cancel: Locator

  constructor(page: Page) {
    this.panel = page.getByRole('form', { name: 'Sign the login message' })
    this.text = this.panel.getByTestId('login-text')
    this.signature = this.panel.getByLabel('Signature')
    this.give = this.panel.getByRole('button', { name: 'Submit signature' })
    this.cancel = this.panel.getByRole('button', { name: 'Cancel' })
  }

  /** The text exactly as it has to be signed. */
  async read(): Promise<string> {
    return (await this.text.textContent()) ?? ''
  }
}
