// A service that does another thing than it was asked, by option: other hashes, other terms.
import { oppositeOf } from '../../../src-preload/domain/markets/markets.ts'
import type { Faults } from '../faults.ts'
import { practiceMarkets } from '../markets/markets.ts'
import type { TransferLedger } from '../transfers.ts'
import type { PracticeUser } from '../users.ts'
import type { IssuedNonce } from './order-nonces.ts'
import type { TradingDesk } from './trading-desk.ts'
import type { OrderNonce } from './trading-file.ts'

/** The answer to a nonce call as it is told. */
export function spoilNonce(
  faults: Faults,
  desk: TradingDesk,
  transfers: TransferLedger,
  user: PracticeUser,
  issued: IssuedNonce,
): IssuedNonce {
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[faults.pick(items.length)]
  const others = (): OrderNonce[] => desk.nonces.of(user.index).filter(({ nonce }) => nonce !== issued.nonce)
  const hashes = (isUsed: boolean): string[] =>
    others()
      .filter(({ order_id: id }) => (id !== null) === isUsed)
      .map(({ msg_hash: hash }) => hash)
  const hash =
    (faults.happens('hashOfOrder') ? oneOf(hashes(false)) : undefined) ??
    (faults.happens('hashOfTransfer') ? oneOf(transfers.pendingHashes(user)) : undefined) ??
    (faults.happens('hashOld') ? oneOf(hashes(true)) : undefined)
  const nonce = faults.happens('nonceTwice') ? oneOf(others())?.nonce : undefined
  return {
    nonce: nonce ?? issued.nonce,
    msg_hash: hash ?? issued.msg_hash,
  }
}

/** The terms that an order is placed by instead of those that were signed. */
export function spoilTerms(faults: Faults, terms: OrderNonce): OrderNonce {
  const other = { ...terms }
  const hasPrice = terms.type !== 'market'
  if (hasPrice && faults.happens('createOtherPrice')) {
    other.price = Math.max(1, Math.round(terms.price * (terms.side === 'buy' ? 1.05 : 0.95)))
  }
  if (terms.stop_price !== null && faults.happens('createOtherTrigger')) {
    other.stop_price = Math.max(1, Math.round(terms.stop_price * 1.05))
  }
  if (faults.happens('createOtherSide')) other.side = oppositeOf(terms.side)
  if (faults.happens('createOtherAmount')) other.units = Math.max(1, Math.floor(terms.units / 2))
  if (faults.happens('createOtherMarket')) {
    other.market = practiceMarkets.find(({ symbol }) => symbol !== terms.market)?.symbol ?? terms.market
  }
  if (hasPrice && faults.happens('createOtherType'))
    other.type = terms.type === 'limit' ? 'limit_maker' : 'limit'
  return other
}
