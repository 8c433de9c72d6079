// Client and practice exchange mean the same by a transfer, from the check of its receiver to its look-up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TransferStart } from '../../../src-main/exchange/endpoints/transfers.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../src-main/practice/users.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { transfer as transferShape } from '../../../src-preload/contract/orders/entities.ts'
import {
  failureOf,
  makeTestClient,
  movableClock,
  startMs,
  type TestClient,
} from '../../fixtures/test-client.ts'

const clock = movableClock(startMs)
const nonceSeconds = 300
const stranger = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
let practice: PracticeExchange
let alice: PracticeUser
let bob: PracticeUser
let sender: TestClient
let receiver: TestClient

beforeAll(async () => {
  practice = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 7,
    orders: 0,
    nonceSeconds,
    clock,
    genesisMs: startMs,
  })
  const [first, second] = practice.users
  if (first === undefined || second === undefined) throw new Error('no practice users')
  ;[alice, bob] = [first, second]
  sender = makeTestClient(practice.baseUrl, { privateKey: alice.ethereumPrivateKey, clock })
  receiver = makeTestClient(practice.baseUrl, { privateKey: bob.ethereumPrivateKey, clock })
})

afterAll(async () => {
  sender.client.close()
  receiver.client.close()
  await practice.close()
})

const keysOf = ({ organizationKey, apiKey }: PracticeUser) => ({ organizationKey, apiKey })
const startOf = (reference: string, amount: string): TransferStart => ({
  ...keysOf(alice),
  destinationAddress: bob.ethereumAddress,
  reference,
  currency: 'usdc',
  amount,
})

/** Starts a transfer, signs what the exchange asks for and completes it. */
async function transferOf(reference: string, amount: string) {
  const toSign = await sender.client.initiateTransfer(startOf(reference, amount))
  const signature = signMsgHash(toSign.msgHash, alice.starkPrivateKey)
  return sender.client.processTransfer({ ...keysOf(alice), ...toSign, signature })
}

describe('whom one can send to', () => {
  test.each([
    ['written with its checksum', (address: string) => address],
    ['written in lowercase', (address: string) => address.toLowerCase()],
  ])('is told of a user %s', async (_what, write) => {
    const query = { ...keysOf(alice), destinationAddress: write(bob.ethereumAddress) }
    expect(await sender.client.checkUserExists(query)).toBe(true)
  })

  test('and of a stranger that there is no such user', async () => {
    const query = { ...keysOf(alice), destinationAddress: stranger }
    expect(await sender.client.checkUserExists(query)).toBe(false)
  })
})

