// A script in the page with the channels of the contract at its hand: it places no order that no person allowed, and it pulls no more
// of a person's orders than may be canceled unasked, and none unseen. Inputs are random, of the contract's own schemas.
import { expect, it, onTestFinished } from 'vitest'
import { type ChannelName, channelNames, definitionOf } from '../../../src-preload/contract/contract.ts'
import { compareDecimals } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { createHandlers } from '../../../src-main/ipc/handlers.ts'
import { answer } from '../../../src-main/ipc/register.ts'
import { randomFrom } from '../../../scripts/random.ts'
import { isSoak, soakRounds } from '../../fixtures/soak.ts'
import { makeTestClient } from '../../fixtures/test-client.ts'
import { makeLog } from '../world.ts'
import { seed } from '../store/support.ts'
import { type OrderAsked, type SessionAsked, startWithPerson } from './person-world.ts'
import { makeValues, type Seen } from './schema-values.ts'

/** Ten minutes in the soak. */
const LASTS_MS = soakRounds(6_000)
const MINUTE_MS = 60_000
/** The exchange lists at most 1,000 trades of a market. */
const FOLLOW_EVERY_MS = 2_000
/** Sums are made of doubles here. */
const ROUNDING = 1 + 1e-9
/** Single cancels within a minute that nobody is asked about (cancel-orders.ts). */
const UNASKED_A_MINUTE = 10
const markets = ['ethusdc', 'btcusdc', 'btcusdt', 'ethusdt', 'nosuchmarket']
/** They end what the script could try, and are tried elsewhere (taken-over-page, lock). */
const ends = new Set<ChannelName>([
  'security:lock',
  'accounts:signOut',
  'accounts:activate',
  'removal:removeAll',
])
/** They end the session that runs; drawn less often. */
const endsSession = new Set<ChannelName>(['trading:endSession', 'trading:cancelAll'])

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : compareDecimals(one, other) === 0

/** A market order has no price at the exchange either; a stop price is told in lists. */
const isOf = (order: Order, asked: OrderAsked): boolean =>
  order.market === asked.market &&
  order.side === asked.side &&
  order.type === asked.type &&
  isSame(order.originVolume, asked.amount) &&
  (asked.price === null || isSame(order.price, asked.price)) &&
  isSame(order.stopPrice, asked.stopPrice)

