// Main's own window where keys and passwords are typed, as a person uses it.
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { approve, closing, confirmWindowAfter } from './confirm-window.ts'

/** What every question of that window has. */
export class SecureWindow {
  readonly page: Page
  readonly heading: Locator
  /** What main said of the last answer. */
  readonly fault: Locator
  /** The line at the head with the word that the person chose. */
  readonly word: Locator
  readonly chooseWord: Locator
  readonly #approve: Locator
  readonly #decline: Locator

  constructor(page: Page, approveName: string | RegExp, declineName: string | RegExp) {
    this.page = page
    this.heading = page.getByRole('heading')
    const footer = page.locator('footer')
    this.fault = footer.getByRole('alert')
    this.word = page.locator('.word')
    this.chooseWord = this.word.getByRole('button', { name: /^(Choose a word|Change)$/ })
    this.#approve = footer.getByRole('button', { name: approveName })
    this.#decline = footer.getByRole('button', { name: declineName, exact: true })
  }

  /** Presses the button that says yes as soon as the window takes it. */
  async press(): Promise<void> {
    await this.#approve.and(this.page.locator(':not([aria-disabled])')).waitFor()
    await this.#approve.click()
  }

  /** The same, and waits until the window has closed. */
  async finish(): Promise<void> {
    await closing(this.page, () => this.press())
  }

  /** Says no. */
  async leave(): Promise<void> {
    await closing(this.page, () => this.#decline.click())
  }

  /** Chooses the word that the window is known by. */
  async keepWord(word: string): Promise<void> {
    await this.chooseWord.click()
    await this.page.getByLabel('Your security word').fill(word)
    await this.page.getByRole('button', { name: 'Save word' }).click()
  }
}

/** A wallet is given: by key, phrase, file or L2 key. */
export class WalletWindow extends SecureWindow {
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
  readonly connect: Locator
  readonly content: Locator

  constructor(page: Page) {
    super(page, /^(Connect wallet|Show addresses)$/, 'Cancel')
    this.content = page.getByRole('main')
    this.key = page.getByLabel('Ethereum private key', { exact: true })
    this.phrase = page.getByRole('textbox', { name: 'Seed phrase' })
    this.hasPassphrase = page.getByLabel('This phrase has a passphrase')
    this.passphrase = page.getByLabel('Passphrase', { exact: true })
    this.showAddresses = page.getByRole('button', { name: 'Show addresses' })
    this.showMore = page.getByRole('button', { name: 'Show 5 more' })
    this.addresses = page.getByRole('radiogroup', { name: 'Address' }).getByRole('radio')
    this.keystore = page.getByLabel('Keystore file', { exact: true }).and(page.locator('[type=file]'))
    this.password = page.getByLabel('File password', { exact: true })
    this.ethereumAddress = page.getByLabel('Ethereum address')
    this.starkKey = page.getByLabel('L2 private key', { exact: true })
    this.connect = page.getByRole('button', { name: 'Connect wallet' })
  }

  async chooseKind(name: 'Private key' | 'Seed phrase' | 'Keystore file' | 'L2 key'): Promise<void> {
    // The radio itself is hidden behind its label, which is what a person clicks.
    const kinds = this.page.getByRole('radiogroup', { name: 'Import method' })
    await kinds.getByText(name, { exact: true }).click()
  }

  /** Gives the wallet by its key; the window closes once the service has let it in. */
  async connectByKey(key: string): Promise<void> {
    await this.key.fill(key)
    await this.finish()
  }
}

/** The app password is set, changed, removed, or typed to unlock. */
export class PasswordWindow extends SecureWindow {
  /** The one that holds: to unlock, to remove it, to change it. */
  readonly current: Locator
  readonly chosen: Locator
  readonly repeated: Locator
  /** How long until the next password is looked at. */
  readonly wait: Locator

  constructor(page: Page) {
    super(
      page,
      /^(Unlock|(Set|Change|Remove) password)$/,
      /^(Stay locked|Don’t set|Keep old password|Keep password)$/,
    )
    this.current = page.getByLabel(/^(App|Current) password$/)
    this.chosen = page.getByLabel('New password', { exact: true })
    this.repeated = page.getByLabel('Repeat new password', { exact: true })
    this.wait = page.getByRole('timer')
  }

  async choose(password: string, repeated = password): Promise<void> {
    await this.chosen.fill(password)
    await this.repeated.fill(repeated)
  }
}

/** A key of the service's operator is typed. */
export class ServiceKeyWindow extends SecureWindow {
  readonly value: Locator

  constructor(page: Page) {
    super(page, 'Save key', 'Cancel')
    this.value = page.getByLabel(/^(Organization|API) key$/)
  }

  async keep(value: string): Promise<void> {
    await this.value.fill(value)
    await this.finish()
  }
}

/** Does what has a wallet asked for, says yes to a new address of a service on the way, and gives the window. */
export async function walletWindowAfter(
  electron: ElectronApplication,
  act: () => Promise<unknown>,
): Promise<WalletWindow> {
  const first = await confirmWindowAfter(electron, act)
  const isAboutHost = (await first.getByRole('heading').textContent()) === 'Connect to a new address?'
  if (!isAboutHost) return new WalletWindow(first)
  return new WalletWindow(await confirmWindowAfter(electron, () => approve(first, 'Connect')))
}

export async function passwordWindowAfter(
  electron: ElectronApplication,
  act: () => Promise<unknown>,
): Promise<PasswordWindow> {
  return new PasswordWindow(await confirmWindowAfter(electron, act))
}

export async function serviceKeyWindowAfter(
  electron: ElectronApplication,
  act: () => Promise<unknown>,
): Promise<ServiceKeyWindow> {
  return new ServiceKeyWindow(await confirmWindowAfter(electron, act))
}
