// Stores a list of account ids as one setting that outlives the accounts.
import { createMutex } from '../async/mutex.ts'
import type { Store } from '../store/api/store-api.ts'

export interface AccountNotes {
  readonly list: () => Promise<readonly string[]>
  readonly add: (account: string) => Promise<void>
  readonly remove: (account: string) => Promise<void>
}

/** @param setting - key of the setting; its value is the ids, separated by spaces */
export function createAccountNotes(
  store: Pick<Store, 'getSetting' | 'setSetting'>,
  setting: string,
): AccountNotes {
  /** Serializes changes: each one writes the whole list. */
  const runExclusive = createMutex()

  async function read(): Promise<Set<string>> {
    const text = (await store.getSetting(setting)) ?? ''
    return new Set(text.split(' ').filter((id) => id !== ''))
  }

  async function write(account: string, isNoted: boolean): Promise<void> {
    const ids = await read()
    if (ids.has(account) === isNoted) return
    if (isNoted) ids.add(account)
    else ids.delete(account)
    await store.setSetting(setting, [...ids].join(' '))
  }

  return {
    list: async () => [...(await read())],
    add: (account) => runExclusive(() => write(account, true)),
    remove: (account) => runExclusive(() => write(account, false)),
  }
}
