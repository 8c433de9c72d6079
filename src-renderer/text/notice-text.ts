// Text for notices in lists and for screen readers.
import { shownAverage } from '../../src-preload/domain/orders/shown-average.ts'
import type { Notice, NoticeFacts } from '../../src-preload/contract/app/alerts.ts'
import { assertNever } from '../../src-preload/domain/errors.ts'
import { formatDecimal, isZeroDecimal } from './format/decimal.ts'
import { currentZone } from './format/current-zone.svelte.ts'
import { formatDay, isSameYear } from './format/time.ts'
import { countOf, nameMarket, nameOrderType, sideNames } from './format/words.ts'

/** Notices of an order as it was read at the exchange. */
export type ReadOrderFacts = Extract<
  NoticeFacts,
  { kind: 'orderFilled' | 'orderCancelled' | 'orderPartlyFilled' }
>

type SentFacts = Extract<NoticeFacts, { kind: 'orderUnknown' | 'orderFoundLate' | 'orderDiffers' }>

/** "Buy limit, ETH/USDC" */
const nameSent = ({ side, type, market }: SentFacts): string =>
  `${sideNames[side]} ${nameOrderType(type).toLowerCase()}, ${nameMarket(market).pair}`

/** A notice created later than this after its event counts as missed. */
const missedAfterMs = 60_000
/** More notices than this are announced only by number. */
const maxAnnounced = 2

export interface NoticeWords {
  /** "ETH/USDC reached 2,450.00" */
  readonly title: string
  /** Market, side and type of an order, or the user's note; may be empty. */
  readonly about: string
}

/** The words of the alarm: what is certain about the old order, and about the new one. */
export function describeGone({ order, isUnknown }: Extract<NoticeFacts, { kind: 'orderGone' }>): string {
  if (order.type === 'stop_limit') {
    return isUnknown
      ? 'Your stop was canceled. The new one has no answer.'
      : 'Your stop was canceled. The new one was not placed.'
  }
  return isUnknown
    ? 'Your order was canceled. The new one has no answer.'
    : 'Your order was canceled. The new one was not placed.'
}

function describeCancel({
  orderId,
  market,
  side,
  isMove,
}: Extract<NoticeFacts, { kind: 'cancelAsked' }>): string {
  if (orderId !== null && isMove) return `Order ${orderId}, moved to another price`
  if (orderId !== null) return `Order ${orderId}`
  if (market === null) return 'All open orders'
  const { pair } = nameMarket(market)
  switch (side) {
    case null:
      return `All open orders in ${pair}`
    case 'buy':
      return `All open buy orders in ${pair}`
    case 'sell':
      return `All open sell orders in ${pair}`
  }
}

export function describeNotice(what: NoticeFacts): NoticeWords {
  switch (what.kind) {
    case 'priceCrossed': {
      const { pair } = nameMarket(what.market)
      const way = what.direction === 'up' ? 'rising' : 'falling'
      return { title: `${pair} reached ${formatDecimal(what.price)}, ${way}`, about: what.note }
    }
    case 'orderFilled':
      return {
        title: `${sideNames[what.side]} order filled`,
        about: `${nameMarket(what.market).pair}, ${nameOrderType(what.type).toLowerCase()}`,
      }
    case 'orderCancelled':
      return {
        title: `${sideNames[what.side]} order ${isZeroDecimal(what.executedVolume) ? 'canceled' : 'canceled, partly filled'}`,
        about: `${nameMarket(what.market).pair}, ${nameOrderType(what.type).toLowerCase()}`,
      }
    case 'orderPartlyFilled':
      return {
        title: `${sideNames[what.side]} order partly filled`,
        about: `${nameMarket(what.market).pair}, ${nameOrderType(what.type).toLowerCase()}`,
      }
    case 'orderUnknown':
      return { title: 'An order has no answer and may be open', about: nameSent(what) }
    case 'orderFoundLate':
      return {
        title: what.isCanceled ? 'A late order was found and canceled' : 'A late order was placed',
        about: nameSent(what),
      }
    case 'orderDiffers':
      return { title: 'The exchange placed a different order than the one you sent', about: nameSent(what) }
    case 'orderGone':
      return {
        title: describeGone(what),
        about: nameMarket(what.order.market).pair,
      }
    case 'signingLocked':
      return { title: 'The exchange did something you didn’t ask for: signing is locked', about: '' }
    case 'sessionEnded':
      return { title: 'Trading session ended', about: '' }
    case 'cancelAsked':
      return what.isWaiting === true
        ? { title: 'Canceling all orders waits until its account is in use and signed in', about: '' }
        : { title: 'Cancel requested', about: describeCancel(what) }
    case 'transferReceived':
      return { title: 'Transfer received', about: '' }
    default:
      return assertNever(what, 'notice')
  }
}

