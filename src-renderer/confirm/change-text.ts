// Text for each change that a user confirms.
import type { ChangeAsked, SigningDifference } from '../../src-preload/contract/confirm.ts'
import type { ComparedOrderField } from '../../src-preload/contract/trading.ts'
import type { TransferLimits } from '../../src-preload/contract/transfers.ts'
import { standardTriggerPercent } from '../../src-preload/domain/session-limits.ts'
import { formatDecimal } from '../text/format/decimal.ts'
import { nameMarket } from '../text/format/words.ts'
import { networkNames } from '../text/networks.ts'
import { serviceKeyWords } from '../text/service-key-text.ts'
import { describeOrderBusiness } from '../text/order-business-text.ts'

export interface ChangeWords {
  readonly heading: string
  readonly declineLabel: string
  readonly approveLabel: string
  /** Name and value, in page order. */
  readonly facts: readonly (readonly [string, string])[]
  /** Consequences, one or two sentences each. */
  readonly effects: readonly string[]
}

type Change<What extends ChangeAsked['what']> = Extract<ChangeAsked, { what: What }>

const limitOf = (limit: string | null): string =>
  limit === null ? 'no limit' : `${formatDecimal(limit)} USDC`

const boundOf = (price: string | null): string => (price === null ? 'none' : formatDecimal(price))

const triggerBoundOf = (percent: string | null): string =>
  `${formatDecimal(percent ?? standardTriggerPercent)}%`

const differenceNames: Readonly<Record<ComparedOrderField, string>> = {
  market: 'market',
  side: 'side',
  type: 'type',
  amount: 'amount',
  price: 'price',
  stopPrice: 'trigger',
}

function describeLimit(
  name: string,
  field: keyof TransferLimits,
  { now, asked }: Change<'raiseLimits'>,
): readonly (readonly [string, string])[] {
  if (now[field] === asked[field]) return []
  return [[name, `${limitOf(now[field])} → ${limitOf(asked[field])}`]]
}

function describeMinutes(minutes: number): string {
  if (minutes === 0)
    return 'Starkdesk no longer locks by itself. Whoever comes to your computer finds it open.'
  return minutes === 60
    ? 'Starkdesk locks only after an hour without input.'
    : `Starkdesk locks only after ${minutes} minutes without input.`
}

function describeLock(change: Change<'weakenLock'>): ChangeWords {
  return {
    heading: 'Weaken the lock?',
    declineLabel: 'Keep the lock as it is',
    approveLabel: 'Weaken the lock',
    facts: [],
    effects: [
      ...(change.lockAfterMinutes === null ? [] : [describeMinutes(change.lockAfterMinutes)]),
      ...(change.isReadableWhenLocked
        ? ['While Starkdesk is locked, orders, balances and transfers stay on the screen for anyone to read.']
        : []),
      ...(change.signsInAtStart
        ? ['Starkdesk signs in with your wallet at each start, without asking.']
        : []),
      ...(change.keepsTokens
        ? [
            'While Starkdesk is locked, its session with the exchange stays in memory: it reads your orders and can cancel them, and nothing else.',
          ]
        : []),
    ],
  }
}

function describeBounds({ label, network, market, now, asked }: Change<'widenBounds'>): ChangeWords {
  const { pair } = nameMarket(market)
  const fact = (name: string, field: 'lowest' | 'highest'): (readonly [string, string])[] =>
    now[field] === asked[field] ? [] : [[name, `${boundOf(now[field])} → ${boundOf(asked[field])}`]]
  return {
    heading: `Widen the price bounds of ${pair}?`,
    declineLabel: 'Keep the bounds',
    approveLabel: 'Widen the bounds',
    facts: [
      ['Account', label],
      ['Network', networkNames[network]],
      ...fact('Lowest', 'lowest'),
      ...fact('Highest', 'highest'),
      ...(now.triggerPercent === asked.triggerPercent
        ? []
        : [
            [
              'Stop trigger from last price',
              `${triggerBoundOf(now.triggerPercent)} → ${triggerBoundOf(asked.triggerPercent)}`,
            ] as const,
          ]),
    ],
    effects: [
      ...(now.lowest === asked.lowest && now.highest === asked.highest
        ? []
        : ['Orders at prices that have been refused until now can then be placed.']),
      ...(now.triggerPercent === asked.triggerPercent
        ? []
        : ['A trading session then covers stops whose trigger is that far away.']),
    ],
  }
}

