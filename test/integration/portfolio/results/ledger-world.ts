// A real store with an account's orders, fills and readings of `pnl`, put there by hand, and the ledger over it. Must not: compute a figure.
import type { Order, OrderTrade, PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'
import { openZone } from '../../../../src-preload/domain/locale/zone.ts'
import {
  createAccountLedger,
  type LedgerAccount,
} from '../../../../src-main/portfolio/results/ledger/account-ledger.ts'
import type { OrderRange } from '../../../../src-main/store/api/store-api.ts'
import { sampleOrder, samplePnl, sampleTrade } from '../../store/support.ts'
import { account, makeStore } from '../../world.ts'
import { openJournalHere } from '../../../fixtures/journal-here.ts'

export const t0 = Date.UTC(2026, 0, 10)
export const hourMs = 3_600_000

export interface FillAt {
  readonly market?: string
  readonly side?: 'buy' | 'sell'
  readonly atMs: number
  readonly amount: string
  readonly price: string
  readonly total: string
  readonly fee?: { readonly currency: string; readonly amount: string } | null
}

export type Figures = Partial<PnlEntry>

/** The exchange's figures of the currency of profit and loss: each unit counts one. */
export const unitFigures = (credit: string, debit: string, balance: string): Figures => ({
  ...{ totalCredit: credit, totalCreditValue: credit, totalDebit: debit, totalDebitValue: debit },
  totalBalanceValue: balance,
})

export async function openLedgerWorld(nowMs = t0 + 100 * hourMs) {
  const store = await makeStore()
  const journal = openJournalHere()
  const ledger = createAccountLedger(store, journal)
  const owner: LedgerAccount = {
    accountId: account.id,
    network: 'n',
    address: account.ethereumAddress,
    zone: openZone('UTC'),
    signal: new AbortController().signal,
    nowMs,
  }

  return {
    store,
    journal,
    ledger,
    owner,
    /** An order with these fills; they add up to what it has filled unless `change` says otherwise. */
    async order(id: number, fills: readonly FillAt[], change: Partial<Order> = {}): Promise<void> {
      const [first] = fills
      const { market = 'ethusdc', side = 'buy', atMs = t0 } = first ?? {}
      const executed = fills.reduce((sum, { amount }) => sum + Number(amount), 0)
      const order = sampleOrder(id, {
        ...{ market, side, state: 'done', tradesCount: fills.length, executedVolume: String(executed) },
        ...{ createdAtMs: atMs, updatedAtMs: fills.at(-1)?.atMs ?? atMs },
        ...change,
      })
      const trades = fills.map((fill, at): OrderTrade => {
        const { amount, price, total, fee } = fill
        return sampleTrade(id * 100 + at, {
          ...{ market, side, amount, price, total, createdAtMs: fill.atMs },
          feeCurrency: fee === null ? null : (fee?.currency ?? 'usdc'),
          feeAmount: fee === null ? null : (fee?.amount ?? '0'),
        })
      })
      await store.putOrderTrades(account.id, order, trades)
    },
    /** Orders are here as these stretches say; all of them unless told. */
    async listed(stretches: readonly OrderRange[] = [{ fromId: 0, toId: 99, rows: 9, fromMs: null }]) {
      await store.putOrders(account.id, [], { stretches, keptFromMs: 0, asOfMs: nowMs })
    },
    /** A reading of `pnl` at a moment, which a listing of the orders has followed. */
    async reading(momentMs: number, figures: Readonly<Record<string, Figures>>): Promise<void> {
      const entries = Object.entries(figures).map(([currency, one]) => samplePnl(currency, one))
      await store.putPnlSnapshot(account.id, entries, momentMs, momentMs)
      await store.notePnlListed(account.id, momentMs)
    },
    report: (fromMs = 0, toMs = Date.UTC(2027, 0, 1)) => ledger.report(owner, { fromMs, toMs }),
    books: () => ledger.books(owner, new Map()),
    async bookOf(currency: string) {
      const { books } = await ledger.books(owner, new Map())
      return books.find((book) => book.currency === currency)
    },
  }
}
export type LedgerWorld = Awaited<ReturnType<typeof openLedgerWorld>>

/**
 * 10 ETH that had cost 1,000 are there; 10 are bought at 200, 5 are sold at 300: a result of 1,500 − 5 × 150 = 750, and 15 ETH that had
 * cost 2,250 are left.
 */
export const bought: FillAt = { atMs: t0 + hourMs, amount: '10', price: '200', total: '2000' }
export const sold: FillAt = {
  ...{ side: 'sell', atMs: t0 + 2 * hourMs },
  ...{ amount: '5', price: '300', total: '1500' },
}
export const eth = {
  ...{ totalCredit: '20', totalCreditValue: '3000', totalDebit: '5', totalDebitValue: '1500' },
  totalBalanceValue: '2250',
}
export const usdc = unitFigures('11500', '2000', '9500')
export const momentMs = t0 + 10 * hourMs

/** The two fills are here, and no reading yet. */
export async function openTraded(): Promise<LedgerWorld> {
  const world = await openLedgerWorld()
  await world.order(1, [bought])
  await world.order(2, [sold])
  await world.listed()
  return world
}
