// Orders a second of the practice exchange's matching, beside a plain matcher over sorted arrays.
import { type EngineOrder, house, MarketEngine } from '../../src-main/practice/trading/market-engine.ts'
import { randomFrom } from '../../scripts/random.ts'
import { Bench } from './harness.ts'
import { PlainMatcher } from './matching-plain.ts'

const middle = 200_000
const ordersPerRound = 20_000

/** A stream of orders around the middle; three of four rest. */
function makeOrders(seed: number, firstId: number, spread: number): () => EngineOrder {
  const random = randomFrom(seed)
  let id = firstId
  return () => {
    id += 1
    const side = random() < 0.5 ? 'buy' : 'sell'
    const away = Math.floor(random() * random() * spread)
    const isTaking = random() < 0.25
    const way = (side === 'buy') === isTaking ? 1 : -1
    const units = 1 + Math.floor(random() * 1_000)
    return {
      ...{
        id,
        account: house,
        side,
        type: 'limit',
        price: middle + way * (1 + (isTaking ? away % 20 : away)),
      },
      ...{ stopPrice: null, originUnits: units, remaining: units, createdMs: 0, state: 'pending' },
      ...{ isTriggered: false, cancelReason: null, updatedMs: 0 },
    }
  }
}

/** An engine whose last trade can be asked for. */
function makeEngine() {
  const told = { filled: 0, last: 0 }
  const engine = new MarketEngine({
    onTrade: ({ price, units }) => {
      told.filled += units
      told.last = price
    },
    onOrder: () => undefined,
    affordableUnits: ({ remaining }) => remaining,
  })
  return {
    engine,
    place: (order: EngineOrder) => {
      told.filled = 0
      told.last = 0
      engine.enter(order, 0)
      return { ...told }
    },
  }
}

/** As many orders at rest as asked, oldest first, none of which meets another. */
function restingOrders(count: number): EngineOrder[] {
  const random = randomFrom(5)
  return Array.from({ length: count }, (_, at): EngineOrder => {
    const side = at % 2 === 0 ? 'buy' : 'sell'
    const away = 1 + Math.floor(random() * 50_000)
    return {
      ...{ id: at + 1, account: house, side, type: 'limit', price: middle + (side === 'buy' ? -away : away) },
      ...{ stopPrice: null, originUnits: 500, remaining: 500, createdMs: 0, state: 'wait' },
      ...{ isTriggered: false, cancelReason: null, updatedMs: 0 },
    }
  })
}

const bench = new Bench('matching', 'cpu')
for (const resting of [10_000, 1_000_000]) {
  const ours = makeEngine()
  const reference = new PlainMatcher()
  for (const order of restingOrders(resting)) ours.engine.restore(order)
  reference.restAll(restingOrders(resting))
  const ourOrders = makeOrders(3, resting, 2_000)
  const referenceOrders = makeOrders(3, resting, 2_000)
  bench.compare({
    figure: `orders-${resting}`,
    calls: ordersPerRound,
    ours: () => ours.place(ourOrders()),
    reference: () => reference.place(referenceOrders()),
    goal: null,
  })
}

const sizes = [1_000, 10_000, 100_000, 1_000_000]
const books = new Map(
  sizes.map((size) => {
    const made = makeEngine()
    for (const order of restingOrders(size)) made.engine.restore(order)
    return [size, { made, next: makeOrders(9, size, 2_000) }]
  }),
)
bench.grow({
  figure: 'orders',
  sizes,
  run: (size) => {
    const book = books.get(size)
    for (let order = 0; book !== undefined && order < ordersPerRound; order += 1) book.made.place(book.next())
  },
})
bench.finish()