/** Name and value of what differed, and what to look for. */
function describeDifference(difference: SigningDifference): {
  readonly facts: readonly (readonly [string, string])[]
  readonly effect: string
} {
  switch (difference.kind) {
    case 'otherOrder':
      return {
        facts: [
          ['Market', nameMarket(difference.market).pair],
          ['Order ID', String(difference.orderId)],
          ['Differs in', difference.fields.map((field) => differenceNames[field]).join(', ')],
        ],
        effect:
          'The exchange placed another order than the one you asked for. Look at it, and cancel it if need be.',
      }
    case 'noOrder':
      return {
        facts: [
          ['Market', nameMarket(difference.market).pair],
          ['Order ID', String(difference.orderId)],
        ],
        effect: 'The exchange accepted an order and does not list it. Something else may have been signed.',
      }
    case 'balance':
      return {
        facts: [['Missing', `${formatDecimal(difference.amount)} ${difference.currency.toUpperCase()}`]],
        effect: 'A balance is lower than your orders, fills and transfers explain. Check it at the exchange.',
      }
  }
}

function describeReview({ label, network, difference }: Change<'reviewDifference'>): ChangeWords {
  const { facts, effect } = describeDifference(difference)
  return {
    heading: 'Allow signing again?',
    declineLabel: 'Keep it locked',
    approveLabel: 'Allow signing',
    facts: [['Account', label], ['Network', networkNames[network]], ...facts],
    effects: [effect, 'Orders and transfers of this account can be signed again.'],
  }
}

function headingOfMarket({ market, side }: Change<'cancelMarket'>): string {
  const { pair } = nameMarket(market)
  switch (side) {
    case null:
      return `Cancel all open orders in ${pair}?`
    case 'buy':
      return `Cancel all open buy orders in ${pair}?`
    case 'sell':
      return `Cancel all open sell orders in ${pair}?`
  }
}

/** Text of a change, with both answers. */
export function describeChange(change: ChangeAsked): ChangeWords {
  switch (change.what) {
    case 'setVaultAside':
      return {
        heading: 'Set the vault aside?',
        declineLabel: 'Keep the vault',
        approveLabel: 'Set the vault aside',
        facts: [],
        effects: [
          'The file with your encrypted keys gets another name, and none of its keys can be used. Each has to be entered again from a backup.',
          'What the lock hides stays hidden until the key of that account is entered.',
          ...describeOrderBusiness(change),
        ],
      }
    case 'forgetServiceKey': {
      const key = serviceKeyWords[change.name].noun
      return {
        heading: `Forget the ${key}?`,
        declineLabel: 'Keep the key',
        approveLabel: 'Forget the key',
        facts: [
          ['Account', change.label],
          ['Network', networkNames[change.network]],
        ],
        effects: ['The key is deleted from this computer. Transfers from this account need it again.'],
      }
    }
    case 'cancelMany':
      return {
        heading: 'Keep canceling orders?',
        declineLabel: 'Stop canceling',
        approveLabel: 'Keep canceling',
        facts: [
          ['Account', change.label],
          ['Network', networkNames[change.network]],
        ],
        effects: [
          `The main window has canceled ${change.count} orders within a minute. If you did not ask for it, stop here.`,
        ],
      }
    case 'cancelMarket':
      return {
        heading: headingOfMarket(change),
        declineLabel: 'Keep the orders',
        approveLabel: 'Cancel all of them',
        facts: [
          ['Account', change.label],
          ['Network', networkNames[change.network]],
        ],
        effects: ['Stop orders are canceled too. What has been filled stays filled.'],
      }
    case 'widenBounds':
      return describeBounds(change)
    case 'reviewDifference':
      return describeReview(change)
    case 'cancelAll':
      return {
        heading: 'Cancel all open orders?',
        declineLabel: 'Keep the orders',
        approveLabel: 'Cancel all orders',
        facts: [
          ['Account', change.label],
          ['Network', networkNames[change.network]],
        ],
        effects: [
          'All markets, stop orders included. The trading session ends, and no new order is placed until this is done.',
          'What has been filled stays filled.',
        ],
      }
    case 'stopCancelAll':
      return {
        heading: 'Stop canceling all orders?',
        declineLabel: 'Keep canceling',
        approveLabel: 'Stop canceling',
        facts: [
          ['Account', change.label],
          ['Network', networkNames[change.network]],
        ],
        effects: ['Orders that are still open stay open and can be filled.'],
      }
    case 'weakenLock':
      return describeLock(change)
    case 'raiseLimits':
      return {
        heading: 'Raise the transfer limits?',
        declineLabel: 'Keep the limits',
        approveLabel: 'Raise the limits',
        facts: [
          ['Account', change.label],
          ['Network', networkNames[change.network]],
          ...describeLimit('One transfer', 'perTransfer', change),
          ...describeLimit('24 hours', 'perDay', change),
        ],
        effects: ['More can then leave this account. A higher limit takes effect after 24 hours.'],
      }
  }
}
