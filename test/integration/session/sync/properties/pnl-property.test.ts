// By random histories that each reading of profit and loss is kept once, and the newest is the last.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Rows } from '../../../../../src-main/exchange/endpoints/rows.ts'
import type { CallOptions } from '../../../../../src-main/exchange/endpoint.ts'
import { createPnlReader } from '../../../../../src-main/portfolio/pnl-reader.ts'
import { createPortfolio } from '../../../../../src-main/portfolio/portfolio.ts'
import type { PnlEntry } from '../../../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { sampleAccount, samplePnl, seed } from '../../../store/support.ts'
import { account, inUse, makeSession, makeStore } from '../../../world.ts'
import { checkHistories } from './histories.ts'
import { openJournalHere } from '../../../../fixtures/journal-here.ts'

const currencies = ['btc', 'eth', 'usdc']
const step = fc.record({
  /** What happens at the service before the call: a fill, one that is taken back, a currency that comes or goes. */
  event: fc.constantFrom('nothing', 'nothing', 'fill', 'back', 'come', 'go'),
  isTurned: fc.boolean(),
  answer: fc.constantFrom('told', 'told', 'told', 'cut', 'abandoned'),
  passedMs: fc.constantFrom(1, 15_000),
  /** How long the answer takes: after a second it is of no certain moment. */
  tookMs: fc.constantFrom(0, 999, 1_000, 40_000),
  /** Whether all orders are listed then, and whether that began after the last answer had come. */
  listing: fc.constantFrom('none', 'none', 'after', 'after', 'before'),
})

it(
  `profit and loss: each reading once, in order, and which a listing followed (SEED=${String(seed)})`,
  { timeout: soakRounds(60_000) },
  async () => {
    const store = await makeStore()
    const clock = movableClock(1_000_000)
    const real = makeSession('http://127.0.0.1:9', clock)
    let accounts = 0

    await checkHistories(
      'profit and loss',
      fc.array(step, { minLength: 1, maxLength: 15 }),
      async (steps) => {
        const id = `p${String((accounts += 1))}`
        await store.putAccount(
          sampleAccount(id, { ethereumAddress: `0x${String(accounts).padStart(40, '0')}` }),
        )
        const amounts = new Map([['eth', 1]])
        let answer: PnlEntry[] = []
        let outcome = 'told'
        let stopper = new AbortController()
        let tookMs = 0
        const getPnl = (options?: CallOptions): Promise<Rows<PnlEntry>> => {
          const startedAtMs = clock.now()
          if (outcome === 'cut') return Promise.reject(new AppError('network', { endpoint: 'user.pnl' }))
          // The account is left while the answer is on its way.
          if (outcome === 'abandoned') stopper.abort()
          clock.moveTo(startedAtMs + tookMs)
          options?.onAnswer?.({ startedAtMs, durationMs: tookMs, date: null })
          return Promise.resolve({ rows: answer, unread: null })
        }
        const session = { ...real, account: { ...account, id }, client: { ...real.client, getPnl } }
        const journal = openJournalHere()
        const reader = createPnlReader(store, journal, clock, session)
        const portfolio = createPortfolio({
          store,
          journal,
          clock,
          current: inUse(session),
          getTimeZone: () => 'UTC',
          onChanged: () => undefined,
        })
        const textOf = (entries: readonly PnlEntry[]): string =>
          entries
            .map((entry) => `${entry.currency} ${entry.totalCredit}`)
            .sort()
            .join()
        /** Readings that differ from the one before, each with the span in which it was told. */
        const expected: { text: string; firstMs: number; lastMs: number; listedMs: number | null }[] = []
        /** The moment of the last reading, until a listing has ended that began after it. */
        let momentMs: number | null = null
        let answeredMs = 0

        for (const { event, isTurned, answer: next, passedMs, listing, ...rest } of steps) {
          clock.moveTo(clock.now() + passedMs)
          const one = currencies.find((each) => amounts.has(each) === (event !== 'come'))
          if (one !== undefined && event === 'go' && amounts.size > 1) amounts.delete(one)
          else if (one !== undefined && event === 'come') amounts.set(one, 1)
          else if (one !== undefined && (event === 'fill' || event === 'back')) {
            amounts.set(one, (amounts.get(one) ?? 1) + (event === 'fill' ? 1 : -1))
          }
          answer = [...amounts].map(([currency, amount]) =>
            samplePnl(currency, { totalCredit: String(amount) }),
          )
          if (isTurned) answer.reverse()
          outcome = next
          ;({ tookMs } = rest)
          stopper = new AbortController()
          const askedMs = clock.now()
          await reader.refresh(stopper.signal).catch(() => undefined)
          if (next === 'told') {
            const last = expected.at(-1)
            const text = textOf(answer)
            if (last?.text === text) last.lastMs = askedMs
            else expected.push({ text, firstMs: askedMs, lastMs: askedMs, listedMs: null })
            // Without a Date header the answer's own time; one that took too long is of no certain moment.
            momentMs = tookMs <= 20_000 ? askedMs + tookMs : null
            answeredMs = clock.now()
          }
          if (listing === 'none') continue
          const isNoted = await reader.noteListing(listing === 'after' ? clock.now() : answeredMs - 1)
          expect(isNoted).toBe(listing === 'after' && momentMs !== null ? 'listed' : 'none')
          const last = expected.at(-1)
          if (isNoted !== 'listed' || last === undefined) continue
          last.listedMs = momentMs
          momentMs = null
        }

        const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }
        const values = await store.listPnlValues(id, all, null, 100)
        const kept = await store.getPnlSnapshots(
          id,
          values.map((one) => one.id),
        )
        const readings = await store.listPnlReadings(id, null, 100)
        const listed = new Map(readings.map((one) => [one.id, one.momentMs]))
        expect(
          kept.map(({ id: snapshotId, entries, firstAsOfMs, asOfMs }) => ({
            text: textOf(entries),
            firstMs: firstAsOfMs,
            lastMs: asOfMs,
            listedMs: listed.get(snapshotId) ?? null,
          })),
        ).toEqual(expected)
        const latest = await portfolio.getPnl()
        expect(latest.asOfMs).toBe(expected.at(-1)?.lastMs ?? null)
        expect(textOf(latest.entries)).toBe(expected.at(-1)?.text ?? '')
      },
    )
  },
)
