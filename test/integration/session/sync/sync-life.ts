// One life of the app without windows, whose only work is to read all history of a practice account into a file.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataKind } from '../../../../src-preload/contract/app/data.ts'
import type { Clock } from '../../../../src-main/async/clock.ts'
import type { Log } from '../../../../src-main/diagnostics/log.ts'
import { openSecretBackends } from '../../../../src-main/keychain/secret-backends.ts'
import { derivePracticeUsers } from '../../../../src-main/practice/users.ts'
import { composeServices } from '../../../../src-main/app/compose.ts'
import { nobodyThere } from '../../../fixtures/nobody-there.ts'
import { writeKeepDays } from '../../../../src-main/data/keep-days.ts'
import { createKeychainLedger } from '../../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { openStore } from '../../../../src-main/store/client/open-store.ts'
import { CountingKeychain } from '../../../fixtures/counting-keychain.ts'
import { workerUrl } from '../../../fixtures/thread-scripts.ts'
import { openJournalHere } from '../../../fixtures/journal-here.ts'

export const practiceSeed = 7
/** One market keeps a run short; what differs between markets is only the name. */
export const market = 'ethusdc'
/** Short, so that a run is: what is older is neither read nor kept. */
const keptKinds: readonly DataKind[] = ['fineCandles', 'marketTrades']

export interface LifeOptions {
  readonly file: string
  readonly exchangeUrl: string
  /** Epoch milliseconds by which the app's own clock begins: where the exchange's time stands still, pauses end all the same. */
  readonly nowMs: number
  readonly onFault: (what: string, error: unknown) => void
  /**
   * How many times as fast as others' the app's clock goes; 1 unless told. Above that somebody is impatient, too: now and then
   * everything that waits is tried now, as after a sleep of the computer.
   */
  readonly haste?: number
  /** In place of the one that begins at `nowMs`. */
  readonly clock?: Clock
}

export interface Life {
  /** Puts a chart and the tape on screen, so that their streams are held; resolves when they are live. */
  showLive(): Promise<void>
  /** Resolves when everything that is kept is here. */
  finish(): Promise<void>
  close(): Promise<void>
}

function runningClock(fromMs: number, haste: number): Clock {
  const startedAt = performance.now()
  return { now: () => fromMs + Math.floor((performance.now() - startedAt) * haste) }
}

export async function startLife(options: LifeOptions): Promise<Life> {
  const { file, exchangeUrl, nowMs, onFault, haste = 1 } = options
  const clock = options.clock ?? runningClock(nowMs, haste)
  const store = await openStore({ file, clock, workerUrl })
  const ethereumAddress = derivePracticeUsers(practiceSeed)[0]?.ethereumAddress ?? ''
  await store.putAccount({
    id: 'a',
    label: 'Practice',
    networkKind: 'practice',
    baseUrl: null,
    ethereumAddress,
    keyKind: 'ethereum',
    createdAtMs: 0,
    profile: null,
  })
  await store.putMarkets('practice', [market])
  for (const kind of keptKinds) await writeKeepDays(store, kind, 7)
  const log: Log = { info: () => undefined, fault: (_area, what, error) => onFault(what, error) }
  const services = await composeServices({
    store,
    journal: openJournalHere(),
    places: await openSecretBackends({
      ledger: createKeychainLedger(store),
      vaultFile: join(tmpdir(), 'starkdesk-no-vault'),
      clock,
      onFault,
      listAccounts: () => Promise.resolve(['a']),
      load: () => Promise.resolve(new CountingKeychain()),
    }),
    clock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: () => undefined,
    log,
    practice: { start: () => Promise.resolve(exchangeUrl), stop: () => Promise.resolve() },
    practiceSeed,
    random: Math.random,
    ...nobodyThere,
  })

  async function isFinished(): Promise<boolean> {
    const [{ streams }, orders, pnl] = await Promise.all([
      services.sync.getState(),
      services.orders.getSyncState(),
      services.portfolio.getPnl(),
    ])
    const isRead = orders.isComplete && orders.lastError === null && pnl.asOfMs !== null
    return isRead && streams.length === 4 && streams.every(({ status }) => status === 'complete')
  }

  return {
    async showLive() {
      services.markets.watch({ charts: [{ market, period: 1 }], tape: market })
      const isLive = (): boolean => {
        const { things } = services.sync.getFreshness()
        const ofMarket = things.filter(({ topic }) => topic.includes(market))
        return ofMarket.length > 0 && ofMarket.every(({ freshness }) => freshness.status === 'live')
      }
      while (!isLive()) await sleep(20)
    },
    async finish() {
      let nudgedAt = performance.now()
      let pauseMs = 1_000
      while (!(await isFinished())) {
        await sleep(50)
        if (haste === 1 || performance.now() - nudgedAt < pauseMs) continue
        nudgedAt = performance.now()
        // What is told to try again while it reads, reads once more: on a slow machine a reading that takes longer than
        // the pause would never be complete.
        pauseMs *= 1.5
        services.woke()
      }
    },
    async close() {
      await services.close()
      await store.close()
    },
  }
}
