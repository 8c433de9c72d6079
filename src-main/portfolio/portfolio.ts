// Profit and loss of the active account, as the service reports it and as it follows from what is here.
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { PnlHistoryPoint } from '../../src-preload/contract/portfolio/history.ts'
import { portfolioChannels } from '../../src-preload/contract/portfolio/portfolio.ts'
import type { PeriodReport } from '../../src-preload/contract/portfolio/report.ts'
import type { PnlSnapshot } from '../../src-preload/contract/portfolio/results.ts'
import type { CostMethod } from '../../src-preload/contract/portfolio/lots.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { type Exact, parseExact, zero } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { openZone } from '../../src-preload/domain/locale/zone.ts'
import type { StoredPnl, TimeRange } from '../store/api/result-rows.ts'
import type { Store } from '../store/api/store-api.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { createAllAccounts } from './all-accounts.ts'
import { describeBalance, sumValues } from './balances/balance-figures.ts'
import { readBalances, readBasis } from './balances/stored-balances.ts'
import { createAccountEquity, type Present } from './equity/account-equity.ts'
import { type HistorySource, valueSnapshots } from './results/history.ts'
import { type AccountDisposals, createAccountLots } from './lots/account-lots.ts'
import { createAccountLedger, type LedgerAccount } from './results/ledger/account-ledger.ts'
import { readLastPrices } from './results/prices/last-price.ts'
import { readMovements, type TimedMovement, type TransferJournal } from './results/ledger/movements.ts'
import { pnlResult, sumResults } from './results/pnl-results.ts'
import { lastPriceOf } from './results/prices/price-path.ts'
import type { Tools } from '../tools.ts'

/** Setting: the method chosen for lots and disposals. */
const COST_METHOD = 'portfolio/costMethod'
/** Balances are valued in the exchange's currency of profit and loss. */
const VALUE_CURRENCY = 'usdc'
/** Setting: how the rows are listed, as JSON. */
const ROW_CHOICES = 'portfolio/rows'
const rowChoices = portfolioChannels['portfolio:getRowChoices'].output
const costMethodChoice = portfolioChannels['portfolio:getCostMethod'].output

export interface PortfolioOptions extends Pick<Tools, 'store' | 'clock'> {
  readonly journal: TransferJournal
  readonly current: Pick<CurrentAccount, 'require' | 'work'>
  /** The display time zone, which defines a report's days. */
  readonly getTimeZone: () => string
  /** Called when derived figures have changed although the exchange's have not. */
  readonly onChanged: () => void
}

