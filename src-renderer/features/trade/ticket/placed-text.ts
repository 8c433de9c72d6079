// Text about an order that was placed from here: what happened, what was and was not done, what to do next.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import type { ComparedOrderField, PlacedOrder } from '../../../../src-preload/contract/trading/trading.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { isDeclined } from '../../../text/errors/security-faults.ts'
import { fact } from '../../../text/errors/error-facts.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { countOf, nameMarket, sideNames } from '../../../text/format/words.ts'

export interface PlacedWords {
  readonly title: string
  /** What was and was not done, and what to do. */
  readonly lines: readonly string[]
  /** The exchange's own words; empty without any. */
  readonly said: string
  readonly tone: 'waiting' | 'good' | 'quiet' | 'bad' | 'warning'
}

/** "Buy 0.19 ETH @ 1,222.52": exact. */
export function nameOrder({
  side,
  amount,
  price,
  market,
}: Pick<PlacedOrder, 'side' | 'amount' | 'price' | 'market'>): string {
  const { base } = nameMarket(market)
  const what = `${sideNames[side]} ${formatDecimal(amount)} ${base}`
  return price === null ? `${what} at market` : `${what} @ ${formatDecimal(price)}`
}

/** The one refusal whose words are known (facts, A5). */
const decimalsRefusal =
  /^Maximum decimals allowed for (volume|price) is (\d{1,2}) in ([a-z0-9]{2,32}) market/i

/** A refusal in plain words; the exchange's own stand beside it. */
export function describeRefusedOrder(failure: ErrorReport | null): Pick<PlacedWords, 'lines' | 'said'> {
  const said = failure === null ? '' : fact(failure.data, 'message')
  // Only a refusal of the order itself has causes in the order.
  if (failure !== null && failure.code !== 'rejectedByExchange') {
    const { happened, next } = describeError(failure)
    return { lines: ['Nothing was placed.', happened, next], said }
  }
  const [, what = '', digits = '0', market = ''] = decimalsRefusal.exec(said) ?? []
  if (what !== '') {
    const { pair } = nameMarket(market.toLowerCase())
    const decimals = countOf(Number(digits), ['decimal', 'decimals'])
    const line =
      what.toLowerCase() === 'volume'
        ? `The amount has too many decimals: ${pair} allows ${decimals}.`
        : `The price has too many decimals: ${pair} allows ${decimals}.`
    return { lines: [line, 'Nothing was placed.'], said }
  }
  return {
    lines: [
      'Nothing was placed.',
      'Likely causes: insufficient balance, too many decimals, or no API trading for your account.',
    ],
    said,
  }
}

/** What kept an order here, and what to do. Nothing tries it again by itself, as reads of data are tried. */
function whyNotSent(failure: ErrorReport): readonly string[] {
  const { happened, next } = describeError(failure)
  switch (failure.code) {
    case 'network':
    case 'timeout':
    case 'offline':
      return [happened, 'Check the network, then place it again.']
    default:
      return [happened, next]
  }
}

function describeNotSent(failure: ErrorReport | null): Pick<PlacedWords, 'title' | 'lines' | 'tone'> {
  if (failure !== null && isDeclined(failure)) {
    return { title: 'Not placed', lines: ['You declined it in the confirmation window.'], tone: 'quiet' }
  }
  if (failure?.code === 'validation' && fact(failure.data, 'reason') === 'marketMoved') {
    return {
      title: 'Not placed: the market moved',
      lines: [
        'The price is now worse than the one you confirmed. Nothing was signed. Check the price and place it again.',
      ],
      tone: 'warning',
    }
  }
  return {
    title: 'Not placed',
    lines: [
      'It ended before it was sent and will not be sent later.',
      ...(failure === null ? [] : whyNotSent(failure)),
    ],
    tone: 'bad',
  }
}

const unknownLines = [
  'It was sent and has no answer, so it may be in the order book. It is never sent again.',
  'Starkdesk keeps checking. Check your open orders before you place another.',
]

/**
 * @param order - the exchange's order once it is known here
 */
export function describePlaced(placed: PlacedOrder, order: Order | null): PlacedWords {
  const name = nameOrder(placed)
  const none = { said: '' }
  switch (placed.state) {
    case 'intended':
      return {
        title: name,
        lines: ['Waiting for the confirmation window and the exchange.'],
        tone: 'waiting',
        ...none,
      }
    case 'sending':
      return { title: name, lines: ['Sent. Waiting for the exchange’s answer.'], tone: 'waiting', ...none }
    case 'refused':
      return {
        title: 'Rejected by the exchange',
        ...describeRefusedOrder(placed.failure),
        tone: 'bad',
      }
    case 'notSent':
      return { ...describeNotSent(placed.failure), ...none }
    case 'unknown':
      return { title: `Outcome unknown: ${name}`, lines: unknownLines, tone: 'warning', ...none }
    case 'probablyPlaced':
      return {
        title: `Probably placed: ${name}`,
        lines: [
          'It has no answer, but a matching order was found.',
          'Check your open orders before you place another.',
        ],
        tone: 'warning',
        ...none,
      }
    case 'accepted':
      return describeAccepted(placed, order, name)
  }
}

const fieldWords: Readonly<Record<ComparedOrderField, string>> = {
  market: 'market',
  side: 'side',
  type: 'type',
  amount: 'amount',
  price: 'price',
  stopPrice: 'trigger price',
}

function describeAccepted(placed: PlacedOrder, order: Order | null, name: string): PlacedWords {
  if (placed.differences.length > 0) {
    return {
      title: `Placed differently than requested: ${name}`,
      lines: [
        `The exchange’s order differs in: ${placed.differences.map((field) => fieldWords[field]).join(', ')}. Check it, or cancel it.`,
      ],
      said: '',
      tone: 'bad',
    }
  }
  const filled = order === null ? '0' : order.executedVolume
  const { base } = nameMarket(placed.market)
  const filledLine = /[1-9]/.test(filled) ? [`${formatDecimal(filled)} ${base} filled.`] : []
  switch (order?.state) {
    case 'done':
      return { title: `Filled: ${name}`, lines: [], said: '', tone: 'good' }
    case 'cancel':
      return {
        title: `Canceled: ${name}`,
        lines: filledLine.length > 0 ? filledLine : ['Nothing was filled.'],
        said: order.cancelReason ?? '',
        tone: 'warning',
      }
    default:
      return {
        title: placed.type === 'stop_limit' ? `Waiting for the trigger: ${name}` : `Placed: ${name}`,
        lines: filledLine,
        said: '',
        tone: 'good',
      }
  }
}
