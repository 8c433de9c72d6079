// What follows for the cache and the figures from rows that could not be read.
import { expect, onTestFinished, test } from 'vitest'
import { createCandleFill } from '../../../src-main/markets/candle-fill.ts'
import { createPnlReader } from '../../../src-main/portfolio/pnl-reader.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { fixtureEnvelope, fixtureText } from '../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, movableClock } from '../../fixtures/test-client.ts'
import { account, makeEvents, makeSession, makeStore } from '../world.ts'

const nowMs = Date.UTC(2025, 5, 10, 12)
const MINUTE = 60_000
const never = new AbortController().signal

async function serve(payloadOf: (path: string) => unknown): Promise<ScriptedServer> {
  const server = await startScriptedServer(({ path }) => {
    if (path.startsWith('/sapi/v2/auth/')) {
      return { text: fixtureText(path.includes('nonce') ? 'nonce' : 'login') }
    }
    return { json: { status: 'success', message: '', payload: payloadOf(path) } }
  })
  onTestFinished(() => server.stop())
  return server
}

test('candles beside one that could not be read are shown, and not taken for all that there are', async () => {
  const minutes = Array.from({ length: 5 }, (_, index) => nowMs - 86_400_000 * 3 + index * MINUTE)
  let isBroken = true
  const server = await serve(() =>
    minutes.map((timeMs, index) => [timeMs / 1_000, 1, 2, isBroken && index === 2 ? null : 1, 1, 3]),
  )
  const clock = movableClock(nowMs)
  const store = await makeStore()
  const session = makeSession(server.baseUrl, clock)
  const fill = createCandleFill({ session, store, clock, emit: makeEvents().emit })
  const [fromMs = 0] = minutes
  const wanted = { fromMs, toMs: minutes.at(-1) ?? 0 }
  await fill.fill('ethusdc', 1, wanted, { signal: never })
  const read = () => store.getCandles(session.network, 'ethusdc', 1, null, 10)
  expect((await read()).candles.timesMs).toHaveLength(4)
  expect(await store.getCandleCoverage(session.network, 'ethusdc', 1)).toEqual([])

  isBroken = false
  await fill.fill('ethusdc', 1, wanted, { signal: never })
  expect((await read()).candles.timesMs).toHaveLength(5)
  expect(await store.getCandleCoverage(session.network, 'ethusdc', 1)).toMatchObject([{ fromMs }])
})

test('profit and loss without one of its currencies is kept and reported, and checks no book', async () => {
  let isBroken = true
  const server = await serve(() => {
    const rows = fixtureEnvelope('pnl').payload as Record<string, unknown>[]
    return rows.map((row) => ({
      ...row,
      average_buy_price: null,
      ...(isBroken && row['currency'] === 'usdc' ? { total_debit: null } : {}),
    }))
  })
  const clock = movableClock(nowMs)
  const store = await makeStore()
  const reader = createPnlReader(store, openJournalHere(), clock, makeSession(server.baseUrl, clock))
  expect(await failureOf(reader.refresh(never))).toMatchObject({
    code: 'contractViolation',
    data: { endpoint: 'user.pnl', field: 'payload.1.total_debit' },
  })
  expect((await store.getLatestPnl(account.id))?.entries).toMatchObject([
    { currency: 'eth', averageBuyPrice: null, averageSellPrice: '1555.18108157' },
  ])
  clock.moveTo(nowMs + MINUTE)
  expect(await reader.noteListing(clock.now())).toBe('none')

  isBroken = false
  expect(await reader.refresh(never)).toEqual({ isNew: true, isListingWanted: false })
  expect((await store.getLatestPnl(account.id))?.entries).toHaveLength(2)
  // The same figures again are no new ones, but are as of now.
  clock.moveTo(nowMs + 2 * MINUTE)
  expect(await reader.refresh(never)).toEqual({ isNew: false, isListingWanted: false })
  expect((await store.getLatestPnl(account.id))?.asOfMs).toBe(nowMs + 2 * MINUTE)
})
