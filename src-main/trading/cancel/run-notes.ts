// Accounts whose orders are all to be canceled: from the press until the exchange lists none, or a person stops it. On the disk, so
// that neither another account nor a crash ends it.
import { z } from 'zod'
import { createMutex } from '../../async/mutex.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Setting: a JSON array. */
const CANCELING_ALL = 'cancelingAll'

const notes = z.array(
  z.strictObject({
    accountId: z.string(),
    /** When it was pressed, in epoch milliseconds. */
    sinceMs: z.int().min(0),
  }),
)
export type RunNote = z.infer<typeof notes>[number]

export function createRunNotes(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  const runExclusive = createMutex()
  /** What this process knows also where it could not be written. Null before it was read. */
  let known: readonly RunNote[] | null = null

  async function read(): Promise<readonly RunNote[]> {
    if (known !== null) return known
    const text = await store.getSetting(CANCELING_ALL)
    try {
      known = notes.safeParse(JSON.parse(text ?? '[]')).data ?? []
    } catch {
      // Invalid JSON: nothing is known.
      known = []
    }
    return known
  }

  async function save(all: readonly RunNote[]): Promise<void> {
    known = all
    await store.setSetting(CANCELING_ALL, JSON.stringify(all))
  }

  return {
    /** Errors: those of the store, at the first reading. */
    list: (): Promise<readonly RunNote[]> => runExclusive(read),
    /** A new press takes the place of an older one. Errors: those of the store; until the end of the process it is known all the same. */
    add: (note: RunNote): Promise<void> =>
      runExclusive(async () => {
        const before = await read()
        await save([...before.filter(({ accountId }) => accountId !== note.accountId), note])
      }),
    /** Errors: those of the store; this process knows it no more all the same. */
    remove: (accountId: string): Promise<void> =>
      runExclusive(async () => {
        const before = await read()
        const after = before.filter((note) => note.accountId !== accountId)
        if (after.length < before.length) await save(after)
      }),
  }
}

export type RunNotes = ReturnType<typeof createRunNotes>
