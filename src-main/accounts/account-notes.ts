// Stores a list of account ids as one setting that outlives the accounts.
import { createMutex } from '../async/mutex.ts'
import type { Store } from '../store/api/store-api.ts'

/** @param setting - key of the setting; its value is the ids, separated by spaces */
export function createAccountNotes(store: Pick<Store, 'getSetting' | 'setSetting'>, setting: string) {
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
    list: async (): Promise<readonly string[]> => [...(await read())],
    add: (account: string): Promise<void> => runExclusive(() => write(account, true)),
    remove: (account: string): Promise<void> => runExclusive(() => write(account, false)),
  }
}
