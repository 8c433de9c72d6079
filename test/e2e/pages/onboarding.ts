// The first screen as a person uses it.
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { type WalletWindow, walletWindowAfter } from './secure-window.ts'

export class Onboarding {
  readonly practise: Locator
  readonly label: Locator
  readonly baseUrl: Locator
  /** Opens main's own window, where the wallet is given. */
  readonly connect: Locator
  readonly waiting: Locator
  readonly form: Locator

  constructor(page: Page) {
    this.practise = page.getByRole('button', { name: 'Use the practice exchange' })
    this.form = page.getByRole('form', { name: 'Connect my own wallet' })
    this.label = this.form.getByLabel('Account name')
    this.baseUrl = this.form.getByLabel('Base URL')
    this.connect = this.form.getByRole('button', { name: /^(Connect wallet|Enter the key)$/ })
    this.waiting = this.form.getByRole('button', { name: 'Waiting for the other window' })
  }

  async chooseNetwork(name: 'Mainnet' | 'Testnet' | 'Custom'): Promise<void> {
    // The radio itself is hidden behind its label, which is what a person clicks.
    await this.form.getByRole('radiogroup', { name: 'Network' }).getByText(name, { exact: true }).click()
  }

  /** Names an account at a service of its own. */
  async fill(label: string, baseUrl: string): Promise<void> {
    await this.label.fill(label)
    await this.chooseNetwork('Custom')
    await this.baseUrl.fill(baseUrl)
  }

  /** Presses the button; on the way it says yes to a service that was never spoken to. */
  openWallet(electron: ElectronApplication): Promise<WalletWindow> {
    return walletWindowAfter(electron, () => this.connect.click())
  }
}