describe('a transfer', () => {
  test('is pending once it is started, and a success once its hash is signed', async () => {
    const reference = 'rent for May, 50 % (è)'
    const toSign = await sender.client.initiateTransfer(startOf(reference, '12.345678'))
    const pending = await sender.client.getTransfer(reference)
    expect(pending).toMatchObject({
      isKnown: true,
      transfer: { reference, amount: '12.3456780000000000', status: 'pending' },
    })
    clock.moveTo(clock.now() + 5_000)
    const signature = signMsgHash(toSign.msgHash, alice.starkPrivateKey)
    const done = await sender.client.processTransfer({ ...keysOf(alice), ...toSign, signature })
    expect(transferShape.parse(done)).toEqual({
      reference,
      amount: '12.3456780000000000',
      currency: 'usdc',
      fromAddress: alice.ethereumAddress,
      destinationAddress: bob.ethereumAddress,
      status: 'success',
      createdAtMs: startMs,
      updatedAtMs: startMs + 5_000,
    })
    expect(await sender.client.getTransfer(reference)).toEqual({ isKnown: true, transfer: done })
    expect(await receiver.client.getTransfer(reference)).toEqual({ isKnown: true, transfer: done })
  })

  test('can be looked up with and without the last slash (facts, A11)', async () => {
    await transferOf('both-forms', '1')
    expect(await sender.client.getTransfer('both-forms')).toMatchObject({ isKnown: true })
    const token = await accessTokenOf(alice)
    const path = `${practice.baseUrl}/sapi/v1/internal_transfers/v2/both-forms`
    const headers = { authorization: `JWT ${token}` }
    const [bare, slashed] = await Promise.all(
      [path, `${path}/`].map(async (url) => (await fetch(url, { headers })).text()),
    )
    expect(bare).toBe(slashed)
  })

  test('moves its amount, which the receiver sees among the credits', async () => {
    const creditOf = async (): Promise<string> =>
      (await receiver.client.getPnl()).rows.find(({ currency }) => currency === 'usdc')?.totalCredit ?? ''
    const before = await creditOf()
    await transferOf('moves', '0.000001')
    const after = await creditOf()
    const micro = (amount: string): bigint => {
      const [whole = '', fraction = ''] = amount.split('.')
      return BigInt(whole + fraction.padEnd(20, '0'))
    }
    expect(micro(after) - micro(before)).toBe(10n ** 14n)
  })

  test('whose reference nobody knows is not known, which is no error', async () => {
    expect(await sender.client.getTransfer('123456789012345')).toEqual({ isKnown: false })
  })

  test('under a reference that is taken is refused, and the first one stays as it was', async () => {
    const first = await transferOf('taken', '2')
    expect(await failureOf(sender.client.initiateTransfer(startOf('taken', '3')))).toMatchObject({
      code: 'rejectedByExchange',
      data: { status: 400, message: 'Transfer with this client_reference_id already exists' },
    })
    expect(await sender.client.getTransfer('taken')).toEqual({ isKnown: true, transfer: first })
  })

  test('of more than there is is refused before anything is started', async () => {
    expect(
      await failureOf(sender.client.initiateTransfer(startOf('too-much', '25000.000001'))),
    ).toMatchObject({
      code: 'rejectedByExchange',
      data: { endpoint: 'transfers.initiate', status: 400, message: 'Insufficient balance' },
    })
    expect(await sender.client.getTransfer('too-much')).toEqual({ isKnown: false })
  })

  test('to a stranger is refused', async () => {
    const start = { ...startOf('to-nobody', '1'), destinationAddress: stranger }
    expect(await failureOf(sender.client.initiateTransfer(start))).toMatchObject({
      code: 'rejectedByExchange',
      data: { status: 404, message: 'User does not exist' },
    })
  })

  test.each(['organizationKey', 'apiKey'] as const)(
    'with another %s is refused at every step',
    async (key) => {
      const wrong = { [key]: 'not-the-key' }
      const toSign = await sender.client.initiateTransfer(startOf(`keys-${key}`, '1'))
      const signature = signMsgHash(toSign.msgHash, alice.starkPrivateKey)
      const steps = [
        sender.client.checkUserExists({ ...startOf('x', '1'), ...wrong }),
        sender.client.initiateTransfer({ ...startOf(`wrong-${key}`, '1'), ...wrong }),
        sender.client.processTransfer({ ...keysOf(alice), ...toSign, signature, ...wrong }),
      ]
      const message = key === 'apiKey' ? 'Invalid api key' : 'Invalid organization key'
      for (const error of await Promise.all(steps.map(failureOf))) {
        expect(error).toMatchObject({ code: 'rejectedByExchange', data: { status: 403, message } })
        expect(error.message).not.toContain('not-the-key')
      }
      expect(await sender.client.getTransfer(`keys-${key}`)).toMatchObject({
        transfer: { status: 'pending' },
      })
    },
  )

  test('signed by another key stays pending, and takes the right signature afterwards', async () => {
    const toSign = await sender.client.initiateTransfer(startOf('signed-wrongly', '1'))
    const complete = (key: string) =>
      sender.client.processTransfer({
        ...keysOf(alice),
        ...toSign,
        signature: signMsgHash(toSign.msgHash, key),
      })
    expect(await failureOf(complete(bob.starkPrivateKey))).toMatchObject({
      code: 'rejectedByExchange',
      data: { endpoint: 'transfers.process', status: 400, message: 'Invalid signature' },
    })
    expect(await sender.client.getTransfer('signed-wrongly')).toMatchObject({
      transfer: { status: 'pending' },
    })
    expect((await complete(alice.starkPrivateKey)).status).toBe('success')
    expect(await failureOf(complete(alice.starkPrivateKey))).toMatchObject({
      data: { message: 'This nonce has already been used' },
    })
  })

  test('signed too late is refused', async () => {
    const toSign = await sender.client.initiateTransfer(startOf('late', '1'))
    const signature = signMsgHash(toSign.msgHash, alice.starkPrivateKey)
    clock.moveTo(clock.now() + nonceSeconds * 1000)
    expect(
      await failureOf(sender.client.processTransfer({ ...keysOf(alice), ...toSign, signature })),
    ).toMatchObject({ code: 'rejectedByExchange', data: { status: 400 } })
  })
})

/** A token of the user's own, for requests that the client does not make. */
async function accessTokenOf(user: PracticeUser): Promise<string> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await fetch(practice.baseUrl + path, init)).json()
  }
  const { payload: text } = (await post('/sapi/v2/auth/nonce/', { eth_address: user.ethereumAddress })) as {
    payload: string
  }
  const body = {
    eth_address: user.ethereumAddress,
    user_signature: signMessage(text, user.ethereumPrivateKey),
  }
  const { token } = (await post('/sapi/v2/auth/login/', body)) as { token: { access: string } }
  return token.access
}
