// The services over a practice exchange of their own, with a person who answers the secure window's questions.
import { expect, onTestFinished } from 'vitest'
import type { OrderQuestion } from '../../../src-preload/contract/trading/confirm-order.ts'
import type { SessionQuestion } from '../../../src-preload/contract/trading/confirm-session.ts'
import type { ChangeAsked } from '../../../src-preload/contract/accounts/confirm-change.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import {
  defaultSessionLimits,
  type SessionLimits,
} from '../../../src-preload/domain/accounts/session-limits.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import type { Fetch, MoneyFetch } from '../../../src-main/exchange/http.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { type CallFault, noFaults } from '../../../src-main/practice/faults.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'
import { recordAlarms } from './told-alarms.ts'

const seed = 7
const ethereumAddress = derivePracticeUsers(seed)[0]?.ethereumAddress ?? ''
/** Below the market, and within no band of it that matters: a buy there loses nothing. */
export const resting = {
  type: 'limit',
  market: 'ethusdc',
  side: 'buy',
  amount: '0.1',
  price: '100',
} as const satisfies OrderIntent
export const standardLimits = defaultSessionLimits('ethusdc') as SessionLimits

/** How a person answers. */
type Reply = 'yes' | 'no'

export interface TradingWorldOptions {
  readonly faults?: Partial<Record<CallFault, number>>
  readonly listLagSeconds?: number
  readonly orders?: Reply
  readonly sessions?: Reply
  readonly changes?: Reply
  /** The line to the exchange; the real one by default. */
  readonly fetch?: Fetch
  readonly moneyFetch?: MoneyFetch
  readonly journal?: Journal
}

export async function startTrading(options: TradingWorldOptions = {}) {
  const { faults = {}, listLagSeconds = 0, fetch = globalThis.fetch } = options
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    port: 0,
    seed,
    orders: 3,
    faults: { ...noFaults, shares: faults, listLagSeconds },
  })
  onTestFinished(() => exchange.close())
  const { store, listAlarms } = recordAlarms(await makeStore())
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  const told = makeEvents()
  const { journal = openJournalHere(), moneyFetch } = options
  /** Answers may be changed while a test runs. */
  const person = {
    orders: options.orders ?? 'yes',
    sessions: options.sessions ?? 'yes',
    changes: options.changes ?? 'yes',
  }
  const asked = {
    orders: [] as Omit<OrderQuestion, 'kind'>[],
    sessions: [] as Omit<SessionQuestion, 'kind'>[],
    changes: [] as ChangeAsked[],
  }
  const reply = (answer: Reply): Promise<void> =>
    answer === 'yes' ? Promise.resolve() : Promise.reject(new AppError('userDeclined'))
  const system = { idleSeconds: 0 }
  const services = await composeServices({
    store,
    journal,
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch,
    moneyFetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    readsMarketHistory: false,
    ...nobodyThere,
    idleSeconds: () => system.idleSeconds,
    confirmations: {
      ...nobodyThere.confirmations,
      confirmOrder: (record) => {
        asked.orders.push(record)
        return reply(person.orders)
      },
      confirmSession: (record) => {
        asked.sessions.push(record)
        return reply(person.sessions)
      },
      confirmRemoveAll: () => reply(person.changes),
      confirmChange: (change) => {
        asked.changes.push(change)
        return reply(person.changes)
      },
    },
  })
  onTestFinished(() => services.close())
  await eventually(() => expect(services.connection.getState().status).toBe('online'))
  await services.accounts.signIn()
  const { trading } = services
  return {
    exchange,
    services,
    trading,
    store,
    journal,
    told,
    listAlarms,
    asked,
    person,
    system,
    place: (order: OrderIntent) => trading.place({ ticketId: trading.openTicket().ticketId, order }),
    listPlaced: async () => (await trading.listPlaced({ limit: 50 })).orders,
    startSession: (limits: Partial<SessionLimits> = {}) =>
      trading.startSession({
        limits: { ...standardLimits, ...limits, markets: [...(limits.markets ?? standardLimits.markets)] },
      }),
  }
}
