// Files of orders in which no filter and no sort of the list is easy by chance.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { OrderState, OrderType } from '../../src-preload/domain/markets/markets.ts'
import { cancelReasons } from '../../src-preload/domain/markets/markets.ts'
import { randomFrom } from '../../scripts/random.ts'
import { benchNowMs } from './store-answers.ts'
import { account, openBenchStore } from './store-files.ts'

const SEED = 20_261
const FIRST_ID = 40_000_000
const ORDERS_PER_CALL = 2_000
/** All files reach back as far, so that a range of time holds the same share of each. */
const SPAN_MS = 4 * 365 * 86_400_000
const OPEN_ORDERS = 25
/** So many of the newest orders have none of the last market: whatever looks for it from the newest on looks far. */
const WITHOUT_LAST_MARKET = 0.3

/** Each with its share of the orders and its price in the middle of the time. */
const markets = [
  ['ethusdc', 0.42, 2_400],
  ['btcusdc', 0.3, 40_000],
  ['ethusdt', 0.12, 2_400],
  ['linkusdc', 0.08, 14],
  ['solusdc', 0.05, 90],
  ['btcusdt', 0.027, 40_000],
  ['dogeusdc', 0.003, 0.1],
] as const
/** The last of these is seldom, and found in the older part alone. */
export const seldomMarket = 'dogeusdc'

/** Random hexadecimal digits. */
function hex(random: () => number, digits: number): string {
  let text = ''
  while (text.length < digits)
    text += Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  return text.slice(0, digits)
}

/** The orders of a history of `count`, newest first. */
export function* makeOrders(count: number): Generator<Order> {
  const random = randomFrom(SEED)
  for (let index = 0; index < count; index += 1) {
    const share = index / count
    let draw = random()
    const found = markets.findIndex(([, part]) => (draw -= part) < 0)
    const at = found < 0 || (found === markets.length - 1 && share < WITHOUT_LAST_MARKET) ? 0 : found
    const [market, , middle] = markets[at] ?? markets[0]
    const wave = 1 + 0.5 * Math.sin(share * 12 + at) + (random() - 0.5) * 0.02
    const typeDraw = random()
    const type: OrderType = typeDraw < 0.83 ? 'limit' : typeDraw < 0.95 ? 'market' : 'stop_limit'
    const state: OrderState = index < OPEN_ORDERS ? 'wait' : random() < 0.6 ? 'done' : 'cancel'
    const reasonDraw = random()
    const reason = reasonDraw < 0.9 ? 0 : reasonDraw < 0.97 ? 2 : reasonDraw < 0.999 ? 4 : 3
    const volume = (random() ** 3 * 5).toFixed(4)
    // Whole seconds, as the service has them.
    const createdAtMs = Math.floor((benchNowMs - 60_000 - share * SPAN_MS) / 1_000) * 1_000
    const price = (middle * wave).toFixed(middle < 1 ? 5 : 2)
    const id = hex(random, 32)
    yield {
      id: FIRST_ID + count - index,
      uuid: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
      market,
      side: random() < 0.5 ? 'buy' : 'sell',
      type,
      state,
      price: type === 'market' ? null : price,
      stopPrice: type === 'stop_limit' ? price : null,
      averagePrice: state === 'done' ? price : '0.0',
      createdAtMs,
      updatedAtMs: Math.min(benchNowMs, createdAtMs + Math.floor(random() ** 4 * 86_400) * 1_000),
      originVolume: volume,
      remainingVolume: state === 'done' ? '0.0' : volume,
      executedVolume: state === 'done' ? volume : '0.0',
      makerFee: '0.001',
      takerFee: '0.001',
      tradesCount: state === 'done' ? 1 : 0,
      cancelReason: state === 'cancel' ? cancelReasons[reason] : null,
    }
  }
}

/** Makes a file of so many orders by way of the store. */
export async function makeListFile(file: string, count: number): Promise<void> {
  const store = await openBenchStore(file)
  await store.putAccount(account)
  let batch: Order[] = []
  for (const order of makeOrders(count)) {
    batch.push(order)
    if (batch.length < ORDERS_PER_CALL) continue
    await store.putOrders(account.id, batch, null)
    batch = []
  }
  if (batch.length > 0) await store.putOrders(account.id, batch, null)
  await store.close()
}
