// Reads the exchange's list of an account's transfers into the cache, in pages, whatever its offset counts (facts, A10).
import type { Clock } from '../../async/clock.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { TransferList } from '../../exchange/endpoints/transfer-list.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { TransferSync } from '../../store/api/transfer-rows.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Rows of a page. */
export const PAGE_ROWS = 100
const turn = { lane: 'transfer list', urgency: 'background' } as const

export interface TransferListReaderOptions {
  readonly store: Pick<Store, 'putListedTransfers' | 'getTransferSync'>
  readonly clock: Clock
  readonly session: {
    readonly account: { readonly id: string }
    readonly client: Pick<AccountSession['client'], 'listTransfers'>
  }
}

const nothingRead: TransferSync = { offsetUnit: null, nextPage: 1, isWhole: false }

/** Rows and rows that could not be read: as many as the exchange sent. */
const sentRows = ({ rows, unread }: TransferList): number => rows.length + (unread?.count ?? 0)

export function createTransferListReader({ store, clock, session }: TransferListReaderOptions) {
  const { account, client } = session

  const ask = (offset: number, signal: AbortSignal): Promise<TransferList> =>
    client.listTransfers({ limit: PAGE_ROWS, offset }, { ...turn, signal })

  async function put(page: TransferList, sync: TransferSync, signal: AbortSignal) {
    signal.throwIfAborted()
    const asOfMs = clock.now()
    return store.putListedTransfers(
      account.id,
      page.rows.map((transfer) => ({ ...transfer, asOfMs })),
      sync,
    )
  }

  /**
   * The page after a full first one, and what the offset counts: from offset 1 on, rows begin with the first page's second
   * row, and pages with a row that is not on it.
   */
  async function probe(
    first: TransferList,
    signal: AbortSignal,
  ): Promise<NonNullable<TransferSync['offsetUnit']>> {
    const { rows } = await ask(1, signal)
    const known = new Set(first.rows.map(({ reference }) => reference))
    return rows.length > 0 && rows.every(({ reference }) => !known.has(reference)) ? 'pages' : 'rows'
  }

  return {
    /**
     * Reads the newest page, and older ones until all are here; a later call continues where it stopped. Errors: those of the
     * client and the store; contractViolation for rows that could not be read, after the others were stored.
     * @returns whether anything is new or has changed
     */
    async refresh(signal: AbortSignal): Promise<boolean> {
      const before = (await store.getTransferSync(account.id)) ?? nothingRead
      const first = await ask(0, signal)
      let unread = first.unread
      const isShort = sentRows(first) < PAGE_ROWS
      let sync: TransferSync = isShort ? { ...before, isWhole: true } : before
      let { changed, stored } = await put(first, sync, signal)
      let total = changed
      const isBehind = (list: TransferList): boolean => list.totalCount !== null && stored < list.totalCount
      // Only more than the newest page can have missed anything of a list that was whole.
      if (!isShort && before.isWhole && (changed === sentRows(first) || isBehind(first))) {
        sync = { ...sync, nextPage: 1, isWhole: false }
      }
      while (!sync.isWhole) {
        const offsetUnit = sync.offsetUnit ?? (await probe(first, signal))
        const page = await ask(offsetUnit === 'rows' ? sync.nextPage * PAGE_ROWS : sync.nextPage, signal)
        unread ??= page.unread
        const isWhole = sentRows(page) < PAGE_ROWS
        sync = { offsetUnit, nextPage: isWhole ? 1 : sync.nextPage + 1, isWhole }
        ;({ changed, stored } = await put(page, sync, signal))
        total += changed
      }
      if (unread !== null) {
        const data = {
          endpoint: 'transfers.list',
          field: unread.firstField,
          reason: 'some rows could not be read',
        }
        throw new AppError('contractViolation', data)
      }
      return total > 0
    },
  }
}
