// The count of any list of orders against counting them one by one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderFilter } from '../../../src-preload/contract/orders/orders.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import type { StoreMethods } from '../../../src-main/store/api/store-api.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { anyOrder, makeFile, sampleAccount, sampleOrder, seed, newestFirst } from './support.ts'

const dayMs = 86_400_000
const accounts = ['a', 'b'] as const
const markets = ['ethusdc', 'btcusdc'] as const
const sides = ['buy', 'sell'] as const
const states = ['wait', 'done', 'cancel'] as const

/** At and beside midnight UTC on days next to each other and years apart, and anywhere between. */
const aTime = fc
  .oneof(
    { weight: 6, arbitrary: fc.tuple(fc.nat(13), fc.constantFrom(-1, 0, 1)) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(3999, 4000, 19_000), fc.constantFrom(-1, 0, 1)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant(0), fc.nat(14 * dayMs)) },
  )
  .map(([day, besideMs]) => Math.max(0, day * dayMs + besideMs))

const anOrder = fc.record({
  account: fc.constantFrom(...accounts),
  id: fc.nat(60),
  createdAtMs: aTime,
  market: fc.constantFrom(...markets),
  side: fc.constantFrom(...sides),
  state: fc.constantFrom(...states),
})
const someOf = <Word>(words: readonly Word[]) => fc.uniqueArray(fc.constantFrom(...words), { maxLength: 2 })
const aFilter: fc.Arbitrary<OrderFilter> = fc
  .record({
    markets: someOf([...markets, 'nowhere']),
    sides: someOf(sides),
    types: someOf(['limit', 'market'] as const),
    states: someOf(states),
    fromMs: fc.option(aTime),
    toMs: fc.option(aTime),
  })
  .map((words) => ({ ...anyOrder, ...words }))
const aStep = fc.oneof(
  // An order that is here already moves to another time, market, side or state.
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('put' as const), orders: fc.array(anOrder, { maxLength: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('dropOld' as const), beforeMs: aTime }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('dropAll' as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('removeAccount' as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('clear' as const) }) },
)
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never
type Known = ReadonlyMap<string, Map<number, Order>>

function isMatch(order: Order, { markets, sides, types, states, fromMs, toMs }: OrderFilter): boolean {
  const lets = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value)
  return (
    lets(markets, order.market) &&
    lets(sides, order.side) &&
    lets(types, order.type) &&
    lets(states, order.state) &&
    order.createdAtMs >= (fromMs ?? 0) &&
    order.createdAtMs < (toMs ?? Infinity)
  )
}

/** Each order that comes is a newer version than all before: an older one would not count. */
let version = 0

/** Does the step to the store and to what is known of it. */
function run(store: StoreMethods, known: Known, step: Step): void {
  switch (step.step) {
    case 'put':
      for (const { account, id, ...words } of step.orders) {
        const order = sampleOrder(id, { ...words, updatedAtMs: (version += 1) })
        store.putOrders(account, [order], null)
        known.get(account)?.set(id, order)
      }
      return
    case 'dropOld':
      while (store.dropBefore('orders', step.beforeMs, 7).hasMore);
      for (const orders of known.values()) {
        for (const { id, createdAtMs, state } of [...orders.values()]) {
          if (createdAtMs < step.beforeMs && state !== 'wait') orders.delete(id)
        }
      }
      return
    case 'dropAll':
      while (store.dropAll('orders', 7).hasMore);
      for (const orders of known.values()) orders.clear()
      return
    case 'clear':
      store.clearPrivateCache()
      for (const orders of known.values()) orders.clear()
      return
    case 'removeAccount':
      store.removeAccount('a')
      store.putAccount(sampleAccount('a'))
      known.get('a')?.clear()
  }
}

test(`the count of any filter and dates is that of the orders that fit, whatever came, moved or went (seed ${seed})`, () => {
  const db = openDatabase(makeFile(), dataFile, 0)
  try {
    const store = prepareStoreMethods(db)
    fc.assert(
      fc.property(
        fc.array(aStep, { minLength: 1, maxLength: 6 }),
        fc.array(aFilter, { minLength: 8, maxLength: 8 }),
        (steps, filters) => {
          for (const account of accounts) {
            store.removeAccount(account)
            store.putAccount(sampleAccount(account))
          }
          const known = new Map(accounts.map((account) => [account as string, new Map<number, Order>()]))
          for (const step of steps) {
            run(store, known, step)
            for (const [account, orders] of known) {
              for (const filter of [anyOrder, ...filters]) {
                const expected = [...orders.values()].filter((order) => isMatch(order, filter)).length
                expect({ filter, total: store.countListed(account, filter) }).toEqual({
                  filter,
                  total: expected,
                })
                expect([null, expected]).toContain(store.listOrders(account, filter, newestFirst, 0, 1).total)
              }
            }
          }
        },
      ),
      { seed, numRuns: soakRounds(15) },
    )
    expect(db.pragma('foreign_key_check')).toEqual([])
  } finally {
    db.close()
  }
}, 120_000)
