// Why the cost of a currency is estimated or unknown, and what the user can do.
import type { BookFault, BookState } from '../../../../src-preload/contract/portfolio/figures.ts'
import { splitMarket } from '../../../../src-preload/domain/markets/markets.ts'
import { formatMoment } from '../../../text/format/time.ts'
import { countOf, nameMarket } from '../../../text/format/words.ts'
import { maskAmount } from '../../../shell/page/private-amount.ts'
import { writeFigure } from '../../../text/format/display-precision.ts'

/** For a sum estimated because of missing fills. */
export const fillsMissing = 'Fills are missing; this is the sum of the loaded ones.'

type CheckFault = Extract<BookFault, { reason: 'check' }>

/** Books are checked to 1e-8. */
const checkDecimals = 8
const amount = (text: string, unit: string): string =>
  maskAmount(`${writeFigure(text, checkDecimals)}${unit === '' ? '' : ` ${unit}`}`)

function describeCheck({ check, expected, found, atMs }: CheckFault, own: string, unit: string): string {
  const numbers = (of: string): string => `Expected ${amount(expected, of)}, found ${amount(found, of)}.`
  const at = atMs === null ? '' : formatMoment(atMs)
  switch (check) {
    case 'debit':
      return `Amount out: ${numbers(own)}`
    case 'debitValue':
      return `Value out: ${numbers(unit)}`
    case 'balanceValue':
      return `Cost basis: ${numbers(unit)}`
    case 'earlierBalance':
      return `Balance at ${at}: ${numbers(own)}`
    case 'earlierCost':
      return `Cost basis at ${at}: ${numbers(unit)}`
  }
}

/** Why a currency's book is unknown, in one or two sentences. */
export function describeFault(currency: string, fault: BookFault, pnlCurrency: string): string {
  const own = currency.toUpperCase()
  const unit = pnlCurrency.toUpperCase()
  switch (fault.reason) {
    case 'check':
      return `The exchange does not report deposits and withdrawals of ${own}. ${describeCheck(fault, own, unit)} Enter the missing one.`
    case 'notChecked':
      return `The opening cost of ${own} comes from the exchange, with no earlier figure to check it against.`
    case 'fillsMissing':
      return `${countOf(fault.orders, ['order', 'orders'])} with ${own}: fills are still missing.`
    case 'openingBelowZero':
      return `Before the first loaded fill, the account would have held ${amount(fault.amount, own)} at a cost of ${amount(fault.cost, unit)}. Enter the missing deposit or withdrawal.`
    case 'heldBelowZero':
      return `By its fills, the account would have held ${amount(fault.amount, own)} at some time. Enter the missing deposit or withdrawal.`
    case 'noPrice':
      return `No price of ${fault.market === null ? own : nameMarket(fault.market).pair} at ${formatMoment(fault.atMs)} is available.`
    case 'early':
      return `Fills with ${own} are loaded from ${formatMoment(fault.sinceMs)}, so its earlier cost is unknown.`
    case 'noSide':
      return `The exchange reports a fill with ${own} without its side.`
    case 'openingSold':
      return `Almost all ${own} from before the first loaded fill has been sold, so its cost can’t be calculated.`
    case 'noReading':
      return `The exchange’s figures for ${own} have not been compared with the fills yet.`
  }
}

/** True when entering a deposit or withdrawal may fix it. */
export const canEnterMovement = (fault: BookFault): boolean =>
  fault.reason === 'check' || fault.reason === 'openingBelowZero' || fault.reason === 'heldBelowZero'

/** Unknown books, of all or of a market's two currencies. */
export function faultyBooks(books: readonly BookState[], market: string | null = null): readonly BookState[] {
  const units = market === null ? null : splitMarket(market)
  return books.filter(
    ({ currency, state }) =>
      state !== 'known' && (units === null || currency === units.base || currency === units.quote),
  )
}

/** Why a figure is estimated or unknown, for its tooltip; empty when no book gives a reason. */
export function explainFigure(
  books: readonly BookState[],
  pnlCurrency: string,
  market: string | null = null,
): string {
  return faultyBooks(books, market)
    .map(({ currency, fault }) => (fault === null ? '' : describeFault(currency, fault, pnlCurrency)))
    .filter((text) => text !== '')
    .join('\n')
}
