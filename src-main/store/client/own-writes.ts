// Handles that tell when what is the user's own was changed, so that it can be backed up.
import type { Journal } from '../api/journal-api.ts'
import type { Store } from '../api/store-api.ts'
import { tellAfter } from './calls.ts'
import { journalAccess } from './method-access.ts'

/** Calls that change what is the user's own and cannot be fetched again. */
const ownWrites = [
  'setSetting',
  'putAccount',
  'removeAccount',
  'putMarkets',
  'putAlert',
  'removeAlert',
  'clearReadNotices',
  'putDrawing',
  'removeDrawing',
] as const satisfies readonly (keyof Store)[]

export const tellOwnWrites = (store: Store, tell: () => void): Store => tellAfter(store, ownWrites, tell)

/** Tells of each change, and whether it was a step of a transfer. */
export function tellJournalWrites(journal: Journal, tell: (isStep: boolean) => void): Journal {
  const names = Object.keys(journalAccess) as (keyof typeof journalAccess)[]
  const writes = names.filter((name) => journalAccess[name] !== 'read')
  return tellAfter(journal, writes, (name) => tell(journalAccess[name] === 'step'))
}
