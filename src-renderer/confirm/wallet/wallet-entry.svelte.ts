// Typed and chosen input of one wallet: private key, seed phrase with address, keystore file, or L2 key. Dropped when the
// form closes; sent nowhere from here.
import { maxKeystoreLength } from '../../../src-preload/domain/accounts/wallet-input.ts'
import type { WalletEntry, WalletKind } from '../../shell/page/wallet-form.ts'

/** Subset of File; the page's File satisfies it. */
export interface ReadableFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  text(): Promise<string>
}

export class WalletEntryState {
  kind = $state<WalletKind>('privateKey')
  ethereumPrivateKey = $state('')
  password = $state('')
  ethereumAddress = $state('')
  starkPrivateKey = $state('')
  /** Index of the phrase's chosen address. */
  index = $state<number | null>(null)
  #phrase = $state('')
  #passphrase = $state('')
  #hasPassphrase = $state(false)
  #addresses = $state.raw<readonly string[]>([])
  #keystore = $state.raw<{ readonly name: string; readonly text: string } | null>(null)
  /** Counts chosen files: a slow read must not replace a later file. */
  #files = 0

  get phrase(): string {
    return this.#phrase
  }

  set phrase(text: string) {
    if (text === this.#phrase) return
    this.#phrase = text
    this.#dropAddresses()
  }

  /** BIP-39 passphrase, exactly as typed. */
  get passphrase(): string {
    return this.#passphrase
  }

  set passphrase(text: string) {
    if (text === this.#passphrase) return
    this.#passphrase = text
    this.#dropAddresses()
  }

  /** Whether the phrase has a passphrase. */
  get hasPassphrase(): boolean {
    return this.#hasPassphrase
  }

  set hasPassphrase(has: boolean) {
    this.#hasPassphrase = has
    if (!has) this.passphrase = ''
  }

  /** Listed addresses of the phrase, from index 0; empty before. */
  get addresses(): readonly string[] {
    return this.#addresses
  }

  /** Name of the loaded file; null without one. */
  get fileName(): string | null {
    return this.#keystore?.name ?? null
  }

  /** The input to validate and send. */
  get value(): WalletEntry {
    const { kind } = this
    switch (kind) {
      case 'privateKey':
        return { kind, ethereumPrivateKey: this.ethereumPrivateKey }
      case 'seedPhrase':
        return { kind, phrase: this.phrase, passphrase: this.passphrase, index: this.index }
      case 'keystore':
        return { kind, file: this.#keystore?.text ?? null, password: this.password }
      case 'starkKey':
        return { kind, ethereumAddress: this.ethereumAddress, starkPrivateKey: this.starkPrivateKey }
    }
  }

  /** Adds addresses of a phrase; dropped when the phrase or passphrase changed meanwhile. */
  addAddresses(
    of: { readonly phrase: string; readonly passphrase: string },
    start: number,
    found: readonly string[],
  ): void {
    if (of.phrase !== this.#phrase || of.passphrase !== this.#passphrase) return
    if (start !== this.#addresses.length) return
    this.#addresses = [...this.#addresses, ...found]
  }

  /** Reads a keystore file as text. Returns the error, or null. */
  async readFile(file: ReadableFile): Promise<'tooLarge' | 'unreadable' | null> {
    this.#files += 1
    const turn = this.#files
    this.#keystore = null
    if (file.size > maxKeystoreLength) return 'tooLarge'
    try {
      const text = await file.text()
      if (turn === this.#files) this.#keystore = { name: file.name, text }
      return null
    } catch {
      // Deleted or locked since it was chosen; the error text covers both.
      return turn === this.#files ? 'unreadable' : null
    }
  }

  /** Drops every secret: after success and when the form closes. */
  forget(): void {
    this.#files += 1
    this.#keystore = null
    this.phrase = ''
    this.hasPassphrase = false
    this.ethereumPrivateKey = ''
    this.password = ''
    this.starkPrivateKey = ''
  }

  /** Other words or another passphrase have other addresses, so the listed ones are dropped. */
  #dropAddresses(): void {
    this.#addresses = []
    this.index = null
  }
}
