// Owns: the first screen as a person uses it. Must not: assert.
import type { Locator, Page } from 'playwright/test'

export class Onboarding {
  readonly practise: Locator
  readonly label: Locator
  readonly key: Locator
  readonly baseUrl: Locator
  readonly connect: Locator
  readonly form: Locator

  constructor(page: Page) {
    this.practise = page.getByRole('button', { name: 'Use the practice exchange' })
    this.form = page.getByRole('form', { name: 'Connect my own wallet' })
    this.label = this.form.getByLabel('Account name')
    this.key = this.form.getByLabel('Ethereum private key')
    this.baseUrl = this.form.getByLabel('Base URL')
    this.connect = this.form.getByRole('button', { name: 'Connect wallet' })
  }

  async chooseNetwork(name: 'Mainnet' | 'Testnet' | 'Custom'): Promise<void> {
    // The radio itself is hidden behind its label, which is what a person clicks.
    await this.form.getByRole('radiogroup', { name: 'Network' }).getByText(name, { exact: true }).click()
  }
}
