// Owns: the note of which accounts have secrets in the OS keychain, kept among the settings. Must not: hold a secret.
import type { KeychainLedger } from '../keychain/keychain-ledger.ts'
import type { Store } from '../store/store-api.ts'

/** Setting: ids of the accounts with something in the OS keychain, separated by spaces. */
const IN_KEYCHAIN = 'accountsInKeychain'

export function createKeychainLedger(store: Pick<Store, 'getSetting' | 'setSetting'>): KeychainLedger {
  /** Changes follow one another: each writes the whole list. */
  let queue: Promise<unknown> = Promise.resolve()

  async function read(): Promise<Set<string>> {
    const text = (await store.getSetting(IN_KEYCHAIN)) ?? ''
    return new Set(text.split(' ').filter((id) => id !== ''))
  }

  async function write(account: string, isKept: boolean): Promise<void> {
    const ids = await read()
    if (ids.has(account) === isKept) return
    if (isKept) ids.add(account)
    else ids.delete(account)
    await store.setSetting(IN_KEYCHAIN, [...ids].join(' '))
  }

  function writeInTurn(account: string, isKept: boolean): Promise<void> {
    const work = (): Promise<void> => write(account, isKept)
    const next = queue.then(work, work)
    queue = next
    return next
  }

  return {
    mayHold: async (account) => (await read()).has(account),
    list: async () => [...(await read())],
    noteKept: (account) => writeInTurn(account, true),
    noteRemoved: (account) => writeInTurn(account, false),
  }
}
