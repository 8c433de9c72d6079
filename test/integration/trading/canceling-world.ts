// The services at a practice exchange whose faults a test can change while it runs, with a person who answers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { OrderQuestion } from '../../../src-preload/contract/trading/confirm-order.ts'
import type { ChangeAsked } from '../../../src-preload/contract/accounts/confirm-change.ts'
import type { CancelAllState } from '../../../src-preload/contract/trading/trading-cancel.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { createExchangeClient } from '../../../src-main/exchange/client.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { untilAborted } from '../../../src-main/exchange/rate-limit/until-aborted.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { type FaultOptions, noFaults } from '../../../src-main/practice/faults.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { type Typed, typingPerson } from '../accounts/typing-person.ts'
import { cheap } from '../keychain/vault/cheap-scrypt.ts'
import { account, makeEvents, makeLog, makeStore } from '../world.ts'
import { recordAlarms } from './told-alarms.ts'

const seed = 7
export const password = 'four quiet words here'
const user = derivePracticeUsers(seed)[0]

/** Far below the market: it rests. */
export const resting = {
  type: 'limit',
  market: 'ethusdc',
  side: 'buy',
  amount: '0.001',
  price: '100',
} as const satisfies OrderIntent

const lineDown = (): TypeError => new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })

export interface TradingWorldOptions {
  readonly faults?: Partial<Omit<FaultOptions, 'shares'>>
  /** Requests of the app, in order: method and path. */
  readonly onRequest?: (request: string, status: number) => void
  /** What an earlier process left on the disk. `cutOff`: as the world's own. */
  readonly before?: (
    store: Awaited<ReturnType<typeof makeStore>>,
    cutOff: (part: string | null) => void,
  ) => Promise<void>
  /** What a person says to questions that are no orders; else as `answers` has it. */
  readonly answerChange?: () => Promise<'yes' | 'no'>
  /** Puts something between the app and its journal, as a disk that is full. */
  readonly wrapJournal?: (journal: Journal) => Journal
}

