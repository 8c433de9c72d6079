// SIGKILL at random moments of an exchange at which two users trade: no order is lost or doubled, and all sums hold.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { derivePracticeUsers } from '../../../../src-main/practice/users.ts'
import { randomFrom } from '../../../../scripts/random.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { seed } from '../../store/support.ts'
import { asList, asObject, StrangeClient } from './strange-client.ts'
import { type Asked, makeTrader, toUnits, type Trader } from './trader.ts'

const script = fileURLToPath(new URL('../../../../scripts/exchange.ts', import.meta.url))
const practiceSeed = 21
const market = 'ethusdc'
const currencies = ['eth', 'usdc'] as const

async function startCommand(stateFile: string) {
  const flags = [
    '--seed',
    String(practiceSeed),
    '--orders',
    '0',
    '--state',
    stateFile,
    '--access-seconds',
    '86400',
  ]
  const child = spawn(process.execPath, [script, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { baseUrl } = JSON.parse(line) as { baseUrl: string }
  const client = new StrangeClient(baseUrl)
  const traders = await Promise.all(derivePracticeUsers(practiceSeed).map((user) => makeTrader(client, user)))
  return {
    client,
    traders,
    kill: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** What both sides of a fill got and paid, by its own figures. */
function effectOf(trades: readonly Record<string, unknown>[]): Record<(typeof currencies)[number], bigint> {
  const sum = { eth: 0n, usdc: 0n }
  for (const { side, amount, total, fee_amount: fee } of trades) {
    if (side === 'buy') {
      sum.eth += toUnits(amount) - toUnits(fee)
      sum.usdc -= toUnits(total)
    } else {
      sum.eth -= toUnits(amount)
      sum.usdc += toUnits(total) - toUnits(fee)
    }
  }
  return sum
}

async function allOf(
  read: (query: string) => Promise<Record<string, unknown>[]>,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let page = 1; ; page += 1) {
    const part = await read(`limit=1000&page=${page}`)
    rows.push(...part)
    if (part.length < 1000) return rows
  }
}

async function balancesOf(trader: Trader) {
  const found = await Promise.all(currencies.map((currency) => trader.balance(currency)))
  return found.map(({ balance, locked }) => toUnits(balance) + toUnits(locked))
}

test(
  `an exchange that is killed loses no order, doubles none, and its sums hold (SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-trading-kills-'))
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true })
    })
    const stateFile = join(folder, 'state.json')
    let running = await startCommand(stateFile)
    const opening = await Promise.all(running.traders.map(balancesOf))
    /** Orders whose creation was answered, by trader. */
    const told: Set<number>[] = [new Set(), new Set()]
    let asked = 0
    for (let round = 0; round < soakRounds(2); round += 1) {
      const { traders } = running
      let isOver = false
      const tickers = asObject(await running.client.read(`/sapi/v1/market/tickers/?market=${market}`))
      const last = Number(asObject(asObject(tickers[market])['ticker'])['last'])
      const work = traders.map(async (trader, at) => {
        while (!isOver) {
          const isBuy = random() < 0.5
          const order: Asked = {
            market,
            ord_type: random() < 0.3 ? 'market' : 'limit',
            side: isBuy ? 'buy' : 'sell',
            volume: (1 + Math.floor(random() * 300)) / 1e4,
            price: Math.round(last * (0.998 + 0.004 * random()) * 100) / 100,
          }
          asked += 1
          // Refused, or cut off by the kill: whether it was placed is what the check finds out.
          const id = await trader.place(order).catch(() => null)
          if (id !== null) told[at]?.add(id)
          if (id !== null && random() < 0.3) await trader.cancel(id).catch(() => null)
        }
      })
      await sleep(200 + random() * 1_500)
      await running.kill()
      isOver = true
      await Promise.all(work)
      running = await startCommand(stateFile)
      // The market goes on while it is read: what is read in one go must agree once.
      await eventually(() => check(running.traders))
    }
    expect(told[0]?.size).toBeGreaterThan(0)
    console.log(
      `trading kills (SEED=${seed}): ${asked} orders asked for, ${told.map(({ size }) => size).join(' and ')} answered`,
    )

    async function check(traders: readonly Trader[]): Promise<void> {
      const sides = new Map<number, string[]>()
      for (const [at, trader] of traders.entries()) {
        const orders = await allOf(trader.list)
        const ids = orders.map(({ id }) => Number(id))
        expect(new Set(ids).size, 'no order is there twice').toBe(ids.length)
        for (const id of told[at] ?? []) expect(ids, `order ${id} is there`).toContain(id)
        const trades = await allOf(trader.trades)
        for (const order of orders) {
          const own = trades.filter(({ order_id: of }) => of === order['id'])
          const filled = own.reduce((sum, { amount }) => sum + toUnits(amount), 0n)
          expect(toUnits(order['executed_volume']), `fills of order ${String(order['id'])}`).toBe(filled)
          expect(toUnits(order['origin_volume'])).toBe(
            toUnits(order['executed_volume']) + toUnits(order['remaining_volume']),
          )
        }
        for (const { id, side } of trades)
          sides.set(Number(id), [...(sides.get(Number(id)) ?? []), String(side)])
        const effect = effectOf(trades)
        const now = await balancesOf(trader)
        expect(now, 'balances follow from fills').toEqual(
          currencies.map((currency, index) => (opening[at]?.[index] ?? 0n) + effect[currency]),
        )
      }
      for (const [id, both] of sides)
        expect(new Set(both).size, `trade ${id} has each side once`).toBe(both.length)
      expect(
        asList(await running.client.read(`/sapi/v1/market/trades/?market=${market}&limit=5`)),
      ).toHaveLength(5)
    }
  },
  soakRounds(120_000),
)
