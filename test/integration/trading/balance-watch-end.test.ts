// The looks at the balances end an hour after a signature. A question may be open then: what leaves with its yes is found all the same.
import { expect, it, onTestFinished } from 'vitest'
import type { SigningDifference } from '../../../src-preload/contract/trading/signing-difference.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { noFaults } from '../../../src-main/practice/faults.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import type { WatchedSession } from '../../../src-main/trading/session/balance-readings.ts'
import { createBalanceWatch } from '../../../src-main/trading/session/balance-watch.ts'
import { createKeptBalances } from '../../../src-main/trading/session/kept-balances.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { makeTestClient, movableClock } from '../../fixtures/test-client.ts'
import { account, makeLog, makeStore } from '../world.ts'

const seed = 7
const HOUR_MS = 3_600_000

it('what leaves by a signature whose question was open when the looks ended is found', async () => {
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    port: 0,
    seed,
    orders: 3,
    faults: { ...noFaults, shares: {} },
  })
  onTestFinished(() => exchange.close())
  const [user] = derivePracticeUsers(seed)
  const clock = movableClock(Date.now())
  const { client } = makeTestClient(exchange.baseUrl, {
    privateKey: user?.ethereumPrivateKey ?? '',
    clock: movableClock(Date.now()),
  })
  onTestFinished(() => client.close())
  await client.signIn()
  let taken = 0
  let reads = 0
  const stopper = new AbortController()
  onTestFinished(() => stopper.abort())
  const session: WatchedSession = {
    account: {
      ...account,
      networkKind: 'practice',
      baseUrl: null,
      ethereumAddress: user?.ethereumAddress ?? '',
    },
    network: 'practice',
    client: {
      ...client,
      async listBalances(query, options) {
        const answer = await client.listBalances(query, options)
        reads += 1
        const rows = answer.rows.map((row) =>
          row.currency === 'usdc' ? { ...row, balance: String(Number(row.balance) - taken) } : row,
        )
        return { ...answer, rows }
      },
    },
    time: { offsetMs: () => 0 } as WatchedSession['time'],
    signal: stopper.signal,
  }
  const store = await makeStore()
  await store.putAccount(session.account)
  const kept = createKeptBalances(store)
  const differences: SigningDifference[] = []
  const watch = createBalanceWatch({
    store,
    journal: openJournalHere(),
    clock,
    log: makeLog().log,
    lookEveryMs: 20,
    onDifference: (_session, difference) => differences.push(difference),
    onUnread: () => undefined,
  })
  expect(await watch.prepare(session)).toBe(true)
  watch.note(session)
  await eventually(() => expect(reads).toBeGreaterThan(2))
  // The question opens, the hour ends, and the person says yes.
  expect(await watch.prepare(session)).toBe(true)
  clock.moveTo(clock.now() + HOUR_MS + 1)
  await eventually(async () => expect(await kept.load(account.id)).toBeNull())
  taken = 500
  watch.note(session)
  const before = await kept.load(account.id)
  await eventually(() =>
    expect(differences).toMatchObject([{ kind: 'balance', currency: 'usdc', amount: '500' }]),
  )
  // A crash right after the signature loses nothing either.
  expect(before).not.toBeNull()
})
