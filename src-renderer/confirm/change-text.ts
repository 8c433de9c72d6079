// Text for each change that a user confirms.
import type { ChangeAsked } from '../../src-preload/contract/accounts/confirm-change.ts'
import type { SigningDifference } from '../../src-preload/contract/trading/signing-difference.ts'
import type { ComparedOrderField } from '../../src-preload/contract/trading/trading.ts'
import type { TransferLimits } from '../../src-preload/contract/transfers.ts'
import { standardTriggerPercent } from '../../src-preload/domain/accounts/session-limits.ts'
import { formatDecimal } from '../text/format/decimal.ts'
import { markPercent } from '../text/format/locale.ts'
import { nameMarket } from '../text/format/words.ts'
import { networkNames } from '../text/networks.ts'
import { serviceKeyWords } from '../text/service-key-text.ts'
import { describeOrderBusiness } from '../text/order-business-text.ts'

export interface ChangeWords {
  readonly heading: string
  readonly declineLabel: string
  readonly approveLabel: string
  /** Name and value, in page order. */
  readonly facts: Facts
  /** Consequences, one or two sentences each. */
  readonly effects: readonly string[]
}

type Change<What extends ChangeAsked['what']> = Extract<ChangeAsked, { what: What }>

type Facts = readonly (readonly [string, string])[]

const accountOf = ({ label, network }: Pick<Change<'cancelAll'>, 'label' | 'network'>): Facts => [
  ['Account', label],
  ['Network', networkNames[network]],
]

const limitOf = (limit: string | null): string =>
  limit === null ? 'no limit' : `${formatDecimal(limit)} USDC`

const boundOf = (price: string | null): string => (price === null ? 'none' : formatDecimal(price))

const triggerBoundOf = (percent: string | null): string =>
  markPercent(formatDecimal(percent ?? standardTriggerPercent))

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
): Facts {
  if (now[field] === asked[field]) return []
  return [[name, `${limitOf(now[field])} → ${limitOf(asked[field])}`]]
}

function describeMinutes(minutes: number): string {
  if (minutes === 0) return 'Starkdesk no longer locks automatically. Anyone at your computer can use it.'
  return minutes === 60
    ? 'Starkdesk locks only after an hour without input.'
    : `Starkdesk locks only after ${minutes} minutes without input.`
}

function describeLock(change: Change<'weakenLock'>): ChangeWords {
  return {
    heading: 'Weaken the lock?',
    declineLabel: 'Keep current lock',
    approveLabel: 'Weaken lock',
    facts: [],
    effects: [
      ...(change.lockAfterMinutes === null ? [] : [describeMinutes(change.lockAfterMinutes)]),
      ...(change.isReadableWhenLocked
        ? [
            'While Starkdesk is locked, orders, balances and transfers stay visible to anyone at this computer.',
          ]
        : []),
      ...(change.signsInAtStart
        ? ['Starkdesk signs in with your wallet at every start without asking.']
        : []),
      ...(change.keepsTokens
        ? ['While locked, Starkdesk stays signed in: it can read and cancel your orders, and nothing else.']
        : []),
    ],
  }
}

function describeBounds(change: Change<'widenBounds'>): ChangeWords {
  const { market, now, asked } = change
  const { pair } = nameMarket(market)
  const fact = (name: string, field: 'lowest' | 'highest'): (readonly [string, string])[] =>
    now[field] === asked[field] ? [] : [[name, `${boundOf(now[field])} → ${boundOf(asked[field])}`]]
  return {
    heading: `Widen the price bounds of ${pair}?`,
    declineLabel: 'Keep bounds',
    approveLabel: 'Widen bounds',
    facts: [
      ...accountOf(change),
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
        : ['Orders at prices now refused can then be placed.']),
      ...(now.triggerPercent === asked.triggerPercent
        ? []
        : ['Trading sessions will then cover stops with triggers that far away.']),
    ],
  }
}

/** Name and value of what differed, and what to look for. */
function describeDifference(difference: SigningDifference): {
  readonly facts: Facts
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
          'The exchange placed a different order than the one you asked for. Check it, and cancel it if needed.',
      }
    case 'noOrder':
      return {
        facts: [
          ['Market', nameMarket(difference.market).pair],
          ['Order ID', String(difference.orderId)],
        ],
        effect: 'The exchange accepted an order but does not list it. Something else may have been signed.',
      }
    case 'balance':
      return {
        facts: [['Missing', `${formatDecimal(difference.amount)} ${difference.currency.toUpperCase()}`]],
        effect: 'A balance is lower than your orders, fills and transfers explain. Check it at the exchange.',
      }
  }
}

