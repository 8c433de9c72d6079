// The matching engine against an independent model: books, fills, funds and fees equal to the last digit after every step.
import { expect, test } from 'vitest'
import { cancelReasons } from '../../../src-preload/domain/markets/markets.ts'
import { findMarket } from '../../../src-main/practice/markets/markets.ts'
import {
  feeAccount,
  fundPlaces,
  Funds,
  reservedBy,
  unitsFor,
} from '../../../src-main/practice/trading/funds.ts'
import {
  type EngineOrder,
  type EngineTrade,
  house,
  MarketEngine,
} from '../../../src-main/practice/trading/market-engine.ts'
import { randomFrom } from '../../../scripts/random.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { type Fraction, isEqual, MatchingModel, type ModelFill } from './matching-model.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const accounts = [0, 1, house]
const count = soakRounds(2_500)

function requireMarket() {
  const market = findMarket('ethusdc')
  if (market === undefined) throw new Error('no such market')
  return market
}
const market = requireMarket()
const opening: Readonly<Record<'base' | 'quote', bigint>> = {
  base: 10n ** BigInt(fundPlaces) * 40n,
  quote: 10n ** BigInt(fundPlaces) * 90_000n,
}
const toFraction = (amount: bigint): Fraction => ({ top: amount, bottom: 10n ** BigInt(fundPlaces) })

/** The engine with funds of its own, as the desk keeps them. */
function makeEngine() {
  const funds = new Funds()
  const orders = new Map<number, EngineOrder>()
  const fills: ModelFill[] = []
  const amountOf = (account: number, currency: 'base' | 'quote'): bigint =>
    opening[currency] + funds.amountOf(account, market[currency])
  const freeOf = (account: number, currency: 'base' | 'quote'): bigint =>
    [...orders.values()]
      .filter((order) => order.account === account && (order.state === 'pending' || order.state === 'wait'))
      .map((order) => reservedBy(order, market))
      .filter((held) => held.currency === market[currency])
      .reduce((free, held) => free - held.amount, amountOf(account, currency))
  const engine = new MarketEngine({
    onTrade: ({ maker, taker, price, units, takerSide }: EngineTrade) => {
      fills.push({ maker: maker.id, taker: taker.id, price, units })
      const sides = { maker_account: maker.account, taker_account: taker.account, taker_side: takerSide }
      funds.settle(market, { price, units, ...sides })
    },
    onOrder: () => undefined,
    affordableUnits: ({ account, side, remaining }, price) =>
      side === 'sell' ? remaining : unitsFor(market, freeOf(account, 'quote'), price),
  })
  return { engine, funds, orders, fills, amountOf, freeOf }
}

test(
  `${count} orders of two users and the makers are matched as the model does (SEED=${seed})`,
  { timeout: soakRounds(60_000) },
  () => {
    const random = randomFrom(seed)
    const pick = <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(random() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    }
    const made = makeEngine()
    const model = new MatchingModel(
      {
        tick: { top: 1n, bottom: 10n ** BigInt(market.priceDecimals) },
        unit: { top: 1n, bottom: 10n ** BigInt(market.volumeDecimals) },
        makerFee: { top: 2n, bottom: 10_000n },
        takerFee: { top: 4n, bottom: 10_000n },
      },
      Object.fromEntries(
        accounts.flatMap((account) =>
          (['base', 'quote'] as const).map((currency) => [
            `${account} ${currency}`,
            toFraction(opening[currency]),
          ]),
        ),
      ),
    )
    const kinds = new Set<string>()
    for (let id = 1; id <= count; id += 1) {
      const open = model.open()
      // A book of bounded depth: what is old goes, by its user or because the list is long.
      if (open.length > 60 || (open.length > 0 && random() < 0.25)) {
        const { id: gone } = pick(open)
        const order = made.orders.get(gone)
        if (order === undefined) throw new Error('the engine lacks an order')
        made.engine.cancel(order, id)
        model.cancel(gone, cancelReasons[0])
      }
      const account = pick(accounts)
      const side = pick(['buy', 'sell'] as const)
      const type = pick(['limit', 'limit', 'limit', 'limit_maker', 'market', 'stop_limit'] as const)
      const centre = model.last ?? 210_000
      const near = (): number => Math.max(1, Math.round(centre * (0.8 + 0.4 * (random() + random()) * 0.5)))
      // Sometimes far away, so that a market order can slip by more than a third.
      const price = random() < 0.05 ? Math.max(1, Math.round(centre * (0.4 + 1.4 * random()))) : near()
      const units = 1 + Math.floor(random() ** 3 * 30_000)
      const order: EngineOrder = {
        id,
        account,
        side,
        type,
        price: type === 'market' ? 0 : price,
        stopPrice: type === 'stop_limit' ? near() : null,
        originUnits: units,
        remaining: units,
        createdMs: id,
        state: 'pending',
        isTriggered: false,
        cancelReason: null,
        updatedMs: id,
      }
      made.orders.set(id, order)
      made.engine.enter(order, id)
      const { stopPrice } = order
      model.place({
        id,
        account,
        side,
        type,
        price: order.price,
        stopPrice,
        remaining: units,
        state: 'pending',
        reason: null,
        turn: 0,
      })
      compare(id)
      kinds.add(`${type} ${order.state} ${order.cancelReason ?? ''}`)
    }
    // All that can become of an order has come up.
    for (const kind of [
      'market cancel Slippage greater',
      'market cancel Order cancellation',
      'limit_maker cancel Order cancelled because',
      'stop_limit pending',
      'market done',
      'limit done',
      'limit wait',
    ])
      expect(
        [...kinds].some((one) => one.startsWith(kind)),
        kind,
      ).toBe(true)

    function compare(step: number): void {
      const at = `step ${step}`
      for (const side of ['buy', 'sell'] as const) {
        const rows = (orders: Iterable<{ id: number; price: number; remaining: number }>) =>
          Array.from(orders, ({ id, price, remaining }) => [id, price, remaining])
        expect(rows(made.engine.book.orders(side)), `${side} book at ${at}`).toEqual(rows(model.book(side)))
      }
      expect(made.fills.length, `fills at ${at}`).toBe(model.fills.length)
      expect(made.fills.at(-1), `last fill at ${at}`).toEqual(model.fills.at(-1))
      for (const currency of ['base', 'quote'] as const) {
        for (const account of accounts) {
          const isSame = isEqual(
            toFraction(made.amountOf(account, currency)),
            model.amount(account, currency),
          )
          expect(isSame, `${currency} of ${account} at ${at}`).toBe(true)
        }
        const fees = made.funds.amountOf(feeAccount, market[currency])
        expect(isEqual(toFraction(fees), model.fee(currency)), `${currency} fees at ${at}`).toBe(true)
        const all = [...accounts, feeAccount].map((one) => made.funds.amountOf(one, market[currency]))
        expect(
          all.reduce((sum, amount) => sum + amount, 0n),
          `nothing is made or lost at ${at}`,
        ).toBe(0n)
      }
      if (step % 500 !== 0) return
      expect(made.fills).toEqual(model.fills)
      for (const { id, state, reason, remaining } of model.orders)
        expect(made.orders.get(id), `order ${id}`).toMatchObject({ state, cancelReason: reason, remaining })
    }
  },
)