it(
  `cannot place or pull what nobody allowed (seed ${seed})`,
  async () => {
    const random = randomFrom(seed)
    const { services, exchange, person, user, requests, notices } = await startWithPerson()
    const allowed: OrderAsked[] = []
    const sessions: SessionAsked[] = []
    let cancelsAllowed = 0
    const wholeAllowed: string[] = []

    const stops: number[] = []
    for (let at = 0; at < 12; at += 1) {
      const { ticketId } = services.trading.openTicket()
      const order = {
        type: 'stop_limit',
        market: 'ethusdc',
        side: 'buy',
        amount: '0.001',
        price: '90001',
        stopPrice: String(90_000 + at / 100),
      } as const
      const { orderId } = await services.trading.place({ ticketId, order })
      if (orderId !== null) stops.push(orderId)
    }
    expect(stops).toHaveLength(12)

    /** Limits of a session that an order was outside of: it was asked about. */
    const outside = new Set<string>()
    person.order = (asked) => {
      if (asked.outside !== null) outside.add(asked.outside.limit)
      const said = random() < 0.2 ? 'yes' : 'no'
      if (said === 'yes') allowed.push(asked)
      if (said === 'yes' && asked.replaces !== null) movedByPerson.add(asked.replaces.orderId)
      return said
    }
    person.session = (asked) => {
      const said = random() < 0.3 ? 'yes' : 'no'
      if (said === 'yes') sessions.push(asked)
      return said
    }
    person.change = (asked) => {
      if (!asked.what.startsWith('cancel') || random() < 0.8) return 'no'
      if (asked.what === 'cancelMany') cancelsAllowed += 1
      else wholeAllowed.push(asked.what)
      return 'yes'
    }

    const { log } = makeLog()
    const handlers = createHandlers({
      security: () => services.security,
      accounts: () => services.accounts,
      markets: () => services.markets,
      book: () => services.book,
      orders: () => services.orders,
      portfolio: () => services.portfolio,
      connection: () => services.connection,
      alerts: () => services.alerts,
      charts: () => services.charts,
      exports: () => services.exports,
      transfers: () => services.transfers,
      trading: () => services.trading,
      sync: () => services.sync,
      updates: () => services.updates,
    })
    const gate = (name: string): void => services.security.assertReadable(name)
    const names = channelNames.filter((name) => name in handlers && !ends.has(name))
    const placing = names.filter((name) => name.startsWith('trading:'))
    // A session that is granted lasts for some calls, and is used.
    const inSession: readonly ChannelName[] = ['trading:openTicket', 'trading:place', 'trading:place']
    const tickets: string[] = []
    const valueFor = makeValues(random)
    const pick = <const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number] =>
      items[Math.floor(random() * items.length)] ?? items[0]
    /** Inputs that get as far as a session, and to the edges of its limits: random ones hardly ever do. */
    const nearLimits = (name: ChannelName): unknown => {
      if (name === 'trading:startSession') {
        const largestOrder = pick(['5', '20', '100'])
        return {
          limits: {
            markets: pick([['ethusdc'], ['btcusdc'], ['ethusdc', 'btcusdc']]),
            quote: 'usdc',
            largestOrder,
            largestSum: String(Number(largestOrder) * pick([1, 1, 2])),
            signatures: pick([3, 20]),
            ordersPerMinute: pick([2, 10, 60]),
            openOrders: pick([1, 5, 50]),
            bandPercent: pick(['0.1', '1', '5']),
            minutes: pick([1, 15]),
          },
        }
      }
      const market = pick(['ethusdc', 'btcusdc'])
      const last = paths.get(market)?.last ?? NaN
      const ticketId = tickets.at(-1 - Math.floor(random() * 3))
      if (name !== 'trading:place' || Number.isNaN(last) || ticketId === undefined) return null
      const shared = {
        market,
        side: pick(['buy', 'sell']),
        amount: pick(['0.001', '0.004', '0.02', '0.1']),
      }
      const away = pick([-0.06, -0.02, -0.005, 0, 0.005, 0.02, 0.06])
      const price = (last * (1 + away)).toFixed(2)
      const order = pick([
        { ...shared, type: 'limit', price },
        { ...shared, type: 'limit_maker', price },
        { ...shared, type: 'market' },
        { ...shared, type: 'stop_limit', price, stopPrice: (last * (1 + away * 2)).toFixed(2) },
      ])
      return { ticketId, order }
    }
    const codes = new Map<string, number>()
    /** Orders that a person let the page move, and knows of. */
    const movedByPerson = new Set<number>()
    let moved = 0
    const { client } = makeTestClient(exchange.baseUrl, { privateKey: user.ethereumPrivateKey })
    onTestFinished(() => client.close())
    /** What was traded while this ran, by market: a band was measured somewhere between. */
    const paths = new Map<
      string,
      { readonly lowest: number; readonly highest: number; readonly last: number }
    >()
    async function followPaths(): Promise<void> {
      for (const market of ['ethusdc', 'btcusdc']) {
        const { rows } = await client.listMarketTrades({ market, limit: 1_000 })
        const prices = rows.map(({ price }) => Number(price))
        const before = paths.get(market) ?? { lowest: Infinity, highest: 0, last: NaN }
        const last = Number(
          rows.reduce(
            (newest, row) => (row.id > newest.id ? row : newest),
            rows[0] ?? { id: -1, price: 'NaN' },
          ).price,
        )
        paths.set(market, {
          lowest: Math.min(before.lowest, ...prices),
          highest: Math.max(before.highest, ...prices),
          last,
        })
      }
    }
    await followPaths()
    let followedAtMs = performance.now()
    const startedAtMs = performance.now()
    const setUp = requests.length
    let calls = 0
    while (performance.now() - startedAtMs < LASTS_MS) {
      const seen: Seen = { tickets: tickets.slice(-20), orders: stops, markets }
      const batch = Array.from({ length: 1 + Math.floor(random() * 8) }, async () => {
        const from = random() < 0.6 ? inSession : random() < 0.7 ? placing : names
        const name = from[Math.floor(random() * from.length)]
        const definition = name === undefined ? undefined : definitionOf(name)
        if (name === undefined || definition === undefined) return
        if (endsSession.has(name) && random() < 0.9) return
        calls += 1
        const input = (random() < 0.5 ? nearLimits(name) : null) ?? valueFor(name, definition.input, seen)
        const told = await answer(name, input, handlers, log, gate)
        const { outcome } = (told.ok ? told.value : {}) as { outcome?: unknown }
        if (outcome === 'moved') moved += 1
        const code = told.ok ? 'ok' : told.error.code
        codes.set(code, (codes.get(code) ?? 0) + 1)
        const { ticketId } = (told.ok ? told.value : {}) as { ticketId?: unknown }
        if (typeof ticketId === 'string') tickets.push(ticketId)
      })
      await Promise.all(batch)
      if (performance.now() - followedAtMs < FOLLOW_EVERY_MS) continue
      await followPaths()
      followedAtMs = performance.now()
    }
    await followPaths()
    const { orders } = await client.listOrders({ limit: 1_000 })

    // Each order there was asked about and allowed, one by one, or fits a session that was granted.
    const left = [...allowed]
    const unasked = orders
      .filter(({ id }) => !stops.includes(id))
      .filter((order) => {
        const at = left.findIndex((asked) => isOf(order, asked))
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
    const granted = sessions.map(({ limits }) => limits)
    const signatures = granted.reduce((sum, limits) => sum + limits.signatures, 0)
    expect(unasked.length, `unasked orders: ${JSON.stringify(unasked)}`).toBeLessThanOrEqual(signatures)
    // Never more than the value counts at, which is at least amount × price.
    const valueOf = ({ originVolume, price }: Order): number => Number(originVolume) * Number(price)
    for (const order of unasked) {
      const said = JSON.stringify(order)
      const covering = granted.filter(({ markets: some }) => some.includes(order.market))
      expect(
        covering.some(({ largestOrder }) => valueOf(order) <= Number(largestOrder) * ROUNDING),
        `in one order: ${said}`,
      ).toBe(true)
      // Against the whole path of the market while this ran: the band was measured somewhere on it.
      const band = Math.max(...covering.map(({ bandPercent }) => Number(bandPercent))) / 100
      const { lowest, highest } = paths.get(order.market) ?? { lowest: NaN, highest: NaN }
      const trigger = order.stopPrice === null ? null : Number(order.stopPrice)
      const isWithin =
        order.side === 'buy'
          ? Number(order.price) <= (trigger ?? highest) * (1 + band) * ROUNDING
          : Number(order.price) * ROUNDING >= (trigger ?? lowest) * (1 - band)
      expect(isWithin, `within the band: ${said}`).toBe(true)
    }
    const quotes = Map.groupBy(
      unasked,
      ({ market }) => granted.find((one) => one.markets.includes(market))?.quote,
    )
    for (const [quote, some] of quotes) {
      const allowedSum = granted
        .filter((limits) => limits.quote === quote)
        .reduce((sum, { largestSum }) => sum + Number(largestSum), 0)
      const sum = some.reduce((all, order) => all + valueOf(order), 0)
      expect(sum, `in all, in ${String(quote)}`).toBeLessThanOrEqual(allowedSum * ROUNDING)
    }

    // Cancels: as many as may be unasked, and what was allowed.
    const after = requests.slice(setUp)
    const single = after.filter(({ path }) => path.startsWith('/sapi/v1/orders/cancel'))
    const minutes = Math.ceil((performance.now() - startedAtMs) / MINUTE_MS)
    expect(single.length).toBeLessThanOrEqual(
      (minutes + 1) * UNASKED_A_MINUTE + cancelsAllowed * (UNASKED_A_MINUTE + 1),
    )
    // No stop of the person's is gone unseen.
    const gone = orders.filter(
      ({ id, state }) => stops.includes(id) && state === 'cancel' && !movedByPerson.has(id),
    )
    const isTold = ({ id, market, side }: Order): boolean =>
      notices.some(
        (notice) =>
          (notice.kind === 'orderGone' && notice.orderId === id) ||
          (notice.kind === 'cancelAsked' &&
            notice.isWaiting !== true &&
            (notice.orderId === id ||
              (notice.orderId === null &&
                (notice.market ?? market) === market &&
                (notice.side ?? side) === side))),
      )
    expect(gone.filter((order) => !isTold(order))).toEqual([])
    const whole = after.filter(({ path }) => path.startsWith('/sapi/v1/user/bulkcancel'))
    if (wholeAllowed.length === 0) expect(whole).toEqual([])
    // Nobody was asked about money, so none went.
    expect(after.filter(({ path }) => path.includes('/internal_transfers/v2/process'))).toEqual([])

    process.stdout.write(
      `seed ${seed}: ${calls} calls (${JSON.stringify(Object.fromEntries(codes))}), ${orders.length - stops.length} orders, ` +
        `${allowed.length} allowed, ${sessions.length} sessions, ${unasked.length} unasked (asked outside of: ${[...outside].join(', ')}), ${single.length} cancels, ${whole.length} of a market, ${gone.length} stops canceled, ${moved} moved\n`,
    )
    if (!isSoak) return
    // It showed nothing where no session was granted, or none was used, and where none of its limits was reached.
    expect([sessions.length > 0, unasked.length > 0]).toEqual([true, true])
    for (const limit of ['largestOrder', 'largestSum', 'band']) expect(outside, limit).toContain(limit)
  },
  soakRounds(120_000),
)