/** Where a notice leads, as on its link: "Open order 77". */
export function nameSubject(what: NoticeFacts): string {
  switch (what.kind) {
    case 'priceCrossed':
      return `Open ${nameMarket(what.market).pair}`
    case 'orderFilled':
    case 'orderPartlyFilled':
    case 'orderCancelled':
      return `Open order ${what.orderId}`
    case 'transferReceived':
      return 'Open Transfers'
    case 'signingLocked':
    case 'orderGone':
      return 'Open Trade'
    case 'orderUnknown':
    case 'orderFoundLate':
    case 'orderDiffers':
    case 'sessionEnded':
    case 'cancelAsked':
      return 'Open Orders'
  }
}

/** Average fill price at the decimals of the order price, or else that; null when there is neither. */
export function priceOf({
  averagePrice,
  price,
}: Pick<ReadOrderFacts, 'averagePrice' | 'price'>): string | null {
  return isZeroDecimal(averagePrice) ? price : shownAverage(averagePrice, price)
}

/** True when nobody was notified at the time: Starkdesk was closed or offline. */
export function wasMissed({ atMs, notedAtMs }: Pick<Notice, 'atMs' | 'notedAtMs'>): boolean {
  return notedAtMs - atMs > missedAfterMs
}

/** Count on the bell, at most 99+; empty for none. */
export function countOnBell(unread: number): string {
  return unread === 0 ? '' : unread > 99 ? '99+' : String(unread)
}

/** Accessible name of the bell: "Notices, 3 unread". */
export function nameBell(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${countOf(unread, ['unread', 'unread'])}`
}

/** Announces new notices to a screen reader; empty for none. */
export function readNotices(notices: readonly Pick<Notice, 'what'>[]): string {
  if (notices.length > maxAnnounced)
    return `${countOf(notices.length, ['new notification', 'new notifications'])}.`
  return notices
    .map(({ what }) => describeNotice(what))
    .map(({ title, about }) => (about === '' ? `${title}.` : `${title}. ${about}.`))
    .join(' ')
}

export interface NoticeDay {
  /** Start of the day in the zone. */
  readonly startMs: number
  /** Today, Yesterday, 20 Nov, or with the year. */
  readonly title: string
  readonly notices: readonly Notice[]
}

/** Groups notices by day in the zone, newest first. */
export function groupByDay(notices: readonly Notice[], nowMs: number): NoticeDay[] {
  const zone = currentZone()
  const days = Map.groupBy(notices, ({ atMs }) => zone.startOfDay(atMs))
  return [...days]
    .sort(([one], [other]) => other - one)
    .map(([startMs, ofDay]) => ({
      startMs,
      title: nameDay(startMs, nowMs),
      notices: ofDay.toSorted((one, other) => other.atMs - one.atMs || other.id - one.id),
    }))
}

function nameDay(startMs: number, nowMs: number): string {
  const zone = currentZone()
  const { year, month, day } = zone.parts(nowMs)
  if (startMs === zone.startOfDay(nowMs)) return 'Today'
  // By the calendar: a day has 23 to 25 hours.
  if (startMs === zone.timeOf(year, month, day - 1)) return 'Yesterday'
  return formatDay(startMs, !isSameYear(startMs, nowMs))
}
