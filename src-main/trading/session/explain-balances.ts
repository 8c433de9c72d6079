// Explains how balances went down by the fills and transfers that are known. Pure and exact.
import type { LockedBasis } from '../../../src-preload/contract/portfolio/balances.ts'
import type { Balance, OwnTrade } from '../../../src-preload/contract/trading/trading-entities.ts'
import {
  add,
  type Exact,
  exactText,
  multiply,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { splitMarket } from '../../../src-preload/domain/markets/markets.ts'

/** An amount of a currency that left the account. */
export interface Outflow {
  readonly currency: string
  readonly amount: string
}

/** So much of a currency is gone without a reason. */
export interface UnexplainedDecrease {
  readonly currency: string
  readonly amount: string
}

/** What a fill takes from the account: what is paid with, and the fee, which may be in either currency. */
export function outflowsOf({
  market,
  side,
  price,
  amount,
  total,
  feeCurrency,
  feeAmount,
}: OwnTrade): Outflow[] {
  const units = splitMarket(market)
  if (units === null) return []
  const paid = total ?? exactText(multiply(parseExact(price), parseExact(amount)))
  const spent = side === 'buy' ? { currency: units.quote, amount: paid } : { currency: units.base, amount }
  const fee = feeCurrency === null || feeAmount === null ? [] : [{ currency: feeCurrency, amount: feeAmount }]
  return [spent, ...fee]
}

const rowOf = (rows: readonly Balance[], currency: string): Balance =>
  rows.find((row) => row.currency === currency) ?? { currency, balance: '0', locked: '0' }

/** How much less there is than before, if that is certain: the smaller of both readings where it is not known what a balance includes. */
function decreaseOf(before: Balance, after: Balance, basis: LockedBasis): Exact {
  const free = subtract(parseExact(before.balance), parseExact(after.balance))
  const whole = add(free, subtract(parseExact(before.locked), parseExact(after.locked)))
  switch (basis) {
    case 'includes':
      return free
    case 'excludes':
      return whole
    case 'unknown':
      return subtract(free, whole).units < 0n ? free : whole
  }
}

/**
 * The first currency of which more is gone than the outflows explain; null where all is explained.
 * @param basis - whether a balance includes what orders lock
 */
export function findUnexplained(
  before: readonly Balance[],
  after: readonly Balance[],
  outflows: readonly Outflow[],
  basis: LockedBasis,
): UnexplainedDecrease | null {
  for (const row of before) {
    const { currency } = row
    const explained = outflows
      .filter((outflow) => outflow.currency === currency)
      .reduce<Exact>((sum, { amount }) => add(sum, parseExact(amount)), zero)
    const missing = subtract(decreaseOf(row, rowOf(after, currency), basis), explained)
    if (missing.units > 0n) return { currency, amount: exactText(missing) }
  }
  return null
}

/** A transfer whose amount has left, or may have. */
export interface KnownTransfer extends Outflow {
  readonly id: string
}

/**
 * As findUnexplained, with transfers that explain what the outflows do not: each as a whole, and only where it is needed.
 * @returns `used`: ids of the transfers that explained something, which must explain nothing later
 */
export function explainByTransfers(
  before: readonly Balance[],
  after: readonly Balance[],
  outflows: readonly Outflow[],
  transfers: readonly KnownTransfer[],
  basis: LockedBasis,
): { readonly found: UnexplainedDecrease | null; readonly used: readonly string[] } {
  const used: KnownTransfer[] = []
  for (;;) {
    const found = findUnexplained(before, after, [...outflows, ...used], basis)
    const next = transfers.find((one) => one.currency === found?.currency && !used.includes(one))
    if (found === null || next === undefined) return { found, used: used.map(({ id }) => id) }
    used.push(next)
  }
}
