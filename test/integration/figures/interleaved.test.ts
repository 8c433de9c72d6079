// No figure is wrong, and none turns unknown, while fills, transfers and cancels come between each two calls of a reading.
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { movableClock, walletAddress, walletKey } from '../../fixtures/test-client.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { differences, only, rounded, type Table } from '../../figures/figure-table.ts'
import { MadeAccount } from '../../figures/made-account.ts'
import { startMadeExchange } from '../../figures/made-exchange.ts'
import { makeHistory, type MadeTrader, type Random } from '../../figures/made-history.ts'
import { symbols } from '../../figures/made-world.ts'
import { readRawRows, ReportBook } from '../../figures/oracle.ts'
import { tableOfReport, withoutNothing } from '../../figures/oracle-tables.ts'
import { findTransfers, openProduct, syncMinutes, type Product } from '../../figures/product.ts'
import { tableOfAnswer } from '../../figures/product-tables.ts'
import { Rational } from '../../figures/rational.ts'
import { createRealSync } from '../../figures/real-sync.ts'
import { randomFrom } from '../../../scripts/random.ts'

const beginMs = Date.parse('2026-10-29T06:00:00Z')
const startMs = Date.parse('2026-10-30T12:03:22Z')
const range = { fromMs: Date.parse('2026-10-01T00:00:00Z'), toMs: Date.parse('2027-01-01T00:00:00Z') }
const markets = ['ethusdc', 'btcusdc', 'arbusdc']
const turns = 5
const seeds = Array.from({ length: soakRounds(1) }, (_, at) => Number(process.env['SEED'] ?? 52) + at)

const isCompared = (name: string): boolean => !/volume |^book |^trades$/.test(name)

/** Something happens to the account; what it tells of a transfer is its reference. */
function happen(random: Random, trader: MadeTrader, nowMs: number, isEthMoved: boolean): string | null {
  const atMs = Math.floor(nowMs / 1_000) * 1_000
  const open = trader.openOrders(atMs)
  const order = open[Math.floor(random() * open.length)]
  const kind = random()
  if (kind < 0.35 && order !== undefined) trader.fillMore(order, atMs, random() < 0.3)
  else if (kind < 0.45 && order !== undefined) order.cancelledMs = atMs
  else if (kind < 0.6) {
    const reference = `made-${String(trader.account.moves.length)}`
    const currency = isEthMoved && random() < 0.5 ? 'eth' : 'usdc'
    const amount = Rational.parse(currency === 'eth' ? '0.0125' : '3.5')
    trader.move(atMs, currency, random() < 0.5 ? 'in' : 'out', amount, reference)
    return reference
  } else if (kind < 0.9) trader.trade(markets[Math.floor(random() * markets.length)] ?? 'ethusdc', atMs)
  return null
}

