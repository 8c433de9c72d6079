// Owns: the words of the system's notifications. Must not: decide whether one is shown.
import type { Notice, NoticeFacts } from '../../src-preload/contract/alerts.ts'
import { countOf } from '../../src-preload/domain/count-of.ts'
import { type cancelReasons, splitMarket } from '../../src-preload/domain/markets.ts'

export interface NotificationText {
  readonly title: string
  readonly body: string
}

/** How much may be read by whoever looks at the screen. */
export interface Discretion {
  /** Amounts are hidden. */
  readonly isPrivate: boolean
  /** Only the kind is told. */
  readonly isLocked: boolean
}

/** In UTF-16 units: systems show about as much. */
const MOST_LENGTH = 240

type KnownReason = (typeof cancelReasons)[number]

const reasonWords: Record<KnownReason, string> = {
  'Order cancelled by user': 'by you',
  'Slippage greater than 30%. Order cancelled to prevent loss of funds': 'the price moved by more than 30 %',
  'Order cancellation was initiated by system': 'by the service',
  'Something went wrong, order was cancelled to prevent loss of funds': 'the matching failed',
  'Order cancelled because it was matched as a taker order': 'it would have taken from the book',
}

const isKnownReason = (reason: string): reason is KnownReason => Object.hasOwn(reasonWords, reason)

const kindWords: Readonly<Record<NoticeFacts['kind'], NotificationText>> = {
  priceCrossed: { title: 'Price alert', body: 'A price was reached.' },
  orderFilled: { title: 'Order filled', body: 'One of your orders was filled.' },
  orderCancelled: { title: 'Order cancelled', body: 'One of your orders was cancelled.' },
}

const pluralWords: Readonly<Record<NoticeFacts['kind'], (count: number) => string>> = {
  priceCrossed: (count) => countOf(count, ['price alert', 'price alerts']),
  orderFilled: (count) => countOf(count, ['order filled', 'orders filled']),
  orderCancelled: (count) => countOf(count, ['order cancelled', 'orders cancelled']),
}

function nameMarket(market: string): string {
  const units = splitMarket(market)
  return (units === null ? market : `${units.base}/${units.quote}`).toUpperCase()
}

const baseOf = (market: string): string => splitMarket(market)?.base.toUpperCase() ?? ''

/** Writes figures as the reader's region has them. */
interface Figures {
  /** A price; it keeps two decimals. */
  price(text: string): string
  amount(text: string, market: string): string
}

/** More than any decimal text has, so that nothing is rounded: a format reads decimal text digit by digit. */
const MOST_DECIMALS = 100

/** @param locale - BCP 47; null for the runtime's own */
function figuresIn(locale: string | null): Figures {
  const write = (text: string, leastDecimals: number): string =>
    new Intl.NumberFormat(locale ?? undefined, {
      // Western digits everywhere, as on screen.
      numberingSystem: 'latn',
      minimumFractionDigits: leastDecimals,
      maximumFractionDigits: MOST_DECIMALS,
    }).format(text as Intl.StringNumericLiteral)
  return {
    price: (text) => write(text, 2),
    amount: (text, market) => `${write(text, 0)} ${baseOf(market)}`.trim(),
  }
}

const isZero = (text: string): boolean => !/[1-9]/.test(text)

function describeOrder(facts: Exclude<NoticeFacts, { kind: 'priceCrossed' }>, figures: Figures): string {
  const { market, side, averagePrice, price, executedVolume, originVolume } = facts
  const verb = side === 'buy' ? 'Buy' : 'Sell'
  const at = isZero(averagePrice) ? price : averagePrice
  const where = at === null ? '' : ` at ${figures.price(at)}`
  if (facts.kind === 'orderFilled') return `${verb} ${figures.amount(executedVolume, market)}${where}`
  const done = isZero(executedVolume) ? 'nothing' : figures.amount(executedVolume, market)
  return `${verb} ${figures.amount(originVolume, market)}${where}; ${done} executed`
}

function describeReason(reason: string | null, isPrivate: boolean): string {
  if (reason === null) return ''
  if (isKnownReason(reason)) return ` Reason: ${reasonWords[reason]}.`
  // In the service's own words a figure may be an amount.
  return ` Reason: ${isPrivate ? reason.replace(/\d[\d.,]*/g, '•••') : reason}.`
}

/**
 * What others wrote, on one line that cannot pass for several: no control characters, and none that turn the way of writing
 * or are not seen. A reason may be as long as the service likes.
 */
function toLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\s]+/gu, ' ').trim()
  return line.length <= MOST_LENGTH ? line : `${line.slice(0, MOST_LENGTH - 1).toWellFormed()}…`
}

/**
 * A text that says the same where it is read as markup, with links and pictures: part of it is what others wrote. Look-alikes
 * rather than entities, which systems without markup would show. Source: Desktop Notifications Specification, Markup.
 */
export function withoutMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆')
}

/**
 * The words of one notice.
 * @param locale - BCP 47, of the region in which figures are written; null for the runtime's own
 */
export function notificationText(
  notice: Pick<Notice, 'what'>,
  discretion: Discretion,
  locale: string | null,
): NotificationText {
  const { title, body } = wordNotice(notice, discretion, figuresIn(locale))
  return { title: toLine(title), body: toLine(body) }
}

function wordNotice(
  { what }: Pick<Notice, 'what'>,
  discretion: Discretion,
  figures: Figures,
): NotificationText {
  if (discretion.isLocked) return kindWords[what.kind]
  const market = nameMarket(what.market)
  switch (what.kind) {
    case 'priceCrossed': {
      const way = what.direction === 'up' ? 'Rising' : 'Falling'
      return {
        title: `${market} reached ${figures.price(what.price)}`,
        body: what.note === '' ? `${way}.` : what.note,
      }
    }
    case 'orderFilled':
    case 'orderCancelled': {
      const title = `${kindWords[what.kind].title}: ${market}`
      const reason =
        what.kind === 'orderCancelled' ? describeReason(what.cancelReason, discretion.isPrivate) : ''
      const side = what.side === 'buy' ? 'Buy' : 'Sell'
      return { title, body: `${discretion.isPrivate ? side : describeOrder(what, figures)}.${reason}` }
    }
  }
}

/** The words of many notices at once: how many of each kind. */
export function summaryText(notices: readonly Pick<Notice, 'what'>[]): NotificationText {
  const parts = (['priceCrossed', 'orderFilled', 'orderCancelled'] as const).flatMap((kind) => {
    const count = notices.filter(({ what }) => what.kind === kind).length
    return count === 0 ? [] : [pluralWords[kind](count)]
  })
  return { title: countOf(notices.length, ['new notice', 'new notices']), body: `${parts.join(', ')}.` }
}
