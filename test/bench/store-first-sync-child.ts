// The process in which the bench's first sync runs, as it would in the app's main process: services over a store in its thread,
// the practice exchange in another.
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { systemClock } from '../../src-main/async/clock.ts'
import { derivePracticeUsers } from '../../src-main/practice/users.ts'
import { createPracticeHost, externalPracticeHost } from '../../src-main/practice/practice-host.ts'
import { signMessage } from '../../src-main/signing/ethereum.ts'
import { Bystander } from './bystander.ts'
import { longestStall, type Stall } from './harness.ts'
import { openBareTables } from './store-bare.ts'
import { account, openBenchStore, practiceSeed } from './store-files.ts'
import { orderPageSize } from './store-orders.ts'
import { benchLog, composeBenchServices } from './store-services.ts'

/** What one run of both sides came to. */
export interface FirstSyncRound {
  readonly oursMs: number
  readonly referenceMs: number
  readonly stall: Stall
  readonly idle: Stall
}

const [folder = '', orders = '', rounds = ''] = process.argv.slice(2)
const count = Number(orders)

const practice = createPracticeHost(
  new URL('../../src-main/practice/practice-worker.ts', import.meta.url),
  { seed: practiceSeed, orders: count, accessTokenSeconds: 86_400 },
  systemClock,
  benchLog,
)
const baseUrl = await practice.start()
const [user] = derivePracticeUsers(practiceSeed)
if (user === undefined) throw new Error('the practice exchange has no user')

/**
 * The app's way: from the first call to the moment when the page is told that the history is complete; in milliseconds.
 */
async function syncWithServices(own: string): Promise<number> {
  const store = await openBenchStore(join(own, 'ours.sqlite'))
  await store.putAccount(account)
  const complete = Promise.withResolvers<number>()
  const startedAt = performance.now()
  const services = await composeBenchServices(store, own, externalPracticeHost(baseUrl), (name, payload) => {
    if (name !== 'orders:changed' || !('sync' in payload)) return
    if (payload.sync.lastError !== null) complete.reject(new Error(payload.sync.lastError.code))
    if (payload.sync.isComplete) complete.resolve(performance.now() - startedAt)
  })
  const ms = await complete.promise
  const stored = await store.countOrders(account.id)
  await services.close()
  await store.close()
  if (stored < count) throw new Error(`first-sync: ${stored} orders of ${count}`)
  return ms
}

async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** What one would write without the app: nothing is checked, nothing can be interrupted; in milliseconds. */
async function syncBare(own: string): Promise<number> {
  const tables = openBareTables(join(own, 'bare.sqlite'))
  const startedAt = performance.now()
  const eth_address = user?.ethereumAddress ?? ''
  const nonce = (await post('/sapi/v2/auth/nonce/', { eth_address })) as { payload: string }
  const user_signature = signMessage(nonce.payload, user?.ethereumPrivateKey ?? '')
  const login = await post('/sapi/v2/auth/login/', { eth_address, user_signature })
  const { access } = (login as { token: { access: string } }).token
  const headers = { accept: 'application/json', authorization: `JWT ${access}` }
  for (let page = 1; ; page += 1) {
    const url = `${baseUrl}/sapi/v1/orders/?limit=${orderPageSize}&page=${page}`
    const response = await fetch(url, { headers })
    if (tables.insert(await response.text()) === 0) break
  }
  const ms = performance.now() - startedAt
  if (tables.count() < count) throw new Error('first-sync: the bare loop missed orders')
  tables.close()
  return ms
}

const bystander = new Bystander()

async function watchBoth(run: () => Promise<void>): Promise<{ stall: Stall; idle: Stall }> {
  const { outcome: stall, idle } = await bystander.watch(() => longestStall(run))
  return { stall, idle }
}

for (let round = -1; round < Number(rounds); round += 1) {
  const own = mkdtempSync(join(folder, 'first-sync-'))
  const times = { oursMs: NaN, referenceMs: NaN }
  const sides = [
    async () => watchBoth(async () => void (times.oursMs = await syncWithServices(own))),
    async () => void (times.referenceMs = await syncBare(own)),
  ]
  const seen = []
  // They take turns in going first: the exchange's cache is warmer for the second.
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) seen.push(await side())
  rmSync(own, { recursive: true })
  const stalls = seen.find((each) => each !== undefined)
  if (round >= 0 && stalls !== undefined) process.send?.({ ...times, ...stalls } satisfies FirstSyncRound)
}
bystander.end()
await practice.stop()
process.disconnect()
