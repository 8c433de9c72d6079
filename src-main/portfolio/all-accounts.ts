// The portfolio of all accounts on the network of the account in use, from the cache alone: each account's figures and their sums.
import type { ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { AccountBalance } from '../../src-preload/contract/portfolio/balances.ts'
import type { AccountSession } from '../session/account-session.ts'
import { listNetworkAccounts } from '../session/network-accounts.ts'
import type { Store, StoredAccount } from '../store/api/store-api.ts'
import { describeBalance, sumValues } from './balances/balance-figures.ts'
import { readBalances, readBasis } from './balances/stored-balances.ts'
import {
  type AccountLedger,
  createAccountLedger,
  type LedgerAccount,
} from './results/ledger/account-ledger.ts'
import { readLastPrices } from './results/prices/last-price.ts'
import type { TransferJournal } from './results/ledger/movements.ts'
import { pnlResult, sumResults } from './results/pnl-results.ts'
import { lastPriceOf, type MarketPrice } from './results/prices/price-path.ts'
import { type AccountPosition, sumBalances, sumPositions } from './results/summed-results.ts'

export interface AllAccountsOptions {
  readonly store: Store
  readonly journal: TransferJournal
  /** Of the account in use. */
  readonly ledger: AccountLedger
  readonly ledgerAccount: (session: AccountSession) => LedgerAccount
  readonly valueCurrency: string
}

type Prices = ReadonlyMap<string, MarketPrice>

export function createAllAccounts(options: AllAccountsOptions) {
  const { store, journal, valueCurrency } = options
  /** A ledger keeps one account's books: a shared one would be walked anew for each. */
  const ledgers = new Map<string, AccountLedger>()

  function ledgerOf(session: AccountSession, { id }: StoredAccount): AccountLedger {
    if (id === session.account.id) return options.ledger
    const kept = ledgers.get(id) ?? createAccountLedger(store, journal)
    ledgers.set(id, kept)
    return kept
  }

  async function readPositions(
    session: AccountSession,
    account: StoredAccount,
    prices: Prices,
  ): Promise<{ readonly positions: AccountPosition[]; readonly asOfMs: number | null }> {
    const latest = await store.getLatestPnl(account.id)
    if (latest === null) return { positions: [], asOfMs: null }
    const movedOut = await ledgerOf(session, account).movedOut({
      ...options.ledgerAccount(session),
      accountId: account.id,
      address: account.ethereumAddress,
    })
    return {
      asOfMs: latest.asOfMs,
      positions: latest.entries.map((entry) => ({
        accountId: account.id,
        entry,
        result: pnlResult(
          entry,
          lastPriceOf(prices, entry.currency, entry.pnlCurrency, latest.asOfMs),
          movedOut(entry.currency.toLowerCase(), Number.MAX_SAFE_INTEGER),
        ),
      })),
    }
  }

  async function readAccount(session: AccountSession, account: StoredAccount, prices: Prices) {
    const [{ positions, asOfMs }, reading, basis] = await Promise.all([
      readPositions(session, account, prices),
      readBalances(store, account.id),
      readBasis(store, session.network),
    ])
    const balances = (reading?.rows ?? []).map((row): AccountBalance =>
      describeBalance(row, basis, lastPriceOf(prices, row.currency, valueCurrency, reading?.asOfMs ?? 0)),
    )
    return { accountId: account.id, asOfMs, balancesAsOfMs: reading?.asOfMs ?? null, positions, balances }
  }

  return {
    /** Totals are over the positions, so that a currency is in all of them or left out of all, with every account's part of it. */
    async read(session: AccountSession): Promise<ChannelOutput<'portfolio:getAllAccounts'>> {
      const [all, prices] = await Promise.all([
        listNetworkAccounts(store, session.account),
        readLastPrices(store, session.network),
      ])
      const read = await Promise.all(all.map((account) => readAccount(session, account, prices)))
      const positions = sumPositions(read.flatMap((one) => one.positions))
      const balances = sumBalances(read.flatMap((one) => one.balances))
      return {
        accounts: read.map(({ accountId, asOfMs, balancesAsOfMs }) => ({
          accountId,
          asOfMs,
          balancesAsOfMs,
        })),
        positions,
        totals: sumResults(positions.map(({ result }) => result)),
        balances,
        valueCurrency,
        ...sumValues(balances),
      }
    },
  }
}
