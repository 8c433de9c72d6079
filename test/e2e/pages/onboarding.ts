// Owns: the first screen as a person uses it. Must not: assert.
import type { Locator, Page } from 'playwright/test'

export class Onboarding {
  readonly practise: Locator
  readonly label: Locator
  readonly key: Locator
  readonly phrase: Locator
  readonly hasPassphrase: Locator
  readonly passphrase: Locator
  readonly showAddresses: Locator
  readonly showMore: Locator
  /** One row for each address of the phrase. */
  readonly addresses: Locator
  readonly keystore: Locator
  readonly password: Locator
  readonly ethereumAddress: Locator
  readonly starkKey: Locator
  readonly baseUrl: Locator
  readonly connect: Locator
  readonly form: Locator

  constructor(page: Page) {
    this.practise = page.getByRole('button', { name: 'Use the practice exchange' })
    this.form = page.getByRole('form', { name: 'Connect my own wallet' })
    this.label = this.form.getByLabel('Account name')
    this.key = this.form.getByLabel('Ethereum private key')
    this.phrase = this.form.getByRole('textbox', { name: 'Seed phrase' })
    this.hasPassphrase = this.form.getByLabel('This phrase has a passphrase')
    this.passphrase = this.form.getByLabel('Passphrase', { exact: true })
    this.showAddresses = this.form.getByRole('button', { name: 'Show addresses' })
    this.showMore = this.form.getByRole('button', { name: 'Show five more' })
    this.addresses = this.form.getByRole('radiogroup', { name: 'Address' }).getByRole('radio')
    this.keystore = this.form.getByLabel('Keystore file', { exact: true }).and(page.locator('[type=file]'))
    this.password = this.form.getByLabel('Password of the file')
    this.ethereumAddress = this.form.getByLabel('Ethereum address')
    this.starkKey = this.form.getByLabel('L2 private key', { exact: true })
    this.baseUrl = this.form.getByLabel('Base URL')
    this.connect = this.form.getByRole('button', { name: 'Connect wallet' })
  }

  async chooseNetwork(name: 'Mainnet' | 'Testnet' | 'Custom'): Promise<void> {
    // The radio itself is hidden behind its label, which is what a person clicks.
    await this.form.getByRole('radiogroup', { name: 'Network' }).getByText(name, { exact: true }).click()
  }

  async chooseKind(name: 'Private key' | 'Seed phrase' | 'Keystore file' | 'L2 key'): Promise<void> {
    const kinds = this.form.getByRole('radiogroup', { name: 'How to give the wallet' })
    await kinds.getByText(name, { exact: true }).click()
  }
}
