// Profit and loss as the exchange reported it over time.
import { z } from 'zod'
import { epochMs } from '../orders/entities.ts'
import { exactDecimal } from './figures.ts'

const historyFigures = {
  /** total_balance_value at that time. */
  costBasis: exactDecimal,
  /**
   * total_debit_value − total_credit_value + total_balance_value − movedOut, all at that time; null if movedOut was not
   * known.
   */
  realized: exactDecimal.nullable(),
  /** Balance × last price, both at that time; 0 if the balance is 0; null without a price. */
  marketValue: exactDecimal.nullable(),
  /** marketValue − costBasis. */
  unrealized: exactDecimal.nullable(),
  /** realized + unrealized. */
  total: exactDecimal.nullable(),
}
const historyEntry = z.strictObject({ currency: z.string(), pnlCurrency: z.string(), ...historyFigures })

/** One point of the history: figures that the exchange reported over a time, at the prices of one moment of that time. */
export const historyPoint = z.strictObject({
  /** The time of market values, and of conversion prices. */
  atMs: epochMs,
  /**
   * True for the present: prices are the latest stored ones, as in the headline, and atMs is when the newest of them or of
   * the figures was read. Otherwise prices are stored closes of at most a day before atMs.
   */
  isCurrent: z.boolean(),
  /** First and last time that the exchange reported these figures. */
  firstAsOfMs: epochMs,
  asOfMs: epochMs,
  entries: z.array(historyEntry),
})
export type PnlHistoryPoint = z.infer<typeof historyPoint>
