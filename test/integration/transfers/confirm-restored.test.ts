// What a person is asked about after the journal was restored: every order that the exchange lists counts, also one that cannot be read.
import { expect, it, onTestFinished } from 'vitest'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { makeTestClient, movableClock } from '../../fixtures/test-client.ts'
import { resting, startTrading } from '../trading/trading-world.ts'

interface ListAnswer {
  readonly payload: readonly { readonly id: number }[]
}

it('counts orders that cannot be read, and those beyond the first page', async () => {
  /** Of each list that is asked for: the newest order has a side that nobody knows. */
  let isBroken = false
  /** The service serves fewer rows than asked for (facts, A3). */
  let isShort = false
  const { services, asked, exchange } = await startTrading({
    journal: openJournalHere(5),
    changes: 'no',
    async fetch(url, init) {
      const response = await fetch(isShort ? url.replace(/limit=\d+/, 'limit=2') : url, init)
      if (!isBroken || !url.includes('/sapi/v1/orders/?')) return response
      const body = (await response.json()) as ListAnswer
      const payload = body.payload.map((row, at) => (at === 0 ? { ...row, side: 'sideways' } : row))
      return new Response(JSON.stringify({ ...body, payload }), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  // Another computer has placed three.
  const [user] = derivePracticeUsers(7)
  const { client } = makeTestClient(exchange.baseUrl, {
    privateKey: user?.ethereumPrivateKey ?? '',
    clock: movableClock(Date.now()),
  })
  onTestFinished(() => client.close())
  await client.signIn()
  for (const price of ['100', '101', '102']) {
    const { market, side, type, amount: volume } = resting
    const toSign = await client.prepareOrder({ market, side, type, volume, price })
    await client.createOrder({
      ...toSign,
      signature: signMsgHash(toSign.msgHash, user?.starkPrivateKey ?? ''),
    })
  }
  const review = async () => {
    await expect(services.transfers.noteReviewed()).rejects.toMatchObject({ code: 'userDeclined' })
    const change = asked.changes.at(-1)
    if (change?.what !== 'reviewRestored') throw new Error('asked about something else')
    return change
  }
  const whole = await review()
  expect(whole.open).toBe(3)
  isShort = true
  expect((await review()).open).toBe(3)
  isShort = false
  isBroken = true
  const partly = await review()
  expect(partly.shown.length).toBeLessThan(whole.shown.length)
  expect(partly).toMatchObject({ open: whole.open, recent: whole.recent })
})
