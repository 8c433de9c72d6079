// Reads movements other than fills: those that the user entered, and completed transfers.
import { exactText, parseExact } from '../../../src-preload/domain/exact.ts'
import type { MovementInput } from '../../../src-preload/contract/portfolio.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { Store } from '../../store/api/store-api.ts'
import { convertAlong } from './price-path.ts'
import { type PriceSource, readPricesAt } from './price-history.ts'

/** The currency of profit and loss (interface, "Profit and loss entry"). */
export const UNIT = 'usdc'

const MINUTE_MS = 60_000

/** A movement or transfer with its time. */
export interface TimedMovement extends Omit<MovementInput, 'value'> {
  /** In the currency of profit and loss; null if no price of its minute is here. */
  readonly value: string | null
}

/** What of the journal tells transfers. */
export type TransferJournal = Pick<Journal, 'listTransfers' | 'listFoundTransfers'>

type Transfer = Omit<TimedMovement, 'value'>

/** Completed transfers of an account, each once, at the time of processing. */
async function readTransfers(
  journal: TransferJournal,
  networkKey: string,
  address: string,
): Promise<Transfer[]> {
  const [sent, found] = await Promise.all([
    journal.listTransfers(networkKey, address),
    journal.listFoundTransfers(networkKey, address),
  ])
  const own = address.toLowerCase()
  // A transfer that was looked up before the journal had it counts once.
  const gone = sent.filter(({ state }) => state === 'succeeded')
  const references = new Set(gone.map(({ reference }) => reference))
  return [
    ...gone.map(({ told, updatedAtMs, amount, currency }): Transfer => ({
      amount: told?.amount ?? amount,
      currency: (told?.currency ?? currency).toLowerCase(),
      atMs: told?.updatedAtMs ?? updatedAtMs,
      direction: 'out',
    })),
    ...found.flatMap(({ told }): Transfer[] =>
      told.status === 'success' && !references.has(told.reference)
        ? [
            {
              amount: told.amount,
              currency: told.currency.toLowerCase(),
              atMs: told.updatedAtMs,
              direction: told.fromAddress.toLowerCase() === own ? 'out' : 'in',
            },
          ]
        : [],
    ),
  ]
}

/** Values each at amount × price of its minute, rounded once to 18 decimals if a market is inverse. */
async function priceTransfers(source: PriceSource, transfers: readonly Transfer[]): Promise<TimedMovement[]> {
  const endOf = (atMs: number): number => (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS
  const priced = new Map<string, Awaited<ReturnType<typeof readPricesAt>>>()
  for (const currency of new Set(transfers.map((transfer) => transfer.currency))) {
    if (currency === UNIT) continue
    const times = transfers.filter((one) => one.currency === currency).map(({ atMs }) => endOf(atMs))
    priced.set(currency, await readPricesAt(source, currency, UNIT, times))
  }
  return transfers.map((transfer) => {
    const { currency, amount, atMs } = transfer
    if (currency === UNIT) return { ...transfer, value: amount }
    const links = priced.get(currency)?.get(endOf(atMs))
    return { ...transfer, value: links ? exactText(convertAlong(parseExact(amount), links)) : null }
  })
}

/** Movements that the user entered, at the entered values, and transfers known to be completed. */
export async function readMovements(
  source: PriceSource & {
    readonly store: Pick<Store, 'listMovements'>
    readonly journal: TransferJournal
  },
  address: string,
): Promise<TimedMovement[]> {
  const { store, journal, network: networkKey } = source
  const [entered, transfers] = await Promise.all([
    store.listMovements({ networkKey, address }),
    readTransfers(journal, networkKey, address),
  ])
  return [
    ...entered.map(({ currency, direction, amount, value, atMs }) => ({
      currency: currency.toLowerCase(),
      direction,
      amount,
      value,
      atMs,
    })),
    ...(await priceTransfers(source, transfers)),
  ]
}