describe.each([false, true])('ETH is transferred, too: %s', (isEthMoved) => {
  test.each(seeds)('seed %i', async (seed) => {
    const random = randomFrom(seed)
    const trader = makeHistory({ seed, orders: 24, fromMs: beginMs, toMs: startMs - 3_600_000, markets })
    const { account } = trader
    const clock = movableClock(startMs)
    const exchange = await startMadeExchange({ account, clock, address: walletAddress, largestPage: 12 })
    onTestFinished(() => exchange.close())
    const references: string[] = []
    let isQuiet = false
    let isPnl = false
    let happened = 0
    /** Some seconds pass, in which something happens; now and then it is too near to the next call to be told apart from it. */
    const pass = (): void => {
      clock.moveTo(clock.now() + 3_000 + Math.floor(random() * 3_000))
      const reference = happen(random, trader, clock.now(), isEthMoved)
      if (reference !== null) references.push(reference)
      happened += 1
      if (random() < 0.8) clock.moveTo(clock.now() + 3_500)
    }
    const product: Product = await openProduct({
      baseUrl: exchange.baseUrl,
      ethereumPrivateKey: walletKey,
      clock,
      fetch: async (...call) => {
        const answer = await globalThis.fetch(...call)
        if (isQuiet) return answer
        // A reading of pnl that is not answered within a second is of no certain moment.
        if (isPnl) clock.moveTo(clock.now() + (random() < 0.1 ? 1_700 : Math.floor(random() * 600)))
        else pass()
        return answer
      },
    })
    const sync = createRealSync(product)
    const known = new Set<string>()
    const wrong: string[] = []
    let checked = 0

    /** The oracle reads the account as it was at a moment. */
    async function expectedAt(momentMs: number): Promise<Table> {
      const atMs = Math.floor(momentMs / 1_000) * 1_000
      const then = await startMadeExchange({ account, clock: fixedClock(atMs), address: walletAddress })
      try {
        const told = references.filter((reference) =>
          account.moves.some((move) => move.reference === reference && move.timeMs <= atMs),
        )
        const rows = await readRawRows({
          baseUrl: then.baseUrl,
          ethereumPrivateKey: walletKey,
          markets: symbols,
          references: told,
        })
        return tableOfReport(new ReportBook(rows).report({ ...range, timeZone: 'UTC' }))
      } finally {
        await then.close()
      }
    }

    async function check(where: string): Promise<void> {
      isQuiet = true
      await findTransfers(product, references)
      await syncMinutes(product, symbols, { startMs: beginMs, endMs: clock.now() })
      isQuiet = false
      const report = await product.portfolio.getReport(range)
      const { knownFromMs, readingMs } = report
      if (knownFromMs !== null || readingMs === null) {
        // Before all fills were read once, only what is known of a part is said.
        if (checked > 0)
          wrong.push(`${where}: known from ${String(knownFromMs)} now, by ${String(readingMs)}`)
        return
      }
      const table = tableOfAnswer(report)
      for (const [name, text] of Object.entries(table)) {
        if (text.startsWith('unknown') && known.has(name)) wrong.push(`${where}: ${name} is ${text} now`)
        if (text.startsWith('known')) known.add(name)
      }
      checked += 1
      const expected = await expectedAt(readingMs)
      const lines = differences(
        rounded(withoutNothing(only(expected, isCompared))),
        rounded(withoutNothing(only(table, isCompared))),
      )
      wrong.push(...lines.map((line) => `${where}, ${new Date(readingMs).toISOString()}: ${line}`))
    }

    for (let turn = 1; turn <= turns; turn += 1) {
      pass()
      isPnl = true
      await sync.readPnl()
      isPnl = false
      pass()
      await sync.list()
      await check(`turn ${String(turn)}, listed`)
      await sync.readHistory()
      await check(`turn ${String(turn)}, read`)
      clock.moveTo(clock.now() + 15_000 + Math.floor(random() * 90_000))
    }
    console.info(
      `seed ${String(seed)}: ${String(happened)} times something came between two calls, ${String(checked)} checks`,
    )
    expect(checked).toBeGreaterThan(0)
    // The rest mostly follows from the first.
    expect(wrong.slice(0, 12)).toEqual([])
  })
})

const isoSecond = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19)

/** What a report says of how far it is known, and its result. */
async function claimOf({ portfolio }: Product): Promise<readonly string[]> {
  const { knownFromMs, readingMs, sum } = await portfolio.getReport(range)
  const second = readingMs === null ? 'none' : isoSecond(readingMs)
  return [`known from ${String(knownFromMs)}`, second, sum.realized.state]
}

describe('an open order that was filled before is filled further', () => {
  async function open() {
    const trader = makeHistory({ seed: 3, orders: 24, fromMs: beginMs, toMs: startMs - 3_600_000, markets })
    const { account } = trader
    const order = account.orders.find(
      (one) => one.fills.length > 0 && MadeAccount.filledAt(one, startMs).compare(one.volume) < 0,
    )
    if (order === undefined) throw new Error('no order is filled in part')
    order.cancelledMs = null
    const clock = movableClock(startMs)
    const exchange = await startMadeExchange({ account, clock, address: walletAddress })
    onTestFinished(() => exchange.close())
    const product = await openProduct({ baseUrl: exchange.baseUrl, ethereumPrivateKey: walletKey, clock })
    const sync = createRealSync(product)
    const look = async (): Promise<void> => {
      await sync.readPnl()
      await sync.list()
    }
    await look()
    await sync.readHistory()
    return { trader, order, clock, product, sync, look }
  }

  test('the last whole report stays until its fill is read', async () => {
    const { trader, order, clock, product, look } = await open()
    const before = await claimOf(product)
    expect(before).toEqual(['known from null', isoSecond(startMs), 'known'])
    clock.moveTo(startMs + 60_000)
    trader.fillMore(order, startMs + 40_000, false)
    await look()
    expect(await claimOf(product)).toEqual(before)
  })

  test('the report is known again once its fill is read', async () => {
    const { trader, order, clock, product, sync, look } = await open()
    for (const minutes of [1, 2]) {
      // The books are walked between the two fills: the second one is added to them.
      await claimOf(product)
      clock.moveTo(startMs + minutes * 60_000)
      trader.fillMore(order, clock.now() - 20_000, minutes === 2)
      await look()
      await sync.readHistory()
      expect(await claimOf(product)).toEqual(['known from null', isoSecond(clock.now()), 'known'])
    }
  })
})
