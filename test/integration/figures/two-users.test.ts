// The figures of both practice users equal the oracle's after transfers between them.
import { expect, onTestFinished, test } from 'vitest'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../src-main/practice/users.ts'
import {
  asObject,
  asText,
  deriveL2Key,
  signHash,
  StrangeClient,
} from '../contract/practice/strange-client.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { readRawRows } from '../../figures/oracle.ts'
import { findTransfers, openProduct, syncAll, syncCandles } from '../../figures/product.ts'
import { expectSameFigures, rangeOf } from '../../figures/same-figures.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
const root = '/sapi/v1/internal_transfers/v2/'

test('Alice sends to Bob and he sends some of it back: both accounts are known', async () => {
  const clock = movableClock(nowMs)
  const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 4, orders: 120, clock })
  onTestFinished(() => practice.close())
  const { baseUrl, markets, users } = practice
  const [alice, bob] = users
  if (alice === undefined || bob === undefined) throw new Error('no practice users')
  const stranger = new StrangeClient(baseUrl)

  async function send(
    from: PracticeUser,
    to: PracticeUser,
    amount: number,
    reference: string,
  ): Promise<void> {
    const { access } = await stranger.login(from)
    const keys = { organization_key: from.organizationKey, api_key: from.apiKey }
    const started = await stranger.post(
      `${root}initiate/`,
      {
        ...keys,
        currency: 'usdc',
        amount,
        destination_address: to.ethereumAddress,
        client_reference_id: reference,
      },
      access,
    )
    const { msg_hash: hash, nonce } = asObject(started.payload)
    const signature = signHash(asText(hash), await deriveL2Key(from.ethereumPrivateKey))
    const ended = await stranger.post(
      `${root}process/`,
      { ...keys, signature, msg_hash: hash, nonce },
      access,
    )
    expect(ended.status).toBe('success')
  }

  await send(alice, bob, 1250.5, '7001')
  clock.moveTo(nowMs + 3_600_000)
  await send(bob, alice, 99.000001, '7002')
  clock.moveTo(nowMs + 7_200_000)

  for (const [user, timeZone] of [
    [alice, 'UTC'],
    [bob, 'America/New_York'],
  ] as const) {
    const { ethereumPrivateKey } = user
    const product = await openProduct({ baseUrl, ethereumPrivateKey, clock, timeZone })
    await findTransfers(product, ['7001', '7002'])
    await syncAll(product)
    await syncCandles(product, markets)
    const momentMs = clock.now()
    const rows = await readRawRows({
      baseUrl,
      ethereumPrivateKey,
      markets,
      nowMs: momentMs,
      momentMs,
      references: ['7001', '7002'],
    })
    expect(rows.transfers).toHaveLength(2)
    await expectSameFigures(product, rows, [rangeOf(timeZone, '2026-01-01', '2027-01-01')])
  }
})
