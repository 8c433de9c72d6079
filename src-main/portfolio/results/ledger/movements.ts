// Reads movements other than fills: those that the user entered, and completed transfers.
import { exactText, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { MovementInput } from '../../../../src-preload/contract/portfolio/movements.ts'
import type { Journal } from '../../../store/api/journal-api.ts'
import type { Store } from '../../../store/api/store-api.ts'
import { convertAlong } from '../../../../src-preload/domain/numbers/convert-along.ts'
import { type PriceSource, readPricesAt } from '../prices/price-history.ts'

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

type MovementSource = PriceSource & {
  readonly store: Pick<Store, 'listMovements' | 'listCompletedTransfers'>
  readonly journal: TransferJournal
}

/** Whose movements are read. */
export interface MovementAccount {
  readonly accountId: string
  readonly address: string
}

/** What is read of a transfer that the exchange told of. */
type Told = Awaited<ReturnType<Store['listCompletedTransfers']>>[number]

/**
 * Completed transfers of an account, each once, at the time of processing: those of the journal, those that were looked up, and
 * those that the exchange lists. A sender's reference is one transfer: the journal tells it before a look-up, and that before the list.
 */
async function readTransfers(
  { store, journal, network: networkKey }: MovementSource,
  { accountId, address }: MovementAccount,
): Promise<Transfer[]> {
  const [sent, found, listed] = await Promise.all([
    journal.listTransfers(networkKey, address),
    journal.listFoundTransfers(networkKey, address),
    store.listCompletedTransfers(accountId),
  ])
  const own = address.toLowerCase()
  const gone = sent.filter(({ state }) => state === 'succeeded')
  const sentReferences = new Set(gone.map(({ reference }) => reference))
  const isOwn = (each: string): boolean => each.toLowerCase() === own
  const told = new Map<string, Told>()
  for (const one of [...listed, ...found.map((each) => each.told)]) {
    const { reference, fromAddress, destinationAddress, status } = one
    // To oneself nothing moves. A reference is its sender's own.
    if (status !== 'success' || isOwn(fromAddress) === isOwn(destinationAddress)) continue
    if (isOwn(fromAddress) && sentReferences.has(reference)) continue
    told.set(`${fromAddress.toLowerCase()} ${reference}`, one)
  }
  return [
    ...gone.map(({ told: its, updatedAtMs, amount, currency }): Transfer => ({
      amount: its?.amount ?? amount,
      currency: (its?.currency ?? currency).toLowerCase(),
      atMs: its?.updatedAtMs ?? updatedAtMs,
      direction: 'out',
    })),
    ...[...told.values()].map(({ amount, currency, updatedAtMs, fromAddress }): Transfer => ({
      amount,
      currency: currency.toLowerCase(),
      atMs: updatedAtMs,
      direction: isOwn(fromAddress) ? 'out' : 'in',
    })),
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
  source: MovementSource,
  account: MovementAccount,
): Promise<TimedMovement[]> {
  const { store, network: networkKey } = source
  const [entered, transfers] = await Promise.all([
    store.listMovements({ networkKey, address: account.address }),
    readTransfers(source, account),
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
