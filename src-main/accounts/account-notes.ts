// Owns: a note of accounts by their ids, kept as one setting that outlives them. Must not: know what is noted of them.
import type { Store } from '../store/store-api.ts'

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
  /** Changes follow one another: each writes the whole list. */
  let queue: Promise<unknown> = Promise.resolve()

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

  function writeInTurn(account: string, isNoted: boolean): Promise<void> {
    const work = (): Promise<void> => write(account, isNoted)
    const next = queue.then(work, work)
    queue = next
    return next
  }

  return {
    list: async () => [...(await read())],
    add: (account) => writeInTurn(account, true),
    remove: (account) => writeInTurn(account, false),
  }
}
