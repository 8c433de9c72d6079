// The journal: what was meant, signed and sent, and the limits and recipients that guard it. Nothing in it can be fetched again.
import { migrations } from '../migrations/journal/all.ts'
import type { FileKind } from './file-kind.ts'

export const journalFile: FileKind = {
  name: 'journal',
  // "StkJ"
  applicationId: 0x53746b4a,
  migrations,
  synchronous: 'FULL',
  backupPrefix: 'journal',
  ownFamilies: [
    ['transfers', 'transfer_steps'],
    ['found_transfers'],
    ['recipients'],
    ['transfer_limits'],
    ['placed_orders', 'placed_order_steps'],
    ['seen_hashes'],
    ['order_moves'],
    ['journal_restore', 'restore_reviews'],
  ],
  // A journal that was begun anew would let what is not in it be signed again.
  isMissed: true,
  afterRepair(db, saved, nowMs) {
    if (journalFile.ownFamilies.flat().every((table) => saved.has(table))) return
    // Later transfers may be missing, whoever had looked at what was here before.
    db.exec('DELETE FROM restore_reviews; DELETE FROM journal_restore')
    db.prepare<[number]>('INSERT INTO journal_restore (key, at_ms) VALUES (1, ?)').run(nowMs)
  },
}
