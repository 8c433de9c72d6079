// Price bounds per account and market: fixed ones refuse whoever says yes, a stop's trigger beyond its own asks. Widening them asks a
// person.
import { z } from 'zod'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { marketSymbol } from '../../src-preload/contract/orders/entities.ts'
import { type PriceBounds, priceBounds } from '../../src-preload/contract/trading/trading-session.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { compareDecimals } from '../../src-preload/domain/numbers/exact-decimal.ts'
import {
  maxTriggerPercent,
  standardTriggerPercent,
} from '../../src-preload/domain/accounts/session-limits.ts'
import type { Confirmations } from '../accounts/questions/confirmations.ts'
import { createMutex } from '../async/mutex.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { accountSetting } from '../store/api/account-settings.ts'
import type { Store } from '../store/api/store-api.ts'

export const noBounds: PriceBounds = { lowest: null, highest: null, triggerPercent: null }
/** Stored before stops had a bound that can be changed: the standard one. */
const storedBounds = z.record(
  marketSymbol,
  priceBounds.extend({ triggerPercent: priceBounds.shape.triggerPercent.default(null) }),
)

/** True if a price is allowed by the asked bounds and not by those of now. */
export function isWider(now: PriceBounds, asked: PriceBounds): boolean {
  const isLower =
    now.lowest !== null && (asked.lowest === null || compareDecimals(asked.lowest, now.lowest) < 0)
  const isHigher =
    now.highest !== null && (asked.highest === null || compareDecimals(asked.highest, now.highest) > 0)
  const isFurther =
    compareDecimals(
      asked.triggerPercent ?? standardTriggerPercent,
      now.triggerPercent ?? standardTriggerPercent,
    ) > 0
  return isLower || isHigher || isFurther
}

/** Throws validation for bounds that allow nothing. */
function checkBounds({ lowest, highest, triggerPercent }: PriceBounds): void {
  if (triggerPercent !== null && compareDecimals(triggerPercent, maxTriggerPercent) > 0)
    throw new AppError('validation', {
      field: 'triggerPercent',
      reason: 'tooLarge',
      largest: maxTriggerPercent,
    })
  for (const [field, price] of Object.entries({ lowest, highest, triggerPercent })) {
    if (price !== null && compareDecimals(price, '0') <= 0)
      throw new AppError('validation', { field, reason: 'notPositive' })
  }
  if (lowest !== null && highest !== null && compareDecimals(lowest, highest) > 0)
    throw new AppError('validation', { field: 'lowest', reason: 'crossed' })
}

/**
 * Refuses an order beyond the bounds. A market order has no price of its own: the market's last price is compared.
 * Errors: validation { field: 'price' | 'stopPrice', reason: 'belowBounds' | 'aboveBounds', limit }; where a market has bounds and a
 * price to compare is missing, { field: 'price', reason: 'noPrice' }.
 */
export function checkWithinBounds(
  { lowest, highest }: Pick<PriceBounds, 'lowest' | 'highest'>,
  order: { readonly price: string | null; readonly stopPrice: string | null },
  last: string | null,
): void {
  if (lowest === null && highest === null) return
  const price = order.price ?? last
  if (price === null) throw new AppError('validation', { field: 'price', reason: 'noPrice' })
  for (const [field, text] of Object.entries({ price, stopPrice: order.stopPrice })) {
    if (text === null) continue
    if (lowest !== null && compareDecimals(text, lowest) < 0)
      throw new AppError('validation', { field, reason: 'belowBounds', limit: lowest })
    if (highest !== null && compareDecimals(text, highest) > 0)
      throw new AppError('validation', { field, reason: 'aboveBounds', limit: highest })
  }
}

export interface PriceBoundsOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly current: Pick<CurrentAccount, 'require'>
  readonly confirmations: Pick<Confirmations, 'confirmChange'>
}

export function createPriceBounds({ store, current, confirmations }: PriceBoundsOptions) {
  /** All markets of an account share one setting. */
  const runExclusive = createMutex()
  const settingOf = ({ account }: Pick<AccountSession, 'account'>): string =>
    accountSetting(account.id, 'priceBounds')

  async function readAll(session: Pick<AccountSession, 'account'>): Promise<Record<string, PriceBounds>> {
    const text = await store.getSetting(settingOf(session))
    // Bounds that cannot be read are a fault, and no reason to do without them.
    return text === null || text === '' ? {} : storedBounds.parse(JSON.parse(text))
  }

  async function find(session: Pick<AccountSession, 'account'>, market: string): Promise<PriceBounds> {
    return (await readAll(session))[market] ?? noBounds
  }

  return {
    find,

    getBounds: ({ market }: ChannelInput<'trading:getBounds'>): Promise<PriceBounds> =>
      find(current.require(), market),

    async setBounds({ market, ...asked }: ChannelInput<'trading:setBounds'>): Promise<Record<string, never>> {
      const session = current.require()
      checkBounds(asked)
      const now = await find(session, market)
      if (isWider(now, asked)) {
        const { label, networkKind: network } = session.account
        await confirmations.confirmChange({ what: 'widenBounds', label, network, market, now, asked })
      }
      await runExclusive(async () => {
        const all = await readAll(session)
        // A yes holds for the bounds that the person was shown.
        if (JSON.stringify(all[market] ?? noBounds) !== JSON.stringify(now))
          throw new AppError('validation', { field: 'lowest', reason: 'changedMeanwhile' })
        await store.setSetting(settingOf(session), JSON.stringify({ ...all, [market]: asked }))
      })
      return {}
    },
  }
}
