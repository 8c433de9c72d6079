// Owns: proof by random histories that each reading of profit and loss is kept once, and the newest is the last.
// Must not: compute any.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPortfolio } from '../../../../../src-main/services/portfolio.ts'
import type { PnlEntry } from '../../../../../src-preload/contract/entities.ts'
import { AppError } from '../../../../../src-preload/shared/errors.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { sampleAccount, samplePnl, seed } from '../../../store/support.ts'
import { account, makeLink, makeStore } from '../../world.ts'
import { checkHistories } from './histories.ts'

const currencies = ['btc', 'eth', 'usdc']
const step = fc.record({
  /** What happens at the service before the call: a fill, one that is taken back, a currency that comes or goes. */
  event: fc.constantFrom('nothing', 'nothing', 'fill', 'back', 'come', 'go'),
  isTurned: fc.boolean(),
  answer: fc.constantFrom('told', 'told', 'told', 'cut', 'abandoned'),
  passedMs: fc.constantFrom(1, 15_000),
})

it(
  `profit and loss: each reading once, in order (seed ${String(seed)})`,
  { timeout: soakRounds(60_000) },
  async () => {
    const store = await makeStore()
    const clock = movableClock(1_000_000)
    const real = makeLink('http://127.0.0.1:9', clock)
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
        const getPnl = (): Promise<PnlEntry[]> => {
          if (outcome === 'cut') return Promise.reject(new AppError('network', { endpoint: 'user.pnl' }))
          // The account is left while the answer is on its way.
          if (outcome === 'abandoned') stopper.abort()
          return Promise.resolve(answer)
        }
        const link = { ...real, account: { ...account, id }, client: { ...real.client, getPnl } }
        const portfolio = createPortfolio({
          store,
          clock,
          getLink: () => link,
          getFault: () => null,
          getTimeZone: () => 'UTC',
          onChanged: () => undefined,
        })
        const textOf = (entries: readonly PnlEntry[]): string =>
          entries
            .map((entry) => `${entry.currency} ${entry.totalCredit}`)
            .sort()
            .join()
        /** Readings that differ from the one before, each with the span in which it was told. */
        const expected: { text: string; firstMs: number; lastMs: number }[] = []

        for (const { event, isTurned, answer: next, passedMs } of steps) {
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
          stopper = new AbortController()
          await portfolio.refresh(link, stopper.signal).catch(() => undefined)
          if (next === 'told') {
            const last = expected.at(-1)
            const text = textOf(answer)
            if (last?.text === text) last.lastMs = clock.now()
            else expected.push({ text, firstMs: clock.now(), lastMs: clock.now() })
          }
        }

        const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }
        const values = await store.listPnlValues(id, all, null, 100)
        const kept = await store.getPnlSnapshots(
          id,
          values.map((one) => one.id),
        )
        expect(
          kept.map(({ entries, firstAsOfMs, asOfMs }) => ({
            text: textOf(entries),
            firstMs: firstAsOfMs,
            lastMs: asOfMs,
          })),
        ).toEqual(expected)
        const latest = await portfolio.getPnl()
        expect(latest.asOfMs).toBe(expected.at(-1)?.lastMs ?? null)
        expect(textOf(latest.entries)).toBe(expected.at(-1)?.text ?? '')
      },
    )
  },
)