export function createPortfolio(options: PortfolioOptions) {
  const { store, journal, clock, current, getTimeZone, onChanged } = options

  const ledger = createAccountLedger(store, journal)
  const lots = createAccountLots(store, ledger)
  const equity = createAccountEquity(store, journal)

  function ledgerAccount({ account, network, signal, time }: AccountSession): LedgerAccount {
    return {
      accountId: account.id,
      network,
      address: account.ethereumAddress,
      zone: openZone(getTimeZone()),
      signal,
      // Fills and readings use the exchange's clock.
      nowMs: clock.now() + time.offsetMs(),
    }
  }

  const allAccounts = createAllAccounts({
    ...{ store, journal, ledger, ledgerAccount },
    valueCurrency: VALUE_CURRENCY,
  })

  /** The headline's figures; nothing before the first reading. */
  async function readPresent({ account, network, time }: AccountSession): Promise<Present> {
    const [latest, prices] = await Promise.all([
      store.getLatestPnl(account.id),
      readLastPrices(store, network),
    ])
    const { entries, asOfMs } = latest ?? { entries: [], asOfMs: clock.now() }
    return { entries, asOfMs: asOfMs + time.offsetMs(), prices }
  }

  const ownerOf = ({ account, network }: AccountSession) => ({
    networkKey: network,
    address: account.ethereumAddress,
  })

  function checkRange({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): void {
    if (toMs <= fromMs) throw new AppError('validation', { field: 'toMs' })
  }

  /** Prices of an account's history and what was moved out, read at one moment. */
  async function openHistory(session: AccountSession): Promise<HistorySource & { readonly store: Store }> {
    const { network, signal, time } = session
    const [lastPrices, movedOut] = await Promise.all([
      readLastPrices(store, network),
      ledger.movedOut(ledgerAccount(session)),
    ])
    signal.throwIfAborted()
    const offsetMs = time.offsetMs()
    /** An estimate would be drawn like a known value. Snapshots use the local clock, movements the exchange's. */
    const movedOutAt = (currency: string, atMs: number): Exact | null => {
      const moved = movedOut(currency, atMs + offsetMs)
      if (moved === undefined) return zero
      return moved.result.state === 'known' ? parseExact(moved.result.amount) : null
    }
    return { store, network, signal, lastPrices, movedOutAt }
  }

  return {
    async getPnl(): Promise<PnlSnapshot> {
      const latest = (await store.getLatestPnl(current.require().account.id)) ?? { entries: [], asOfMs: null }
      return { ...latest, lastError: current.work()?.errorOf('pnl') ?? null }
    },

    async getBalances(): Promise<ChannelOutput<'portfolio:getBalances'>> {
      const { account, network } = current.require()
      const [reading, basis, prices] = await Promise.all([
        readBalances(store, account.id),
        readBasis(store, network),
        readLastPrices(store, network),
      ])
      const balances = (reading?.rows ?? []).map((row) =>
        describeBalance(row, basis, lastPriceOf(prices, row.currency, VALUE_CURRENCY, reading?.asOfMs ?? 0)),
      )
      return {
        balances,
        basis,
        valueCurrency: VALUE_CURRENCY,
        ...sumValues(balances),
        asOfMs: reading?.asOfMs ?? null,
        lastError: current.work()?.errorOf('balances') ?? null,
      }
    },

    async getResults(): Promise<ChannelOutput<'portfolio:getResults'>> {
      const session = current.require()
      const latest = await store.getLatestPnl(session.account.id)
      if (latest === null) return { results: [], totals: [], asOfMs: null }
      const { entries, asOfMs } = latest
      const [prices, movedOut] = await Promise.all([
        readLastPrices(store, session.network),
        ledger.movedOut(ledgerAccount(session)),
      ])
      const results = entries.map((entry) =>
        pnlResult(
          entry,
          lastPriceOf(prices, entry.currency, entry.pnlCurrency, asOfMs),
          movedOut(entry.currency.toLowerCase(), Number.MAX_SAFE_INTEGER),
        ),
      )
      return { results, totals: sumResults(results), asOfMs }
    },

    getAllAccounts: async (): Promise<ChannelOutput<'portfolio:getAllAccounts'>> =>
      allAccounts.read(current.require()),

    async getDisplayPrices({
      from,
      to,
    }: ChannelInput<'portfolio:getDisplayPrices'>): Promise<ChannelOutput<'portfolio:getDisplayPrices'>> {
      const prices = await readLastPrices(store, current.require().network)
      return {
        prices: from.map((currency) => ({ currency, price: lastPriceOf(prices, currency, to, clock.now()) })),
      }
    },

    async getBooks(): Promise<ChannelOutput<'portfolio:getBooks'>> {
      const session = current.require()
      return ledger.books(ledgerAccount(session), await readLastPrices(store, session.network))
    },

    async listMovements(): Promise<ChannelOutput<'portfolio:listMovements'>> {
      return { movements: await store.listMovements(ownerOf(current.require())) }
    },

    /** Errors: see the contract. */
    async addMovement(
      input: ChannelInput<'portfolio:addMovement'>,
    ): Promise<ChannelOutput<'portfolio:addMovement'>> {
      if (parseExact(input.amount).units <= 0n) throw new AppError('validation', { field: 'amount' })
      const session = current.require()
      if (input.atMs > session.time.latestMs()) throw new AppError('validation', { field: 'atMs' })
      const id = await store.putMovement(ownerOf(session), input)
      onChanged()
      return { id }
    },

    async removeMovement({ id }: ChannelInput<'portfolio:removeMovement'>): Promise<void> {
      await store.removeMovement(ownerOf(current.require()), id)
      onChanged()
    },

    /** Values the active account's snapshots within a range at the prices of their time (history.ts). */
    async valueSnapshots(snapshots: readonly StoredPnl[], range: TimeRange): Promise<PnlHistoryPoint[]> {
      return valueSnapshots(await openHistory(current.require()), snapshots, range)
    },

    /** Errors: see the contract. */
    async getEquity(
      input: ChannelInput<'portfolio:getEquity'>,
    ): Promise<ChannelOutput<'portfolio:getEquity'>> {
      const session = current.require()
      // The page asks by the local clock, and the curve is of the exchange's.
      const offsetMs = session.time.offsetMs()
      const range = { fromMs: Math.max(0, input.fromMs + offsetMs), toMs: input.toMs + offsetMs }
      return equity.curve(ledgerAccount(session), { ...input, ...range }, await readPresent(session))
    },

    /** Errors: see the contract. */
    async getEquityPoint({
      atMs,
    }: ChannelInput<'portfolio:getEquityPoint'>): Promise<ChannelOutput<'portfolio:getEquityPoint'>> {
      const session = current.require()
      return equity.point(ledgerAccount(session), atMs, await readPresent(session))
    },

    /** Errors: see the contract. */
    async getPerformance(
      range: ChannelInput<'portfolio:getPerformance'>,
    ): Promise<ChannelOutput<'portfolio:getPerformance'>> {
      checkRange(range)
      return ledger.performance(ledgerAccount(current.require()), range)
    },

    async listLots(input: ChannelInput<'portfolio:listLots'>): Promise<ChannelOutput<'portfolio:listLots'>> {
      const session = current.require()
      return lots.list(ledgerAccount(session), await readLastPrices(store, session.network), input)
    },

    getOpening: ({
      currency,
    }: ChannelInput<'portfolio:getOpening'>): Promise<ChannelOutput<'portfolio:getOpening'>> =>
      lots.opening(ledgerAccount(current.require()), currency),

    /** Errors: see the contract. */
    async splitOpening({ currency, parts }: ChannelInput<'portfolio:splitOpening'>): Promise<void> {
      await lots.splitOpening(ledgerAccount(current.require()), currency, parts)
      onChanged()
    },

    async resetOpening({ currency }: ChannelInput<'portfolio:resetOpening'>): Promise<void> {
      await lots.resetOpening(ledgerAccount(current.require()), currency)
      onChanged()
    },

    /** An invalid value counts as no choice. */
    async getCostMethod(): Promise<ChannelOutput<'portfolio:getCostMethod'>> {
      const kept = costMethodChoice.safeParse({ method: await store.getSetting(COST_METHOD) })
      return kept.success ? kept.data : { method: 'fifo' }
    },

    async setCostMethod({ method }: ChannelInput<'portfolio:setCostMethod'>): Promise<void> {
      await store.setSetting(COST_METHOD, method)
    },

    /** An invalid value counts as no choice. */
    async getRowChoices(): Promise<ChannelOutput<'portfolio:getRowChoices'>> {
      const text = await store.getSetting(ROW_CHOICES)
      try {
        if (text !== null) return rowChoices.parse(JSON.parse(text))
      } catch {
        // Written by another version.
      }
      return { sort: null, hidesSmall: false }
    },

    async setRowChoices(choices: ChannelInput<'portfolio:setRowChoices'>): Promise<void> {
      await store.setSetting(ROW_CHOICES, JSON.stringify(choices))
    },

    /** What the active account disposed of within a range, by a method. Errors: `validation` with field `toMs`. */
    async getDisposals(method: CostMethod, range: TimeRange): Promise<AccountDisposals> {
      checkRange(range)
      return lots.disposals(ledgerAccount(current.require()), method, range)
    },

    /** Deposits, withdrawals and completed transfers of the active account, oldest first. */
    async listTransfers(): Promise<TimedMovement[]> {
      const { account, network, signal } = current.require()
      const source = { store, journal, network, signal }
      const of = { accountId: account.id, address: account.ethereumAddress }
      return (await readMovements(source, of)).sort((a, b) => a.atMs - b.atMs)
    },

    /** Errors: see the contract. */
    async getReport(range: ChannelInput<'portfolio:getReport'>): Promise<PeriodReport> {
      checkRange(range)
      return ledger.report(ledgerAccount(current.require()), range)
    },
  }
}
export type Portfolio = ReturnType<typeof createPortfolio>
