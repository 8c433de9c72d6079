// Why the cost of a currency is estimated or unknown, and what the user can do.
import type { BookFault, BookState } from '../../../src-preload/contract/portfolio.ts'
import { splitMarket } from '../../../src-preload/domain/markets.ts'
import { formatMoment } from '../../text/format/time.ts'
import { countOf, nameMarket } from '../../text/format/words.ts'
import { maskAmount } from '../../shell/page/private-amount.ts'
import { writeFigure } from '../../text/format/display-precision.ts'

/** For a sum estimated because of missing fills. */
export const fillsMissing = 'Fills are missing; this is the sum of those on this computer.'

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
      return `Amount that went out: ${numbers(own)}`
    case 'debitValue':
      return `Value of what went out: ${numbers(unit)}`
    case 'balanceValue':
      return `Cost of the balance: ${numbers(unit)}`
    case 'earlierBalance':
      return `Balance at ${at}: ${numbers(own)}`
    case 'earlierCost':
      return `Cost of the balance at ${at}: ${numbers(unit)}`
  }
}

/** Why a currency's book is unknown, in one or two sentences. */
export function describeFault(currency: string, fault: BookFault, pnlCurrency: string): string {
  const own = currency.toUpperCase()
  const unit = pnlCurrency.toUpperCase()
  switch (fault.reason) {
    case 'check':
      return `${own} deposited or withdrawn outside trading is not reported by the exchange. ${describeCheck(fault, own, unit)} Enter the missing deposit or withdrawal.`
    case 'notChecked':
      return `The opening cost of ${own} comes from the exchange’s cost and is not checked yet: there is no earlier reading to check it with.`
    case 'fillsMissing':
      return `${countOf(fault.orders, ['order', 'orders'])} with ${own}: fills are still missing.`
    case 'openingBelowZero':
      return `Before the first fill here the account would have held ${amount(fault.amount, own)} at a cost of ${amount(fault.cost, unit)}. Enter the missing deposit or withdrawal.`
    case 'noPrice':
      return `No price of ${fault.market === null ? own : nameMarket(fault.market).pair} at ${formatMoment(fault.atMs)} is on this computer.`
    case 'early':
      return `Fills with ${own} are on this computer from ${formatMoment(fault.sinceMs)}, so its cost before that is unknown.`
    case 'noSide':
      return `The exchange reports a fill with ${own} without its side.`
    case 'openingSold':
      return `Almost all ${own} held before the first fill here has been sold since, so its cost cannot be worked out.`
    case 'noReading':
      return `The exchange’s figures for ${own} have not been read together with the fills yet.`
  }
}

/** True when entering a deposit or withdrawal may fix it. */
export const canEnterMovement = (fault: BookFault): boolean =>
  fault.reason === 'check' || fault.reason === 'openingBelowZero'

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
