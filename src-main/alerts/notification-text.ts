// Texts of system notifications.
import { shownAverage } from '../../src-preload/domain/orders/shown-average.ts'
import type { Notice, NoticeFacts } from '../../src-preload/contract/app/alerts.ts'
import type { TradingAlarm } from '../../src-preload/contract/trading/trading-alarms.ts'
import { countOf } from '../../src-preload/domain/count-of.ts'
import type { SessionEndReason } from '../../src-preload/domain/accounts/session-limits.ts'
import { type cancelReasons, splitMarket } from '../../src-preload/domain/markets/markets.ts'

export interface NotificationText {
  readonly title: string
  readonly body: string
}

/** How much a notification may reveal to people near the screen. */
export interface Discretion {
  /** Amounts are hidden. */
  readonly isPrivate: boolean
  /** Only the kind is shown. */
  readonly isLocked: boolean
}

/** UTF-16 units; systems show about this much. */
const MAX_LENGTH = 240

type KnownReason = (typeof cancelReasons)[number]

const reasonWords: Record<KnownReason, string> = {
  'Order cancelled by user': 'by you',
  'Slippage greater than 30%. Order cancelled to prevent loss of funds': 'the price moved by more than 30%',
  'Order cancellation was initiated by system': 'by the exchange',
  'Something went wrong, order was cancelled to prevent loss of funds': 'matching failed',
  'Order cancelled because it was matched as a taker order': 'post-only, and it would have filled at once',
}

const isKnownReason = (reason: string): reason is KnownReason => Object.hasOwn(reasonWords, reason)

const kindWords: Readonly<Record<NoticeFacts['kind'], NotificationText>> = {
  priceCrossed: { title: 'Price alert', body: 'A price was reached.' },
  orderFilled: { title: 'Order filled', body: 'One of your orders was filled.' },
  orderCancelled: { title: 'Order canceled', body: 'One of your orders was canceled.' },
  orderPartlyFilled: { title: 'Order partly filled', body: 'One of your orders was partly filled.' },
  orderUnknown: { title: 'Order without an answer', body: 'One of your orders may have been placed.' },
  orderFoundLate: { title: 'Late order found', body: 'An order thought lost was found.' },
  orderDiffers: {
    title: 'Order differs',
    body: 'The exchange placed a different order than the one you sent.',
  },
  orderGone: {
    title: 'Order not replaced',
    body: 'An order was canceled for a move, but the new one was not placed.',
  },
  signingLocked: {
    title: 'Signing is locked',
    body: 'The exchange did something you didn’t ask for. Nothing is signed until you review it.',
  },
  sessionEnded: { title: 'Trading session ended', body: 'Each order asks for confirmation again.' },
  cancelAsked: { title: 'Cancel requested', body: 'A request to cancel orders was made.' },
  transferReceived: { title: 'Transfer received', body: 'A transfer arrived.' },
}

const endWords: Readonly<Record<SessionEndReason, string>> = {
  locked: 'Starkdesk was locked.',
  screenLocked: 'The screen was locked.',
  suspended: 'The computer went to sleep.',
  userSwitched: 'Another user signed in to this computer.',
  idle: 'There was no input for five minutes.',
  accountChanged: 'The account was changed.',
  pageReloaded: 'The window was reloaded.',
  pageCrashed: 'The window crashed.',
  pageClosed: 'The window was closed.',
  difference: 'The exchange did something you didn’t ask for.',
  unread: 'Signed orders could not be verified.',
  byHand: 'You ended it.',
  timeOver: 'Its time is up.',
  // Orders may still be open.
  killSwitch: 'Canceling all orders ended it.',
  replaced: 'You granted another one.',
  quit: 'Starkdesk was closed.',
}

const isEndReason = (reason: string): reason is SessionEndReason => Object.hasOwn(endWords, reason)

const pluralWords: Readonly<Record<NoticeFacts['kind'], (count: number) => string>> = {
  priceCrossed: (count) => countOf(count, ['price alert', 'price alerts']),
  orderFilled: (count) => countOf(count, ['order filled', 'orders filled']),
  orderCancelled: (count) => countOf(count, ['order canceled', 'orders canceled']),
  orderPartlyFilled: (count) => countOf(count, ['partial fill', 'partial fills']),
  orderUnknown: (count) => countOf(count, ['order without an answer', 'orders without an answer']),
  orderFoundLate: (count) => countOf(count, ['late order', 'late orders']),
  orderDiffers: (count) => countOf(count, ['order that differs', 'orders that differ']),
  orderGone: (count) => countOf(count, ['order not replaced', 'orders not replaced']),
  signingLocked: (count) =>
    countOf(count, ['difference that locked signing', 'differences that locked signing']),
  sessionEnded: (count) => countOf(count, ['trading session ended', 'trading sessions ended']),
  cancelAsked: (count) => countOf(count, ['cancel requested', 'cancels requested']),
  transferReceived: (count) => countOf(count, ['transfer received', 'transfers received']),
}

