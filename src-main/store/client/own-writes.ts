// Which calls of the store change what is the user's own, so that somebody can be told.
import type { Store } from '../api/store-api.ts'
import type { MethodName } from '../worker/worker-protocol.ts'

const ownWrites = [
  'setSetting',
  'putAccount',
  'removeAccount',
  'putMarkets',
  'createTransfer',
  'moveTransfer',
  'noteTransfer',
  'putFoundTransfer',
  'putRecipient',
  'removeRecipient',
  'putAlert',
  'removeAlert',
  'clearReadNotices',
  'putDrawing',
  'removeDrawing',
] as const satisfies readonly MethodName[]

/** Steps of a transfer: a journal that lacks the last of them could have it taken again. */
const journalWrites: readonly MethodName[] = ['createTransfer', 'moveTransfer']

/**
 * The same store, which tells after each call that changed what is the user's own and cannot be fetched again, and whether it was
 * a step of a transfer.
 */
export function tellOwnWrites(store: Store, tell: (isJournal: boolean) => void): Store {
  const told = Object.fromEntries(
    ownWrites.map((name) => {
      const write = store[name] as (...args: unknown[]) => Promise<unknown>
      return [
        name,
        async (...args: unknown[]) => {
          const result = await write(...args)
          tell(journalWrites.includes(name))
          return result
        },
      ]
    }),
  )
  // Each passes on what it was given and what came back, under its own name.
  return { ...store, ...(told as Pick<Store, (typeof ownWrites)[number]>) }
}
