// Sending and its receipts as a person uses them.
import type { Locator, Page } from 'playwright/test'
import { TransferQuestion } from './transfer-question.ts'

/** The wizard that leads from a recipient to a receipt. */
export class TransferWizard {
  readonly panel: Locator
  readonly recipient: Locator
  readonly compared: Locator
  readonly amount: Locator
  readonly reference: Locator
  readonly note: Locator
  readonly continue: Locator
  readonly back: Locator
  readonly cancel: Locator

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'New transfer' })
    this.recipient = this.panel.getByLabel('Address of the recipient')
    this.compared = this.panel.getByLabel('I have compared this address with the one I was given')
    this.amount = this.panel.getByLabel('Amount in USDC')
    this.reference = this.panel.getByLabel('Reference (optional)')
    this.note = this.panel.getByLabel('Private note (optional)')
    this.continue = this.panel.getByRole('button', { name: 'Continue', exact: true })
    this.back = this.panel.getByRole('button', { name: 'Back' })
    this.cancel = this.panel.getByRole('button', { name: 'Cancel' })
  }

  heading(name: string): Locator {
    return this.panel.getByRole('heading', { name })
  }

  /** The button that leads on from the review of an amount, as figures: "25". */
  send(amount: string): Locator {
    return this.panel
      .filter({ has: this.panel.page().getByTestId('review-amount').filter({ hasText: amount }) })
      .getByRole('button', { name: 'Review in confirmation window' })
  }

  /** Goes as far as the review; to a recipient that nothing was sent to before with the mark that the address was compared. */
  async enter(recipient: string, amount: string, reference = ''): Promise<void> {
    // A whole address is looked at at once; Enter would already lead on from one that was sent to before.
    await this.recipient.fill(recipient)
    await this.compared.or(this.panel.getByText('Sent before')).first().waitFor()
    if (await this.compared.isVisible()) await this.compared.check()
    await this.continue.click()
    await this.amount.fill(amount)
    await this.reference.fill(reference)
    await this.continue.click()
  }
}

export class Transfers {
  readonly begin: Locator
  readonly receipt: Locator
  readonly state: Locator

  constructor(page: Page) {
    this.begin = page.getByRole('button', { name: /^(New|Back to) transfer$/ })
    this.receipt = page.getByRole('region', { name: 'Receipt' })
    this.state = page.getByTestId('receipt-state')
  }
}

/** In the window that main opened for it: marks what has to be compared, where that is asked, and says yes. */
export async function confirmTransfer(window: Page): Promise<void> {
  const question = new TransferQuestion(window)
  await question.listens()
  if ((await question.compared.count()) > 0) await question.compared.check()
  await question.press(question.send)
}
