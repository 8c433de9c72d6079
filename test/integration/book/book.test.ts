// The order book on screen against the practice exchange: by its stream, and by REST where it has none.
import { expect, onTestFinished, test } from 'vitest'
import { createBook } from '../../../src-main/book/book.ts'
import { defaultChoices } from '../../../src-main/book/choices.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { restBookOf } from '../../../src-main/exchange/streams/book/rest-book.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { createTrust } from '../../../src-main/exchange/streams/stream-line.ts'
import { type AccountSession, createAccountSession } from '../../../src-main/session/account-session.ts'
import type { CurrentAccount } from '../../../src-main/session/current-account.ts'
import { bookEvents, type ShownBook } from '../../../src-preload/contract/markets/book.ts'
import { groupLevels } from '../../../src-preload/domain/markets/book-groups.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { account, inUse, makeEvents, makeLog, makeStore, noSecrets } from '../world.ts'

const market = 'ethusdc'

function openSession(baseUrl: string, streamsAt: string): AccountSession {
  const session = createAccountSession({
    account,
    baseUrl,
    fetch: globalThis.fetch,
    clock: systemClock,
    secrets: noSecrets,
    userAgent: 'Starkdesk/0.1.0 (test)',
    log: makeLog().log,
    requestSignature: () => Promise.reject(new AppError('cancelled')),
    isSignedOut: true,
    mayLogIn: () => false,
    streamAccess: {
      address: () => Promise.resolve(streamsAt),
      resolveProxy: () => Promise.resolve('DIRECT'),
      trust: createTrust(),
    },
  })
  onTestFinished(() => session.close())
  return session
}

async function open(options: { snapshots?: boolean; hasStreams?: boolean } = {}) {
  const { snapshots = true, hasStreams = true } = options
  const exchange = await startPracticeExchange({
    ...{ host: '127.0.0.1', port: 0, seed: 7, orders: 3 },
    streams: { snapshots },
  })
  onTestFinished(() => exchange.close())
  const session = openSession(exchange.baseUrl, hasStreams ? exchange.baseUrl : 'http://127.0.0.1:9')
  const current: CurrentAccount = inUse(session)
  const told = makeEvents()
  const window = { isShown: true, isHidden: false }
  const { log, faults } = makeLog()
  const book = createBook({
    store: await makeStore(),
    clock: systemClock,
    emit: told.emit,
    log,
    current,
    random: () => 0,
    isWindowShown: () => window.isShown,
    isHidden: () => window.isHidden,
    isPowerSaving: () => false,
  })
  onTestFinished(() => book.close())
  const last = (): ShownBook => {
    const shown = told.last('book:changed')
    if (shown === undefined) throw new Error('no book was sent')
    return bookEvents['book:changed'].parse(shown)
  }
  return { book, told, last, window, session, current, faults }
}

const names = (session: AccountSession): string[] =>
  session.streams.report().flatMap(({ subscriptions }) => subscriptions.map(({ name }) => name))

test('a watched book is waiting, then exact and live, in steps that add up to what REST lists', async () => {
  const { book, last, told, session } = await open()
  book.watch({ book: { market, step: '0.5', depth: 15 } })
  expect(last()).toMatchObject({ market, step: '0.5', status: 'waiting', asks: { levels: [] } })
  await eventually(async () => {
    expect(last()).toMatchObject({ status: 'exact', freshness: { status: 'live' }, lastError: null })
    const orders = await session.client.getOrderBook({ market, asksLimit: 200, bidsLimit: 200 })
    const rest = restBookOf(orders, 200)
    for (const side of ['asks', 'bids'] as const) {
      const { groups } = groupLevels(rest[side], side, '0.5', 15, rest.unknownFrom[side])
      expect(last()[side].levels.slice(0, 5)).toEqual(
        groups.slice(0, 5).map(({ price, amount, value }) => [price, amount, value]),
      )
    }
  })
  const { bids, asks, priceDecimals } = last()
  expect(bids.levels.length).toBeGreaterThan(3)
  expect(priceDecimals).toBeGreaterThan(0)
  expect(Number(last().bestBid)).toBeLessThan(Number(last().bestAsk))
  expect(Number(bids.levels[0]?.[0])).toBeLessThan(Number(asks.levels[0]?.[0]))
  // Another step and fewer levels, at once and of the same stream.
  const before = told.count('book:changed')
  book.watch({ book: { market, step: null, depth: 3 } })
  await eventually(() => expect(last()).toMatchObject({ step: null, status: 'exact' }))
  expect(last().bids.levels.length).toBeLessThanOrEqual(3)
  expect(told.count('book:changed')).toBeGreaterThan(before)
  expect(names(session)).toEqual([`${market}.ob-inc`])
})

test('a book without a snapshot is approximate, and live', async () => {
  const { book, last } = await open({ snapshots: false })
  book.watch({ book: { market, step: null, depth: 10 } })
  await eventually(() =>
    expect(last()).toMatchObject({ status: 'approximate', freshness: { status: 'live' } }),
  )
})

test('where streams fail the book is read by REST, approximate and polled', async () => {
  const { book, last, told, faults } = await open({ hasStreams: false })
  book.watch({ book: { market, step: null, depth: 10 } })
  await eventually(() =>
    expect(last()).toMatchObject({ status: 'approximate', freshness: { status: 'polled' }, lastError: null }),
  )
  const { freshness, bids } = last()
  expect(bids.levels.length).toBeGreaterThan(3)
  await eventually(() => expect(last().freshness).not.toEqual(freshness))
  expect(told.count('book:changed')).toBeLessThan(20)
  expect(faults).toEqual([])
})

test('nothing is sent to a hidden window, and a lock or another account ends the stream', async () => {
  const { book, last, told, window, session, current } = await open()
  book.watch({ book: { market, step: null, depth: 10 } })
  await eventually(() => expect(last().status).toBe('exact'))
  window.isShown = false
  book.conditionsChanged()
  const sent = told.count('book:changed')
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(told.count('book:changed')).toBe(sent)
  expect(names(session)).toEqual([`${market}.ob-inc`])
  window.isShown = true
  book.conditionsChanged()
  window.isHidden = true
  book.conditionsChanged()
  expect(names(session)).toEqual([])
  window.isHidden = false
  book.conditionsChanged()
  expect(names(session)).toEqual([`${market}.ob-inc`])
  const other = openSession(session.client.baseUrl, session.client.baseUrl)
  current.use(other)
  expect(names(other)).toEqual([`${market}.ob-inc`])
  book.watch({ book: null })
  expect(names(other)).toEqual([])
})

test('how books are shown is kept', async () => {
  const { book } = await open()
  expect(await book.getChoices()).toEqual(defaultChoices)
  const choices = { tab: 'book', sums: 'quote', steps: [{ market, step: '0.5' }] } as const
  await book.setChoices({ ...choices, steps: [...choices.steps] })
  expect(await book.getChoices()).toEqual(choices)
})
