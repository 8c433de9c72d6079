// By random histories of tickets, journal, streams, readings and a faulty exchange: no order is placed twice, forgotten or made up.
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placedOrderStates } from '../../../../src-preload/contract/trading/trading.ts'
import { type CallFault, callFaults } from '../../../../src-main/practice/faults.ts'
import { journalFile } from '../../../../src-main/store/files/journal-file.ts'
import { migrate } from '../../../../src-main/store/worker/migrate.ts'
import { randomFrom } from '../../../../scripts/random.ts'
import { isSoak, soakRounds } from '../../../fixtures/soak.ts'
import { movableClock } from '../../../fixtures/test-client.ts'
import { seed } from '../../store/support.ts'
import { checkAlways, checkHealed, checkStreams } from './history-claims.ts'
import {
  type HistoryExchange,
  lateSeconds,
  lineFaults,
  noTrouble,
  openHistoryExchange,
  type Trouble,
} from './history-exchange.ts'
import { streamEvents } from './history-streams.ts'
import { openWorld, type Terms } from './history-world.ts'

const histories = soakRounds(40)
/** Histories before one exchange: its list of orders grows. */
const PER_EXCHANGE = 40
const COMMANDS = 9
const MINUTE_MS = 60_000

/** Faults of a single call that places an order; the others are of listings, or of cancels. */
const placingFaults = (Object.keys(callFaults) as CallFault[]).filter((fault) =>
  /^(?:create|hash|nonce|tooMany)/.test(fault),
)
const cancelFaults: readonly CallFault[] = ['cancelFilled', 'cancelHalfFilled', 'cancelLost']
const listingFaults: readonly CallFault[] = ['listShifts', 'listLacks', 'tooMany', 'tooManyBare']

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test(
  `holds in ${histories} random histories of placing orders (seed ${seed})`,
  { timeout: soakRounds(180_000) },
  async () => {
    const empty = new Database(':memory:')
    migrate(empty, journalFile.migrations, 0)
    const journal = empty.serialize()
    empty.close()
    const clock = movableClock()
    const states = new Map<string, number>()
    const met = new Set<string>()
    let exchange: HistoryExchange | null = null

    for (let history = 0; history < histories; history += 1) {
      if (history % PER_EXCHANGE === 0) {
        exchange?.close()
        exchange = await openHistoryExchange(clock, seed + history)
      }
      if (exchange === null) throw new Error('no exchange')
      const random = randomFrom((seed ^ (history * 0x9e3779b1)) >>> 0)
      const pick = <Item>(items: readonly Item[]): Item => {
        const item = items[Math.floor(random() * items.length)]
        if (item === undefined) throw new Error('nothing to pick from')
        return item
      }
      const since = exchange.nonces().length
      const elsewhere = new Set<number>()
      const tickets: string[] = []
      const world = openWorld(exchange, clock, journal)
      // Far below the market, and no other history before this exchange has these prices.
      const cents = 10_000 + (history % PER_EXCHANGE) * 10
      const base = { market: 'ethusdc', side: 'buy', amount: '0.001', stopPrice: null } as const
      const kinds: readonly Terms[] = [
        { ...base, type: 'limit', price: String(cents / 100) },
        { ...base, type: 'limit_maker', price: `${((cents + 1) / 100).toFixed(2)}0` },
        { ...base, type: 'stop_limit', price: String((cents + 2) / 100), stopPrice: '90000' },
        { ...base, type: 'market', price: null },
      ]
      const anyTrouble = (): Trouble => {
        const draw = random()
        if (draw < 0.3) return noTrouble
        if (draw < 0.65) return { ...noTrouble, calls: [pick(placingFaults)] }
        if (draw < 0.9) return { ...noTrouble, line: pick(lineFaults) }
        return { ...noTrouble, calls: ['createLost'], lagSeconds: 30 }
      }
      const told: string[] = []
      const commands: readonly [number, string, () => Promise<unknown>][] = [
        [
          0.46,
          'press',
          async () => {
            const how = {
              times: pick([1, 1, 1, 3]),
              ticket: tickets.length > 0 && random() < 0.1 ? pick(tickets) : null,
              says: pick(['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'no'] as const),
              early: random() < 0.3 ? pick(streamEvents) : null,
            }
            // Mostly alike: those are the hard ones.
            const terms = random() < 0.6 ? (kinds[0] ?? pick(kinds)) : pick(kinds)
            if (random() < 0.2) {
              world.setCrash({ left: 1 + Math.floor(random() * 4), when: pick(['before', 'after'] as const) })
              met.add('crash')
            }
            if (how.early !== null) met.add(`early ${how.early}`)
            const trouble = anyTrouble()
            told.push(JSON.stringify({ terms: terms.type, trouble, how }))
            tickets.push(await world.press(terms, trouble, how))
          },
        ],
        [0.57, 'elsewhere', async () => elsewhere.add(await world.placeElsewhere(pick(kinds)))],
        [
          0.73,
          'look',
          () => {
            const isLagging = random() < 0.3
            if (isLagging) met.add('listing lags')
            const calls = random() < 0.5 ? [pick(listingFaults)] : []
            return world.look({ ...noTrouble, calls, lagSeconds: isLagging ? 30 : 0 })
          },
        ],
        [
          0.79,
          'cancel',
          async () => {
            const orderId = pick([...world.rows().map((row) => row.orderId), ...elsewhere, null])
            if (orderId === null) return
            const fault = random() < 0.5 ? pick(cancelFaults) : null
            const before = JSON.stringify(world.rows())
            const nonces = world.exchange.nonces().length
            const isOpen = world.exchange.isOpen(orderId)
            await world.cancel(orderId, { ...noTrouble, calls: fault === null ? [] : [fault] })
            // Whatever becomes of it, a cancel places nothing and changes no outcome.
            expect(world.exchange.nonces().length, 'a cancel places nothing').toBe(nonces)
            expect(JSON.stringify(world.rows()), 'a cancel changes no outcome').toBe(before)
            if (fault === 'cancelLost' && isOpen) expect(world.exchange.isOpen(orderId)).toBe(true)
          },
        ],
        [
          0.88,
          'stream',
          async () => {
            const before = JSON.stringify(world.rows())
            const known = [...world.rows().map((row) => row.orderId), ...elsewhere].filter(
              (id) => id !== null,
            )
            // In any order, of any of them, as often as it likes; what it does not say is lost.
            for (let said = 0; said < 3 && known.length > 0; said += 1) {
              const event = pick(streamEvents)
              met.add(event)
              told.push(event)
              world.say(pick(known), event)
            }
            if (random() < 0.3) {
              met.add('cut')
              world.cutStream()
            }
            expect(JSON.stringify(world.rows()), 'a report decides no outcome').toBe(before)
            const nonces = world.exchange.nonces().length
            await world.pass(pick([400, 2_000]))
            expect(world.exchange.nonces().length, 'a report places nothing').toBe(nonces)
          },
        ],
        [0.97, 'pass', () => world.pass(pick([1_000, 5_000, 30_000, 3 * MINUTE_MS]))],
        [1, 'crash', () => world.crash()],
      ]
      try {
        for (let command = 0; command < COMMANDS; command += 1) {
          const draw = random()
          const [, name, run] = commands.find(([upTo]) => draw < upTo) ?? commands[0] ?? []
          if (run === undefined) continue
          told.push(name ?? '')
          await run()
          checkAlways(world, since, elsewhere, clock.now())
        }
        await world.crash()
        // What is accepted late comes, and the list is told whole.
        await world.pass((lateSeconds + 5) * 1_000)
        await world.look(noTrouble)
        await world.look(noTrouble)
        checkAlways(world, since, elsewhere, clock.now())
        checkHealed(world, elsewhere, since)
        world.cutStream()
        await world.pass(30_000)
        await checkStreams(world, elsewhere)
        expect(exchange.faults).toEqual([])
        for (const { state } of world.rows()) states.set(state, (states.get(state) ?? 0) + 1)
      } catch (error) {
        throw new Error(`seed ${seed}, history ${history}: ${told.join(' | ')}`, { cause: error })
      } finally {
        for (const fault of exchange.met) met.add(fault)
        world.close()
      }
      // The window of one history must not reach into the next.
      clock.moveTo(clock.now() + 10 * MINUTE_MS)
    }
    exchange?.close()
    process.stdout.write(
      `seed ${seed}: ${histories} histories, ${JSON.stringify(Object.fromEntries(states))}\n`,
    )
    if (!isSoak) return
    // What never came up was not tested.
    const ends = placedOrderStates.filter((state) => state !== 'intended' && state !== 'sending')
    expect(ends.filter((state) => !states.has(state))).toEqual([])
    const faults = [
      ...placingFaults,
      ...cancelFaults,
      ...listingFaults,
      ...lineFaults,
      ...streamEvents,
      ...streamEvents.map((event) => `early ${event}`),
      'cut',
      'crash',
      'listing lags',
    ]
    expect(faults.filter((fault) => !met.has(fault))).toEqual([])
  },
)
