// The first sync of the fills of 100,000 orders by pages of own trades, beside a bare loop over the same pages.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src-main/async/clock.ts'
import { createExchangeClient } from '../../src-main/exchange/client.ts'
import { createFillHistory } from '../../src-main/orders/sync/fill-history.ts'
import type { OrderTradeItem } from '../../src-main/practice/orders/order-views.ts'
import { createPracticeHost } from '../../src-main/practice/practice-host.ts'
import { derivePracticeUsers } from '../../src-main/practice/users.ts'
import { signMessage } from '../../src-main/signing/ethereum.ts'
import { Bench, readWish, type TimedRound } from './harness.ts'
import {
  account,
  copyDatabase,
  makeFolder,
  openBenchStore,
  openTables,
  practiceSeed,
  prepareInsert,
} from './store-files.ts'
import { benchLog } from './store-services.ts'

const pageRows = 1_000
/** Each takes some seconds. */
const mostRounds = 5

const wish = readWish()
const orders = wish.isSmall ? 5_000 : 100_000
const bench = new Bench('fills', 'wall', mostRounds)
const folder = makeFolder()
const practice = createPracticeHost(
  new URL('../../src-main/practice/practice-worker.ts', import.meta.url),
  { seed: practiceSeed, orders, accessTokenSeconds: 86_400 },
  systemClock,
  benchLog,
)
const baseUrl = await practice.start()
const [user] = derivePracticeUsers(practiceSeed)
if (user === undefined) throw new Error('the practice exchange has no user')

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  return (await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

async function signIn(): Promise<string> {
  const eth_address = user?.ethereumAddress ?? ''
  const nonce = (await post('/sapi/v2/auth/nonce/', { eth_address })) as { payload: string }
  const user_signature = signMessage(nonce.payload, user?.ethereumPrivateKey ?? '')
  const login = await post('/sapi/v2/auth/login/', { eth_address, user_signature })
  return (login as { token: { access: string } }).token.access
}

const client = createExchangeClient({
  baseUrl,
  fetch: globalThis.fetch,
  clock: systemClock,
  userAgent: 'Starkdesk/0.1.0 (bench)',
  session: {
    ethereumAddress: user.ethereumAddress,
    signer: {
      isAvailable: () => Promise.resolve(true),
      signLoginText: (text) => Promise.resolve(signMessage(text, user.ethereumPrivateKey)),
    },
    refreshTokens: {
      load: () => Promise.resolve(null),
      save: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    },
    isSignedOut: false,
    mayLogIn: () => true,
    onState: () => undefined,
    onStoreFault: () => undefined,
  },
  onFault: () => undefined,
  onCall: () => undefined,
})

/** A file with all orders and no fills. */
async function prepareOrders(): Promise<string> {
  const file = join(folder, 'orders.sqlite')
  const store = await openBenchStore(file)
  await store.putAccount(account)
  for (let page = 1; ; page += 1) {
    const list = await client.listOrders({ page, limit: pageRows })
    if (list.orders.length === 0) break
    await store.putOrders(account.id, list.orders, null)
  }
  await store.close()
  return file
}

/** In milliseconds, and how many fills there are. */
interface Run {
  readonly ms: number
  readonly fills: number
}

async function readByPages(file: string): Promise<Run> {
  const store = await openBenchStore(file)
  const history = createFillHistory({
    accountId: account.id,
    source: client,
    store,
    clock: systemClock,
    keptFromMs: () => Promise.resolve(0),
    areOrdersKnown: () => Promise.resolve(true),
    everyMs: 0,
  })
  const { signal } = new AbortController()
  const startedAt = performance.now()
  while ((await history.step(signal)) === 'more');
  const ms = performance.now() - startedAt
  const { isComplete } = await history.progress()
  if (!isComplete) throw new Error('fills: not all are here')
  await store.close()
  return { ms, fills: countFills(file) }
}

function countFills(file: string): number {
  const db = openTables(file)
  const fills = Number(db.prepare('SELECT count(*) FROM order_trades').pluck().get())
  db.close()
  return fills
}

const columns = [
  'account_key',
  'order_id',
  'position',
  'id',
  'told_order_id',
  'market',
  'side',
  'taker_type',
  'price',
  'amount',
  'total',
  'fee_currency',
  'fee_rate',
  'fee_amount',
  'created_at_ms',
]

/** What one would write without the app: the same pages, rows and marks; nothing is checked, nothing can be interrupted. */
async function readBare(file: string, token: string): Promise<Run> {
  const db = openTables(file)
  const accountKey = Number(db.prepare('SELECT key FROM accounts').pluck().get())
  const insert = prepareInsert(db, 'order_trades', columns)
  const have = db.prepare<[number, number, number]>(
    'INSERT OR REPLACE INTO order_trade_fetches SELECT account_key, id, updated_at_ms FROM orders WHERE account_key = ? AND id = ? AND ? > 0',
  )
  const clear = db.prepare<[number, number]>(
    'UPDATE orders SET fills_wanted = 0 WHERE account_key = ? AND id = ?',
  )
  const seen = new Map<number, number>()
  const putAll = db.transaction((rows: OrderTradeItem[]) => {
    for (const row of rows) {
      const position = seen.get(row.order_id) ?? 0
      seen.set(row.order_id, position + 1)
      insert([
        accountKey,
        row.order_id,
        position,
        row.id,
        row.order_id,
        row.market,
        row.side,
        row.taker_type,
        row.price,
        row.amount,
        row.total,
        row.fee_currency,
        row.fee,
        row.fee_amount,
        Date.parse(row.created_at),
      ])
      if (position === 0) {
        have.run(accountKey, row.order_id, 1)
        clear.run(accountKey, row.order_id)
      }
    }
  })
  const startedAt = performance.now()
  const headers = { accept: 'application/json', authorization: `JWT ${token}` }
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${baseUrl}/sapi/v1/trades/?limit=${pageRows}&page=${page}`, { headers })
    const { payload } = JSON.parse(await response.text()) as { payload: OrderTradeItem[] }
    if (payload.length === 0) break
    putAll.immediate(payload)
  }
  const ms = performance.now() - startedAt
  db.close()
  return { ms, fills: countFills(file) }
}

const token = await signIn()
const prepared = await prepareOrders()
const rounds: TimedRound[] = []
for (let round = -1; round < Math.min(bench.rounds, mostRounds); round += 1) {
  const own = mkdtempSync(join(folder, 'fills-'))
  const files = { ours: join(own, 'ours.sqlite'), bare: join(own, 'bare.sqlite') }
  copyDatabase(prepared, files.ours)
  copyDatabase(prepared, files.bare)
  const run = { ours: () => readByPages(files.ours), bare: () => readBare(files.bare, token) }
  // They take turns in going first.
  const isOursFirst = round % 2 === 0
  const first = isOursFirst ? await run.ours() : await run.bare()
  const second = isOursFirst ? await run.bare() : await run.ours()
  rmSync(own, { recursive: true })
  if (first.fills !== second.fills)
    throw new Error(`fills: ${String(first.fills)} beside ${String(second.fills)}`)
  const [ours, reference] = isOursFirst ? [first, second] : [second, first]
  if (round < 0) process.stdout.write(`bench fills ${String(orders)} orders, ${String(ours.fills)} fills\n`)
  else rounds.push({ oursMs: ours.ms, referenceMs: reference.ms })
}
bench.judgeTimes({ figure: 'first-sync', rounds, mostTimes: 1.5 })
bench.finish()
client.close()
await practice.stop()
