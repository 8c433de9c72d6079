// An evening: trades and transfers go on while streams come late, lose messages and end, the line is cut, tokens end and the
// computer sleeps. At the end the app shows what the exchange tells by REST.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { anyFill, anyOrder, newestFirst } from '../../../src-main/store/api/order-filter.ts'
import { startLineCutter } from '../../fixtures/line-cutter.ts'
import { makeTestClient } from '../../fixtures/test-client.ts'
import { Frame } from '../pages/frame.ts'
import type { RunningExchange } from '../support/exchange.ts'
import { practise } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

const seed = 7

type Border = { readonly invoke: Record<string, (input: unknown) => Promise<unknown>> }

/** What main answers the page. */
async function ask<Name extends ChannelName>(
  page: Page,
  name: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const result = await page.evaluate(
    async ([channel, given]) => {
      const { invoke } = Reflect.get(window, 'starkdesk') as Border
      return invoke[channel]?.(given)
    },
    [name, input] as const,
  )
  const answer = result as { ok: true; value: ChannelOutput<Name> } | { ok: false; error: unknown }
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

/** Another program of the user: it trades and sends at the exchange itself, not over the line of the app. */
function tradeAs({ baseUrl }: RunningExchange, index: number) {
  const users = derivePracticeUsers(seed)
  const [user, receiver] = [users[index], users[1 - index]]
  if (user === undefined || receiver === undefined) throw new Error('no practice user')
  const { client } = makeTestClient(baseUrl, {
    privateKey: user.ethereumPrivateKey,
    clock: { ...systemClock, moveTo: () => undefined },
  })
  const { starkPrivateKey: privateKey } = user
  const keys = { organizationKey: user.organizationKey, apiKey: user.apiKey }
  return {
    client,
    async place(side: 'buy' | 'sell', volume: string, price: string): Promise<number> {
      const toSign = await client.prepareOrder({ market: 'ethusdc', type: 'limit', side, volume, price })
      const order = await client.createOrder({
        ...toSign,
        signature: signMsgHash(toSign.msgHash, privateKey),
      })
      return order.id
    },
    async send(reference: string, amount: string): Promise<void> {
      const start = {
        destinationAddress: receiver.ethereumAddress,
        reference,
        currency: 'usdc',
        amount,
      } as const
      const toSign = await client.initiateTransfer({ ...keys, ...start })
      await client.processTransfer({ ...keys, ...toSign, signature: signMsgHash(toSign.msgHash, privateKey) })
    },
  }
}

type Trader = ReturnType<typeof tradeAs>

/** Orders that rest, fill and are canceled, and a transfer to the first user. */
async function actOnce(alice: Trader, bob: Trader, round: number): Promise<void> {
  const { asks } = await alice.client.getOrderBook({ market: 'ethusdc' })
  const best = asks[0]?.price ?? '2000'
  const resting = await alice.place('buy', '0.25', '500')
  await alice.place('buy', '0.01', best)
  await alice.place('sell', '0.02', best)
  await bob.place('buy', '0.02', best)
  if (round % 2 === 0) await alice.client.cancelOrder(resting)
  await bob.send(`evening-${round}`, `${round + 1}.5`)
}

/** Every digit, without the zeros that end some answers. */
const total = (value: string): string => exactText(parseExact(value))

test('after an evening of faults the app has what the exchange has', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange(
    ...[
      '--port',
      '0',
      '--seed',
      String(seed),
      '--orders',
      '248',
      '--access-seconds',
      '10',
      '--private-seconds',
      '8',
    ],
    ...['--stream-faults', 'late=0.2,twice=0.1,lost=0.1'],
  )
  const line = await startLineCutter(running.baseUrl)
  const app = await launch({ env: { STARKDESK_PRACTICE_URL: line.baseUrl } })
  const { page, electron } = app
  try {
    await practise(app)
    const frame = new Frame(page)
    await frame.go('Portfolio')
    const [alice, bob] = [tradeAs(running, 0), tradeAs(running, 1)]

    await actOnce(alice, bob, 0)
    // Every connection is cut, streams among them.
    line.closeAtOnce(true)
    await actOnce(alice, bob, 1)
    line.closeAtOnce(false)
    await actOnce(alice, bob, 2)
    // Offline, longer than a token lives.
    await line.stopListening()
    await expect(frame.connection).toContainText('Offline', { timeout: 60_000 })
    await actOnce(alice, bob, 3)
    await wait(11_000)
    await line.listenAgain()
    // Sleep.
    await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'))
    await actOnce(alice, bob, 4)
    await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 60_000 })

    await expect(async () => {
      const { orders } = await alice.client.listOrders({ limit: 300 })
      const shown = await ask(page, 'orders:list', {
        filter: anyOrder,
        sort: newestFirst,
        offset: 0,
        limit: 300,
      })
      const byId = (one: { id: number }, other: { id: number }): number => other.id - one.id
      const facts = (list: readonly { id: number; state: string; executedVolume: string }[]) =>
        list.toSorted(byId).map(({ id, state, executedVolume }) => [id, state, total(executedVolume)])
      expect(facts(shown.rows)).toEqual(facts(orders.toSorted(byId).slice(0, shown.rows.length)))
      expect(shown.total).toBe(orders.length)
    }).toPass({ timeout: 60_000 })

    await expect(async () => {
      const { rows: fills } = await alice.client.listOwnTrades({ limit: 50 })
      const shown = await ask(page, 'orders:listFills', {
        filter: anyFill,
        isDescending: true,
        offset: 0,
        limit: 50,
      })
      const facts = (list: readonly { id: number; price: string; amount: string }[]) =>
        list
          .toSorted((one, other) => other.id - one.id)
          .map(({ id, price, amount }) => [id, total(price), total(amount)])
      expect(facts(shown.rows)).toEqual(facts(fills))
    }).toPass({ timeout: 60_000 })

    await expect(async () => {
      const { rows } = await alice.client.listBalances({})
      const shown = await ask(page, 'portfolio:getBalances', {})
      expect(shown.lastError).toBeNull()
      // The practice exchange excludes what is locked, which the app has found out by itself.
      expect(shown.basis).toBe('excludes')
      const sums = shown.balances.map(({ currency, free, locked }) => [
        ...[currency, free.state === 'unknown' ? null : total(free.amount), total(locked)],
      ])
      expect(sums).toEqual(
        rows.map(({ currency, balance, locked }) => [currency, total(balance), total(locked)]),
      )
    }).toPass({ timeout: 60_000 })

    await frame.go('Transfers')
    await expect(page.getByRole('option', { name: /evening-\d/ })).toHaveCount(5, { timeout: 30_000 })
    const { entries } = await ask(page, 'transfers:list', {
      ...{ filter: { text: 'evening', states: [], fromMs: null, toMs: null }, limit: 50, beforeMs: null },
    })
    const received = entries.map((entry) =>
      entry.kind === 'found'
        ? [entry.transfer.direction, entry.transfer.told.reference, total(entry.transfer.told.amount)]
        : [],
    )
    expect(received).toEqual(
      [4, 3, 2, 1, 0].map((round) => ['received', `evening-${round}`, `${round + 1}.5`]),
    )
  } finally {
    await line.close()
  }
})
