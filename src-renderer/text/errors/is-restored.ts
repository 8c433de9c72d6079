// Tells the refusal that a look at the exchange's orders ends.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'

/** True where nothing is signed because the journal was restored from a backup or made anew. */
export const isJournalRestored = (error: ErrorReport | null): boolean =>
  error?.data['reason'] === 'journalRestored'
