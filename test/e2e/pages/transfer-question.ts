// A transfer as a script of the main window asks for it, and the window that comes up before the signature.
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import type { ErrorReport, Result } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { SentTransfer } from '../../../src-preload/contract/transfers.ts'
import { confirmWindowAfter } from './confirm-window.ts'

/** The main window's border, used as any script there could. */
export class TransferBorder {
  readonly #page: Page
  readonly #electron: ElectronApplication

  constructor({ page, electron }: { readonly page: Page; readonly electron: ElectronApplication }) {
    this.#page = page
    this.#electron = electron
  }

  /** What a call came to. */
  ask<Name extends ChannelName>(name: Name, input: ChannelInput<Name>): Promise<Result<ChannelOutput<Name>>> {
    return this.#page.evaluate(
      ([called, given]) => {
        const { invoke } = Reflect.get(window, 'starkdesk') as {
          invoke: Record<string, (input: unknown) => Promise<never>>
        }
        return (invoke[called] as (input: unknown) => Promise<never>)(given)
      },
      [name, input] as const,
    )
  }

  /** @throws Error with the code of what went wrong */
  async call<Name extends ChannelName>(name: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>> {
    const told = await this.ask(name, input)
    if (!told.ok) throw new Error(`${name}: ${told.error.code} ${JSON.stringify(told.error.data)}`)
    return told.value
  }

  /** An intent with every warning acknowledged, as a script would. */
  intend(recipientAddress: string, amount: string): Promise<SentTransfer> {
    return this.call('transfers:create', {
      recipientAddress,
      source: 'typed',
      amount,
      reference: null,
      note: '',
      acknowledged: ['firstTime', 'lookAlike', 'onlyReceivedFrom', 'clipboardChanged'],
    })
  }

  /** Lets main carry it out, up to the question. `ended`: the state that the transfer then has, or the code of the error. */
  async proceed(
    id: string,
  ): Promise<{ readonly question: TransferQuestion; readonly ended: Promise<string> }> {
    let ended: Promise<string> = Promise.resolve('')
    const window = await confirmWindowAfter(this.#electron, () => {
      ended = this.ask('transfers:proceed', { id }).then(wordOf)
      // Nobody may be waiting for it any more when the app ends.
      ended.catch(() => undefined)
      return Promise.resolve()
    })
    return { question: new TransferQuestion(window), ended }
  }
}

function wordOf(told: Result<SentTransfer> | { readonly ok: false; readonly error: ErrorReport }): string {
  return told.ok ? told.value.state : told.error.code
}

export class TransferQuestion {
  readonly page: Page
  readonly send: Locator
  readonly decline: Locator
  readonly compared: Locator
  readonly warnings: Locator

  constructor(page: Page) {
    this.page = page
    this.send = page.getByRole('button', { name: /^Send / })
    this.decline = page.getByRole('button', { name: 'Cancel' })
    this.compared = page.getByRole('checkbox', { name: /^I have compared the address/ })
    this.warnings = page.getByRole('group', { name: 'Warnings about the recipient' })
  }

  /** Waits until the window listens. */
  async listens(): Promise<void> {
    await this.page.locator('.deaf.shown').waitFor({ state: 'detached' })
  }

  /** Presses a button that ends it. */
  async press(button: Locator): Promise<void> {
    const closed = this.page.waitForEvent('close')
    // The window may be gone before the click is over.
    await button.click().catch((error: unknown) => {
      if (!this.page.isClosed()) throw error
    })
    await closed
  }
}