function nameMarket(market: string): string {
  const units = splitMarket(market)
  return (units === null ? market : `${units.base}/${units.quote}`).toUpperCase()
}

const baseOf = (market: string): string => splitMarket(market)?.base.toUpperCase() ?? ''

/** Formats numbers for a locale. */
interface Figures {
  /** A price with at least two decimals. */
  price(text: string): string
  amount(text: string, market: string): string
  plain(text: string): string
}

/** Above the decimals of any value, so nothing is rounded: Intl formats decimal text digit by digit. */
const MAX_DECIMALS = 100

/** @param locale - BCP 47; null for the runtime's own */
function figuresIn(locale: string | null): Figures {
  const write = (text: string, leastDecimals: number): string =>
    new Intl.NumberFormat(locale ?? undefined, {
      // Western digits everywhere, as on screen.
      numberingSystem: 'latn',
      minimumFractionDigits: leastDecimals,
      maximumFractionDigits: MAX_DECIMALS,
    }).format(text as Intl.StringNumericLiteral)
  return {
    price: (text) => write(text, 2),
    amount: (text, market) => `${write(text, 0)} ${baseOf(market)}`.trim(),
    plain: (text) => write(text, 0),
  }
}

const isZero = (text: string): boolean => !/[1-9]/.test(text)

type ReadOrder = Extract<NoticeFacts, { kind: 'orderFilled' | 'orderCancelled' | 'orderPartlyFilled' }>

function describeOrder(facts: ReadOrder, figures: Figures): string {
  const { market, side, averagePrice, price, executedVolume, originVolume } = facts
  const verb = side === 'buy' ? 'Buy' : 'Sell'
  const at = isZero(averagePrice) ? price : shownAverage(averagePrice, price)
  const where = at === null ? '' : ` at ${figures.price(at)}`
  if (facts.kind === 'orderFilled') return `${verb} ${figures.amount(executedVolume, market)}${where}`
  if (facts.kind === 'orderPartlyFilled') {
    const part = `${figures.amount(executedVolume, market)} of ${figures.amount(originVolume, market)}`
    return `${verb} ${part}${where}`
  }
  const done = isZero(executedVolume) ? 'nothing' : figures.amount(executedVolume, market)
  return `${verb} ${figures.amount(originVolume, market)}${where}, ${done} filled`
}

function describeReason(reason: string | null, isPrivate: boolean): string {
  if (reason === null) return ''
  if (isKnownReason(reason)) return ` Reason: ${reasonWords[reason]}.`
  // The exchange's message may contain amounts.
  return ` Reason: ${isPrivate ? reason.replace(/\d[\d.,]*/g, '•••') : reason}.`
}

/**
 * Cleans untrusted text to a single line: removes control, bidirectional and invisible characters. A reason may have any
 * length.
 */
function toLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\s]+/gu, ' ').trim()
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…`
}

/**
 * Replaces markup characters with look-alikes, because systems may interpret the text as markup with links and images, and
 * part of it is untrusted. Entities would be shown literally by systems without markup. Source: Desktop Notifications
 * Specification, Markup.
 */
export function withoutMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆')
}

/**
 * The text of one notification.
 * @param locale - BCP 47, for formatting numbers; null for the runtime's own
 */
export function notificationText(
  notice: Pick<Notice, 'what'>,
  discretion: Discretion,
  locale: string | null,
): NotificationText {
  const { title, body } = wordNotice(notice, discretion, figuresIn(locale))
  return { title: toLine(title), body: toLine(body) }
}

/** An order as it was sent: "Buy 0.1 ETH at 1,200.00"; without its figures while amounts are hidden. */
function describeSent(
  {
    side,
    amount,
    market,
    price,
  }: Pick<Extract<NoticeFacts, { kind: 'orderUnknown' }>, 'side' | 'amount' | 'market' | 'price'>,
  { isPrivate }: Discretion,
  figures: Figures,
): string {
  const verb = side === 'buy' ? 'Buy' : 'Sell'
  if (isPrivate) return verb
  return `${verb} ${figures.amount(amount, market)}${price === null ? '' : ` at ${figures.price(price)}`}`
}

/** What an alarm says. An order that protects may be missing: it says what is certain, and what is not. */
function wordAlarm(what: TradingAlarm, discretion: Discretion, figures: Figures): NotificationText {
  const { title } = kindWords[what.kind]
  switch (what.kind) {
    case 'orderUnknown': {
      const sent = describeSent(what, discretion, figures)
      return { title: `${title}: ${nameMarket(what.market)}`, body: `${sent} was sent. It may be open.` }
    }
    case 'orderFoundLate': {
      const sent = describeSent(what, discretion, figures)
      // It may have been filled before it was found.
      const now = what.isCanceled ? 'It was canceled.' : 'It was placed.'
      return { title: `${title}: ${nameMarket(what.market)}`, body: `${sent} was found late. ${now}` }
    }
    case 'orderDiffers': {
      const sent = describeSent(what, discretion, figures)
      const differing = what.differences.join(', ')
      return {
        title: `${title}: ${nameMarket(what.market)}`,
        body: `${sent} was sent, but the exchange placed it with a different ${differing}.`,
      }
    }
    case 'orderGone': {
      const noun = what.order.type === 'stop_limit' ? 'stop' : 'order'
      const now = what.isUnknown ? 'The new one has no answer.' : 'The new one was not placed.'
      return {
        title: `${title}: ${nameMarket(what.order.market)}`,
        body: `Your ${noun} was canceled. ${now}`,
      }
    }
    case 'signingLocked':
      return { title, body: kindWords.signingLocked.body }
    case 'sessionEnded': {
      const { body } = kindWords.sessionEnded
      return { title, body: isEndReason(what.reason) ? `${endWords[what.reason]} ${body}` : body }
    }
  }
}

const isWaiting = (what: NoticeFacts): boolean => what.kind === 'cancelAsked' && what.isWaiting === true

/** Names nothing that a lock hides. */
const waitingText: NotificationText = {
  title: 'Orders may still be open',
  body: 'Canceling all orders waits until its account is in use and signed in.',
}

function wordCancel({
  market,
  side,
  orderId,
  isMove,
}: Extract<NoticeFacts, { kind: 'cancelAsked' }>): string {
  if (orderId !== null && isMove) {
    return `Order ${String(orderId)} is being canceled and placed again at another price.`
  }
  if (orderId !== null) return `Order ${String(orderId)} is being canceled.`
  const sides = side === null ? 'orders' : `${side} orders`
  return `All open ${sides}${market === null ? '' : ` in ${nameMarket(market)}`} are being canceled.`
}

function wordNotice(
  { what }: Pick<Notice, 'what'>,
  discretion: Discretion,
  figures: Figures,
): NotificationText {
  if (isWaiting(what)) return waitingText
  if (discretion.isLocked) return kindWords[what.kind]
  switch (what.kind) {
    case 'priceCrossed': {
      const market = nameMarket(what.market)
      const way = what.direction === 'up' ? 'Rising' : 'Falling'
      return {
        title: `${market} reached ${figures.price(what.price)}`,
        body: what.note === '' ? `${way}.` : what.note,
      }
    }
    case 'orderFilled':
    case 'orderPartlyFilled':
    case 'orderCancelled': {
      const title = `${kindWords[what.kind].title}: ${nameMarket(what.market)}`
      const reason =
        what.kind === 'orderCancelled' ? describeReason(what.cancelReason, discretion.isPrivate) : ''
      const side = what.side === 'buy' ? 'Buy' : 'Sell'
      return { title, body: `${discretion.isPrivate ? side : describeOrder(what, figures)}.${reason}` }
    }
    case 'orderUnknown':
    case 'orderFoundLate':
    case 'orderDiffers':
    case 'orderGone':
    case 'signingLocked':
    case 'sessionEnded':
      return wordAlarm(what, discretion, figures)
    case 'cancelAsked':
      return { title: kindWords.cancelAsked.title, body: wordCancel(what) }
    case 'transferReceived': {
      const { title, body } = kindWords.transferReceived
      const amount = `${figures.plain(what.amount)} ${what.currency.toUpperCase()}`
      return { title, body: discretion.isPrivate ? body : `${amount} from ${what.fromAddress}.` }
    }
  }
}

/** What matters most first. */
const kindOrder = [
  'orderGone',
  'signingLocked',
  'orderDiffers',
  'orderUnknown',
  'orderFoundLate',
  'sessionEnded',
  'priceCrossed',
  'orderFilled',
  'orderPartlyFilled',
  'orderCancelled',
  'cancelAsked',
  'transferReceived',
] as const

/** A summary of several notifications: the count of each kind. */
export function summaryText(notices: readonly Pick<Notice, 'what'>[]): NotificationText {
  const parts = kindOrder.flatMap((kind) => {
    const count = notices.filter(({ what }) => what.kind === kind).length
    return count === 0 ? [] : [pluralWords[kind](count)]
  })
  return {
    title: countOf(notices.length, ['new notification', 'new notifications']),
    body: `${parts.join(', ')}.`,
  }
}
