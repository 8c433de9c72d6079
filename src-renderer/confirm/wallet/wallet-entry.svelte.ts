// Owns: what is typed and chosen of one wallet: its private key, a seed phrase and an address, a keystore file, or its L2 key.
// Must not: keep any of it after the form has let go of it, or send it anywhere.
import { longestKeystore } from '../../../src-preload/domain/wallet-input.ts'
import type { WalletEntry, WalletKind } from '../../shell/page/wallet-form.ts'

/** As much of a File as is needed; the page's own type has it. */
export interface ReadableFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  text(): Promise<string>
}

export class WalletEntryState {
  kind = $state<WalletKind>('privateKey')
  ethereumPrivateKey = $state('')
  password = $state('')
  ethereumAddress = $state('')
  starkPrivateKey = $state('')
  /** Index of the chosen address of the phrase. */
  index = $state<number | null>(null)
  #phrase = $state('')
  #passphrase = $state('')
  #hasPassphrase = $state(false)
  #addresses = $state.raw<readonly string[]>([])
  #keystore = $state.raw<{ readonly name: string; readonly text: string } | null>(null)
  /** Counts the files that were chosen: a slow one must not replace a later one. */
  #files = 0

  get phrase(): string {
    return this.#phrase
  }

  set phrase(text: string) {
    if (text === this.#phrase) return
    this.#phrase = text
    this.#dropAddresses()
  }

  /** BIP-39's passphrase, exactly as typed. */
  get passphrase(): string {
    return this.#passphrase
  }

  set passphrase(text: string) {
    if (text === this.#passphrase) return
    this.#passphrase = text
    this.#dropAddresses()
  }

  /** Whether the phrase is said to have a passphrase; without one there is none to forget about. */
  get hasPassphrase(): boolean {
    return this.#hasPassphrase
  }

  set hasPassphrase(has: boolean) {
    this.#hasPassphrase = has
    if (!has) this.passphrase = ''
  }

  /** The addresses of the phrase that were listed, from index 0; empty before. */
  get addresses(): readonly string[] {
    return this.#addresses
  }

  /** Name of the file that was read; null when there is none. */
  get fileName(): string | null {
    return this.#keystore?.name ?? null
  }

  /** What the form is checked by and what is sent. */
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

  /** Takes more addresses of a phrase; those of a phrase or passphrase that was changed meanwhile are dropped. */
  addAddresses(
    of: { readonly phrase: string; readonly passphrase: string },
    start: number,
    found: readonly string[],
  ): void {
    if (of.phrase !== this.#phrase || of.passphrase !== this.#passphrase) return
    if (start !== this.#addresses.length) return
    this.#addresses = [...this.#addresses, ...found]
  }

  /** Reads a keystore file as text and lets go of the file. Returns why not, or null. */
  async readFile(file: ReadableFile): Promise<'tooLarge' | 'unreadable' | null> {
    this.#files += 1
    const turn = this.#files
    this.#keystore = null
    if (file.size > longestKeystore) return 'tooLarge'
    try {
      const text = await file.text()
      if (turn === this.#files) this.#keystore = { name: file.name, text }
      return null
    } catch {
      // Deleted or locked since it was chosen; the reason is in the words for it.
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

  /** Other words, or another passphrase, have other addresses: the list of those before goes. */
  #dropAddresses(): void {
    this.#addresses = []
    this.index = null
  }
}
