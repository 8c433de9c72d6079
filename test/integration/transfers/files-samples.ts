// As many entries of a history as asked for.
import type { HistoryEntry } from '../../../src-preload/contract/transfers.ts'
import { sampleTold } from '../../unit/store/sample-transfers.ts'

export function foundSamples(count: number): HistoryEntry[] {
  return Array.from({ length: count }, (_, number) => ({
    kind: 'found',
    transfer: {
      accountId: '11111111-1111-4111-8111-111111111111',
      direction: 'received',
      told: sampleTold(number),
    },
  }))
}
