// `npm run bench -- trade [--small]`: from the press of a ticket to the first byte of the nonce call, and from the nonce's answer to the
// first byte of create, in a trading session, while a first sync of orders runs; beside a bare client. Moments are those at
// which the request is handed to `fetch`, and at which its answer's head is there.
import { join } from 'node:path'
import { createL2Signer } from '../../src-main/accounts/wallet/l2-signer.ts'
import { composeServices } from '../../src-main/app/compose.ts'
import { systemClock } from '../../src-main/async/clock.ts'
import { createKeychainLedger } from '../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { openSecretBackends } from '../../src-main/keychain/secret-backends.ts'
import { createPracticeHost, externalPracticeHost } from '../../src-main/practice/practice-host.ts'
import { derivePracticeUsers } from '../../src-main/practice/users.ts'
import { openJournal } from '../../src-main/store/client/open-store.ts'
import type { Journal } from '../../src-main/store/api/journal-api.ts'
import { nobodyThere } from '../fixtures/nobody-there.ts'
import { workerUrl } from '../fixtures/thread-scripts.ts'
import { Bench, median, readWish } from './harness.ts'
import { account, makeFolder, openBenchStore, practiceSeed } from './store-files.ts'
import { benchLog } from './store-services.ts'
import { type BareSigner, type Moments, openBareClient } from './trade-bare.ts'

const GOAL_MS = 50
const MOST_TIMES = 1.5
const wish = readWish()
const bench = new Bench('trade', 'wall', 50)
const folder = makeFolder()
const [user] = derivePracticeUsers(practiceSeed)
if (user === undefined) throw new Error('the practice exchange has no user')
const practice = createPracticeHost(
  new URL('../../src-main/practice/practice-worker.ts', import.meta.url),
  { seed: practiceSeed, orders: wish.isSmall ? 20_000 : 200_000, accessTokenSeconds: 86_400 },
  systemClock,
  benchLog,
)
const baseUrl = await practice.start()

const ms = (value: number): string => `${value.toFixed(2)}ms`

/** Moments of the order that is being placed. */
let now: { -readonly [Name in keyof Moments]: number } & { diskMs: number }
const begin = (): void => {
  const pressed = performance.now()
  now = { pressed, nonceSent: 0, nonceTold: 0, createSent: 0, createTold: 0, diskMs: 0 }
}
begin()

const timedFetch = async (url: string, init: RequestInit): Promise<Response> => {
  const isNonce = url.endsWith('/orders/nonce/')
  const isCreate = url.endsWith('/orders/create/')
  if (isNonce) now.nonceSent = performance.now()
  if (isCreate) now.createSent = performance.now()
  const answer = await fetch(url, init)
  if (isNonce) now.nonceTold = performance.now()
  if (isCreate) now.createTold = performance.now()
  return answer
}

/** The journal with the time that its writes of an order take until they are on the disk. */
function withTimes(journal: Journal): Journal {
  const timed = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    try {
      return await write()
    } finally {
      if (now.createSent === 0) now.diskMs += performance.now() - startedAt
    }
  }
  return {
    ...journal,
    createPlacedOrder: (...args) => timed(() => journal.createPlacedOrder(...args)),
    movePlacedOrder: (...args) => timed(() => journal.movePlacedOrder(...args)),
  }
}

// Before the app does: an account has one text to sign at a time.
const bare = await openBareClient(baseUrl, user, join(folder, 'bare.jsonl'))
const [store, journal] = await Promise.all([
  openBenchStore(join(folder, 'cache.sqlite')),
  openJournal({ file: join(folder, 'journal.sqlite'), clock: systemClock, workerUrl }),
])
await store.putAccount(account)
const services = await composeServices({
  store,
  journal: withTimes(journal),
  places: await openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile: join(folder, 'keys.vault'),
    clock: systemClock,
    onFault: (what, error) => benchLog.fault('keychain', what, error),
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
    // The keys of a practice account follow from the seed.
    load: () => Promise.reject(new Error('the bench has no keychain')),
  }),
  clock: systemClock,
  fetch: timedFetch,
  userAgent: 'Starkdesk/0.1.0 (bench)',
  emit: () => undefined,
  log: benchLog,
  practice: externalPracticeHost(baseUrl),
  practiceSeed,
  random: Math.random,
  readsMarketHistory: false,
  ...nobodyThere,
  confirmations: {
    ...nobodyThere.confirmations,
    confirmSession: () => Promise.resolve(),
    confirmOrder: () => Promise.reject(new Error('an order outside the session')),
  },
})
async function placeOurs(price: number): Promise<typeof now> {
  const { ticketId } = services.trading.openTicket()
  const order = {
    type: 'limit',
    market: 'ethusdc',
    side: 'buy',
    amount: '0.001',
    price: String(price),
  } as const
  begin()
  const { state } = await services.trading.place({ ticketId, order })
  if (state !== 'accepted') throw new Error(`the order was not accepted: ${state}`)
  return { ...now }
}

