// What a nonce promises: it and its hash are never given twice, not even by an exchange that began anew.
import { expect, test } from 'vitest'
import { systemEntropy } from '../../../src-main/practice/entropy.ts'
import { marketAt } from '../../../src-main/practice/markets/markets.ts'
import { OrderNonces, type OrderRequest } from '../../../src-main/practice/trading/order-nonces.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { movableClock } from '../../fixtures/test-client.ts'

const [user] = derivePracticeUsers(3)
const request: OrderRequest = {
  market: marketAt(0),
  type: 'limit',
  side: 'buy',
  price: 200_000,
  stopPrice: null,
  units: 10,
}

test('nonces rise and hashes differ: in one run, after a restart, and after the file was lost', () => {
  if (user === undefined) throw new Error('no practice user')
  const realTime = movableClock(Date.UTC(2026, 10, 25))
  const options = { clock: realTime, realTime, entropy: systemEntropy, nonceMs: 60_000 }
  const first = new OrderNonces(options, [])
  const given = Array.from({ length: 2_000 }, () => first.make(user, request))
  realTime.moveTo(realTime.now() + 3_000)
  const restarted = new OrderNonces(options, given)
  given.push(...Array.from({ length: 10 }, () => restarted.make(user, request)))
  realTime.moveTo(realTime.now() + 3_000)
  const lost = new OrderNonces(options, [])
  given.push(...Array.from({ length: 10 }, () => lost.make(user, request)))
  const nonces = given.map(({ nonce }) => nonce)
  expect(nonces).toEqual(nonces.toSorted((one, other) => one - other))
  expect(new Set(nonces).size).toBe(nonces.length)
  expect(new Set(given.map(({ msg_hash: hash }) => hash)).size).toBe(given.length)
  for (const { msg_hash: hash } of given) expect(BigInt(hash)).toBeLessThan(2n ** 251n)
})
