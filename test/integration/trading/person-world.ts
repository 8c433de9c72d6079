// The real services before the practice exchange, and a person in the secure window who is asked and remembers what was allowed.
import { onTestFinished } from 'vitest'
import type { NoticeFacts } from '../../../src-preload/contract/app/alerts.ts'
import type { OrderQuestion } from '../../../src-preload/contract/trading/confirm-order.ts'
import type { SessionQuestion } from '../../../src-preload/contract/trading/confirm-session.ts'
import type { ChangeAsked } from '../../../src-preload/contract/accounts/confirm-change.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { type FaultOptions, noFaults } from '../../../src-main/practice/faults.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'

const seed = 7

export type OrderAsked = Omit<OrderQuestion, 'kind'>
export type SessionAsked = Omit<SessionQuestion, 'kind'>

export interface Person {
  order: (asked: OrderAsked) => 'yes' | 'no'
  session: (asked: SessionAsked) => 'yes' | 'no'
  change: (asked: ChangeAsked) => 'yes' | 'no'
}

const answered = (said: 'yes' | 'no'): Promise<void> =>
  said === 'yes' ? Promise.resolve() : Promise.reject(new AppError('userDeclined'))

/** @param networkKind - `custom`: the same exchange as another network, to which this computer has no keys */
export async function startWithPerson(
  faults: Partial<FaultOptions> = {},
  networkKind: 'practice' | 'custom' = 'practice',
) {
  const [user] = derivePracticeUsers(seed)
  if (user === undefined) throw new Error('no practice user')
  const requests: { readonly path: string; readonly atMs: number }[] = []
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    port: 0,
    seed,
    orders: 0,
    faults: { ...noFaults, ...faults },
    onRequest: ({ path }) => requests.push({ path, atMs: performance.now() }),
  })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  await store.putAccount({
    ...account,
    networkKind,
    baseUrl: networkKind === 'custom' ? exchange.baseUrl : null,
    ethereumAddress: user.ethereumAddress,
  })
  /** What a person is told, whatever notifications the page has turned off or cleared. */
  const notices: NoticeFacts[] = []
  const person: Person = { order: () => 'yes', session: () => 'no', change: () => 'no' }
  const journal = openJournalHere()
  const services = await composeServices({
    store: {
      ...store,
      addNotice: (notice) => {
        notices.push(JSON.parse(notice.facts) as NoticeFacts)
        return store.addNotice(notice)
      },
    },
    journal,
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: makeEvents().emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    readsMarketHistory: false,
    ...nobodyThere,
    confirmations: {
      ...nobodyThere.confirmations,
      confirmOrder: (asked) => answered(person.order(asked)),
      confirmSession: (asked) => answered(person.session(asked)),
      confirmChange: (asked) => answered(person.change(asked)),
    },
  })
  onTestFinished(() => services.close())
  await eventually(() => expectOnline(services.connection.getState().status))
  if (networkKind === 'practice') await services.accounts.signIn()
  return { services, exchange, journal, person, user, requests, notices }
}

function expectOnline(status: string): void {
  if (status !== 'online') throw new Error(`the connection is ${status}`)
}
