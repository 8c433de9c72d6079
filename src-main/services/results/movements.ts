// Reads what came and went by other ways than fills: what the user entered, and transfers that have gone through.
import type { Store } from '../../store/store-api.ts'
import type { TimedMovement } from './ledger-reader.ts'

/** The currency of profit and loss (interface, "Profit and loss entry"). */
export const UNIT = 'usdc'

/** Movements that the user entered, and transfers that are known to have gone through. */
export async function readMovements(
  store: Pick<Store, 'listMovements' | 'listTransfers' | 'listFoundTransfers'>,
  { network: networkKey, address }: { readonly network: string; readonly address: string },
): Promise<TimedMovement[]> {
  const [entered, sent, found] = await Promise.all([
    store.listMovements({ networkKey, address }),
    store.listTransfers(networkKey, address),
    store.listFoundTransfers(networkKey, address),
  ])
  const own = address.toLowerCase()
  const transfers = [
    ...sent.flatMap(({ state, told, updatedAtMs, amount, currency }) =>
      state !== 'succeeded'
        ? []
        : [
            {
              amount: told?.amount ?? amount,
              currency: told?.currency ?? currency,
              atMs: told?.createdAtMs ?? updatedAtMs,
              isOut: true,
            },
          ],
    ),
    ...found.flatMap(({ told }) =>
      told.status !== 'success'
        ? []
        : [
            {
              amount: told.amount,
              currency: told.currency,
              atMs: told.createdAtMs,
              isOut: told.fromAddress.toLowerCase() === own,
            },
          ],
    ),
  ]
  return [
    ...entered.map(({ currency, direction, amount, value, atMs }) => ({
      currency: currency.toLowerCase(),
      direction,
      amount,
      value,
      atMs,
    })),
    // Only USDC can be transferred (interface, Limits), whose value is its amount.
    ...transfers
      .filter(({ currency }) => currency.toLowerCase() === UNIT)
      .map(({ amount, atMs, isOut }): TimedMovement => ({
        currency: UNIT,
        direction: isOut ? 'out' : 'in',
        amount,
        value: amount,
        atMs,
      })),
  ]
}