/** What signing alone takes: reading the key, the signature, and the check that it holds. */
async function measureSigning(times: number): Promise<number> {
  const { accounts } = await services.accounts.getState()
  const [own] = accounts
  if (own === undefined) throw new Error('no account')
  const sign = createL2Signer(() => Promise.resolve(user?.ethereumPrivateKey ?? null))
  const registered = own.profile?.starkKey ?? ''
  const { signal } = new AbortController()
  const taken: number[] = []
  for (let at = 1; at <= times; at += 1) {
    const startedAt = performance.now()
    await sign({ account: own, registered, msgHash: `0x${(at * 7919).toString(16)}`, signal })
    taken.push(performance.now() - startedAt)
  }
  return median(taken)
}

try {
  while (services.connection.getState().status !== 'online')
    await new Promise((resolve) => setTimeout(resolve, 20))
  await services.accounts.signIn()
  // Signing in does not wait for the comparison of the account's key with the exchange's, and a session does not begin before it.
  const isMatched = async (): Promise<boolean> =>
    (await services.accounts.getState()).accounts[0]?.l2Key.status === 'matched'
  while (!(await isMatched())) await new Promise((resolve) => setTimeout(resolve, 20))
  await services.trading.startSession({
    limits: {
      markets: ['ethusdc'],
      quote: 'usdc',
      largestOrder: '50000',
      largestSum: '250000',
      signatures: 500,
      ordersPerMinute: 60,
      openOrders: 100,
      bandPercent: '5',
      minutes: 240,
    },
  })
  // The first of each are the compiler's.
  for (let at = 0; at < 5; at += 1) {
    await placeOurs(100 + at / 100)
    await bare.place(90 + at / 100, 'starkware')
    await bare.place(80 + at / 100, 'scure')
  }
  const ours: (typeof now)[] = []
  const references: Record<BareSigner, Moments[]> = { starkware: [], scure: [] }
  const before = await countOrders()
  for (let round = 0; round < bench.rounds; round += 1) {
    const isOursFirst = round % 2 === 0
    if (isOursFirst) ours.push(await placeOurs(101 + round / 100))
    references.starkware.push(await bare.place(91 + round / 100, 'starkware'))
    references.scure.push(await bare.place(81 + round / 100, 'scure'))
    if (!isOursFirst) ours.push(await placeOurs(101 + round / 100))
  }
  const during = (await countOrders()) - before
  const span = (all: readonly Moments[], from: keyof Moments, to: keyof Moments): number[] =>
    all.map((one) => one[to] - one[from])
  for (const [figure, from, to] of [
    ['press-to-nonce', 'pressed', 'nonceSent'],
    ['nonce-to-create', 'nonceTold', 'createSent'],
  ] as const) {
    const [oursMs, referenceMs] = [span(ours, from, to), span(references.starkware, from, to)]
    bench.judgeLimitedTail({ figure, oursMs, referenceMs, limitMs: GOAL_MS })
  }
  for (const [figure, signer, mostTimes] of [
    ['order', 'starkware', MOST_TIMES],
    ['order-beside-scure', 'scure', null],
  ] as const) {
    const rounds = ours.map((one, at) => {
      const other = references[signer][at]
      return {
        oursMs: one.createTold - one.pressed,
        referenceMs: other === undefined ? NaN : other.createTold - other.pressed,
      }
    })
    bench.judgeTimes({ figure, rounds, mostTimes })
  }
  const ownMs = median(ours.map((one) => one.nonceSent - one.pressed + (one.createSent - one.nonceTold)))
  const diskMs = median(ours.map((one) => one.diskMs))
  const signingMs = await measureSigning(20)
  bench.tell(
    'shares',
    `of ${ms(ownMs)}: signing ${ms(signingMs)} (${Math.round((signingMs / ownMs) * 100)}%), ` +
      `disk ${ms(diskMs)} (${Math.round((diskMs / ownMs) * 100)}%)`,
  )
  bench.tell('sync', `${during} orders were read into the cache meanwhile`)
  bench.finish()
} finally {
  bare.close()
  await services.close()
  await Promise.all([store.close(), journal.close()])
  await practice.stop()
}

/** Orders that the first sync has read so far. */
async function countOrders(): Promise<number> {
  const { streams } = await services.sync.getState()
  return streams.find(({ stream }) => stream === 'orders')?.done ?? 0
}