export async function startTrading({
  faults = {},
  onRequest,
  before,
  answerChange,
  wrapJournal = (one) => one,
}: TradingWorldOptions = {}) {
  /** What goes wrong from now on; a test changes it. */
  const shares: FaultOptions['shares'] = {}
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-trading-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    port: 0,
    seed,
    orders: 3,
    faults: { ...noFaults, ...faults, shares },
    onRequest: ({ method, path, status }) => onRequest?.(`${method} ${path}`, status),
  })
  onTestFinished(() => exchange.close())
  const { store, listAlarms } = recordAlarms(await makeStore())
  const ethereumAddress = user?.ethereumAddress ?? ''
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  const asked: Omit<OrderQuestion, 'kind'>[] = []
  const changes: ChangeAsked[] = []
  const answers = { order: 'yes' as 'yes' | 'no', change: 'yes' as 'yes' | 'no' }
  /** Called with each question about an order, before its answer. */
  let beforeAnswer = (_question: Omit<OrderQuestion, 'kind'>): Promise<void> => Promise.resolve()
  /** Called with each question about a change, before its answer. */
  let beforeChange = (): Promise<void> => Promise.resolve()
  const typed: Typed = { password }
  /** Called while the words of a new wallet are shown. */
  let whileWordsShown = (): void => undefined
  const told = makeEvents()
  const journal = wrapJournal(openJournalHere())
  const { log, faults: logged } = makeLog()
  const canceling: CancelAllState[] = []
  let isLineDown = false
  /** Answers instead of the exchange; null for those that it answers itself. */
  let answerInstead = (_url: string): Promise<Response> | null => null
  const shown: { title: string; body: string }[] = []
  const fetchOverLine = (url: string, init: RequestInit): Promise<Response> =>
    isLineDown ? Promise.reject(lineDown()) : (answerInstead(url) ?? fetch(url, init))
  const cutOff = (part: string | null): void => {
    answerInstead = (url) => (part !== null && url.includes(part) ? Promise.reject(lineDown()) : null)
  }
  await before?.(store, cutOff)
  const services = await composeServices({
    store,
    journal,
    places: await openSecretBackends({
      ledger: createKeychainLedger(store),
      vaultFile: join(folder, 'keys.vault'),
      clock: systemClock,
      onFault: () => undefined,
      listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
      load: () => Promise.resolve(new CountingKeychain()),
      scrypt: cheap,
    }),
    clock: systemClock,
    fetch: fetchOverLine,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    readsMarketHistory: false,
    ...nobodyThere,
    notifications: {
      ...nobodyThere.notifications,
      show: (text) => shown.push(text),
    },
    onCancelAll: (state) => canceling.push(state),
    confirmations: {
      ...nobodyThere.confirmations,
      ...typingPerson(typed),
      confirmHost: () => Promise.resolve(),
      backUpPhrase: () => {
        whileWordsShown()
        return Promise.resolve()
      },
      confirmChange: async (change) => {
        changes.push(change)
        await beforeChange()
        const says = (await answerChange?.()) ?? answers.change
        if (says === 'no') throw new AppError('userDeclined')
      },
      // Granted as asked for.
      confirmSession: () => Promise.resolve(),
      confirmOrder: async (record, signal) => {
        asked.push(record)
        // As the window does: it closes when the question has no sense any more.
        await untilAborted(beforeAnswer(record), signal)
        if (answers.order === 'no') throw new AppError('userDeclined')
      },
    },
  })
  onTestFinished(() => services.close())
  await eventually(() => expect(services.connection.getState().status).toBe('online'))
  await services.accounts.signIn()
  const { trading } = services

  /** The same user by another program: places what no question slows down. */
  const elsewhere = createExchangeClient({
    baseUrl: exchange.baseUrl,
    fetch,
    clock: systemClock,
    userAgent: 'another program',
    session: {
      ethereumAddress,
      signer: {
        isAvailable: () => Promise.resolve(true),
        signLoginText: (text) => Promise.resolve(signMessage(text, user?.ethereumPrivateKey ?? '')),
      },
      refreshTokens: {
        load: () => Promise.resolve(null),
        save: () => Promise.resolve(),
        clear: () => Promise.resolve(),
      },
    },
  })
  onTestFinished(() => elsewhere.close())

  return {
    exchange,
    services,
    trading,
    /** What a person types; a test changes it. */
    typed,
    store,
    journal,
    shares,
    asked,
    changes,
    answers,
    told,
    listAlarms,
    logged,
    canceling,
    shown,
    elsewhere,
    setLine: (isDown: boolean) => {
      isLineDown = isDown
    },
    /** From now on these calls are answered here. */
    setInstead: (act: typeof answerInstead) => {
      answerInstead = act
    },
    /** From now on calls whose address has this part do not reach the exchange; null for none. */
    cutOff,
    /** A second account at the same exchange; comes into use by `accounts.activate`. */
    addOther: () =>
      store.putAccount({
        ...account,
        id: 'b',
        label: 'B',
        networkKind: 'practice',
        baseUrl: null,
        ethereumAddress: derivePracticeUsers(seed)[1]?.ethereumAddress ?? '',
      }),
    onQuestion: (act: typeof beforeAnswer) => {
      beforeAnswer = act
    },
    onWordsShown: (act: typeof whileWordsShown) => {
      whileWordsShown = act
    },
    onChangeQuestion: (act: typeof beforeChange) => {
      beforeChange = act
    },
    place: (order: OrderIntent) => trading.place({ ticketId: trading.openTicket().ticketId, order }),
    /** Places an order by another program of the same user; resolves with its id. */
    async placeElsewhere(market: string, price: string, amount = '0.001'): Promise<number> {
      const toSign = await elsewhere.prepareOrder({
        type: 'limit',
        market,
        side: 'buy',
        volume: amount,
        price,
      })
      const signature = signMsgHash(toSign.msgHash, user?.starkPrivateKey ?? '')
      return (await elsewhere.createOrder({ ...toSign, signature })).id
    },
    listPlaced: async () => (await trading.listPlaced({ limit: 50 })).orders,
    /** Open orders as the exchange has them. */
    listOpen: async () => {
      // One that moves on between the lists is in both.
      const { orders: pending } = await elsewhere.listOrders({ state: 'pending', limit: 1_000 })
      const { orders: waiting } = await elsewhere.listOrders({ state: 'wait', limit: 1_000 })
      return [...new Map([...pending, ...waiting].map((order) => [order.id, order])).values()]
    },
  }
}