function describeReview(change: Change<'reviewDifference'>): ChangeWords {
  const { facts, effect } = describeDifference(change.difference)
  return {
    heading: 'Allow signing again?',
    declineLabel: 'Keep it locked',
    approveLabel: 'Allow signing',
    facts: [...accountOf(change), ...facts],
    effects: [effect, 'Orders and transfers of this account can be signed again.'],
  }
}

function describeRestored(change: Change<'reviewRestored'>): ChangeWords {
  const { open, recent, shown } = change
  return {
    heading: 'Allow signing with a restored journal?',
    declineLabel: 'Keep signing off',
    approveLabel: 'Allow signing',
    facts: [
      ...accountOf(change),
      ['Open orders', String(open)],
      ['Orders of the last day', String(recent)],
      ...shown.map(({ orderId, market, side, amount, price, state }) => {
        const what = `${side === 'buy' ? 'Buy' : 'Sell'} ${formatDecimal(amount)} ${nameMarket(market).pair}`
        const at = price === null ? what : `${what} at ${formatDecimal(price)}`
        return [`Order ${orderId}`, `${at} (${state})`] as const
      }),
    ],
    effects: [
      'The exchange lists these orders. Compare them, and your transfers, with what you remember sending: what the journal lost could be sent a second time.',
    ],
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
        heading: 'Reset the app password?',
        declineLabel: 'Keep key file',
        approveLabel: 'Reset app password',
        facts: [],
        effects: [
          'The encrypted key file is renamed, and its keys can’t be used any more. You enter each key again from a backup.',
          'Data hidden by the lock stays hidden until you enter that account’s key.',
          ...describeOrderBusiness(change),
        ],
      }
    case 'forgetServiceKey': {
      const key = serviceKeyWords[change.name].noun
      return {
        heading: `Delete the ${key}?`,
        declineLabel: 'Keep key',
        approveLabel: 'Delete key',
        facts: accountOf(change),
        effects: ['The key is deleted from this computer. Transfers from this account will need it again.'],
      }
    }
    case 'cancelMany':
      return {
        heading: 'Keep canceling orders?',
        declineLabel: 'Stop canceling',
        approveLabel: 'Keep canceling',
        facts: accountOf(change),
        effects: [
          `Starkdesk’s main window canceled ${change.count} orders within a minute. If you didn’t do this, stop here.`,
        ],
      }
    case 'cancelMarket':
      return {
        heading: headingOfMarket(change),
        declineLabel: 'Keep orders',
        approveLabel: 'Cancel all',
        facts: accountOf(change),
        effects: ['Stop orders are canceled too. Filled amounts are not affected.'],
      }
    case 'widenBounds':
      return describeBounds(change)
    case 'reviewDifference':
      return describeReview(change)
    case 'reviewRestored':
      return describeRestored(change)
    case 'cancelAll':
      return {
        heading: 'Cancel all open orders?',
        declineLabel: 'Keep orders',
        approveLabel: 'Cancel all orders',
        facts: accountOf(change),
        effects: [
          'This includes stop orders in all markets. The trading session ends, and no new orders are placed until this is done.',
          'Filled amounts are not affected.',
        ],
      }
    case 'stopCancelAll':
      return {
        heading: 'Stop canceling all orders?',
        declineLabel: 'Keep canceling',
        approveLabel: 'Stop canceling',
        facts: accountOf(change),
        effects: ['Open orders stay open and can be filled.'],
      }
    case 'leaveCancelAll':
      return {
        heading: 'Leave before all orders are canceled?',
        declineLabel: 'Stay and cancel',
        approveLabel: 'Leave',
        facts: accountOf(change),
        effects: [
          'Open orders stay open and can be filled. Canceling them continues when this account is in use and signed in again.',
        ],
      }
    case 'weakenLock':
      return describeLock(change)
    case 'raiseLimits':
      return {
        heading: 'Raise the transfer limits?',
        declineLabel: 'Keep limits',
        approveLabel: 'Raise limits',
        facts: [
          ...accountOf(change),
          ...describeLimit('Per transfer', 'perTransfer', change),
          ...describeLimit('24 hours', 'perDay', change),
        ],
        effects: ['More can leave this account. A higher limit takes effect after 24 hours.'],
      }
  }
}
