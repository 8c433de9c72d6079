// What the practice exchange itself refuses moves nothing, and that the journal says so.
import { describe, expect, test } from 'vitest'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import { gotFrom, initiatePath, useFaultyExchange } from '../faults/faulty-exchange.ts'
import { stateOf } from '../faults/money-support.ts'
import { makeRunner, type RunnerWorld } from './runner-world.ts'

const world = useFaultyExchange()
const checkPath = '/sapi/v1/internal_transfers/v2/check_user_exists/'

const ledgerOf = ({ reference }: StoredTransfer): Promise<string> => stateOf(world.direct().client, reference)

const makeWorld = (): Promise<RunnerWorld> => makeRunner(world, { baseUrl: world.proxy.baseUrl })

describe('the practice exchange itself', { timeout: 60_000 }, () => {
  const messageOf = ({ failure }: StoredTransfer): unknown => failure?.error.data['message']

  test('refuses more than there is, an unknown recipient, a reference that it has, and oneself', async () => {
    const made = await makeWorld()
    const taken = await made.intend()
    const keys = await made.desk.readServiceKeys()
    await world.direct().client.initiateTransfer({
      ...keys,
      reference: taken.reference,
      currency: 'usdc',
      amount: '2',
      destinationAddress: taken.recipientAddress,
    })
    const cases: readonly (readonly [StoredTransfer, string])[] = [
      [await made.intend({ amount: '999999' }), 'Insufficient balance'],
      [
        await made.intend({ recipientAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }),
        'User does not exist',
      ],
      [taken, 'Transfer with this client_reference_id already exists'],
      [
        await made.intend({ recipientAddress: world.user(0).ethereumAddress }),
        'You cannot transfer to your own address',
      ],
    ]
    for (const [transfer, message] of cases) {
      const after = await made.initiate(transfer.id)
      expect(after).toMatchObject({ state: 'refused', signature: null })
      expect(messageOf(after)).toBe(message)
    }
    // The look-up of the taken one finds the stranger: another amount under the same reference is told, and not called refused.
    const found = await made.runner.lookUp(made.desk, taken.id)
    expect(found).toMatchObject({ state: 'differs', differences: ['amount'] })
  })

  test.each([
    ['organizationKey', 'Invalid organization key'],
    ['apiKey', 'Invalid api key'],
  ])('refuses a wrong %s at both steps, and nothing moves', async (name, message) => {
    const made = await makeWorld()
    const right = await made.desk.readServiceKeys()
    const wrong = {
      ...made.desk,
      readServiceKeys: () => Promise.resolve({ ...right, [name]: 'wrong-wrong-wrong' }),
    }
    const first = await made.intend()
    expect(messageOf(await made.initiate(first.id, wrong))).toBe(message)
    const second = await made.intend()
    await made.initiate(second.id)
    const after = await made.proceed(second.id, wrong)
    expect(after.state).toBe('refused')
    expect(messageOf(after)).toBe(message)
    expect(await ledgerOf(after)).toBe('pending')
  })

  test('refuses a signature of another key, and nothing moves', async () => {
    const made = await makeWorld()
    const { id } = await made.intend()
    await made.initiate(id)
    const foreign = {
      ...made.desk,
      confirmAndSign: ({ msgHash }: StoredTransfer) =>
        Promise.resolve(signMsgHash(msgHash ?? '', world.user(1).starkPrivateKey)),
    }
    const after = await made.proceed(id, foreign)
    expect(after.state).toBe('refused')
    expect(messageOf(after)).toBe('Invalid signature')
    expect(await ledgerOf(after)).toBe('pending')
  })

  test('refuses what somebody has sent already, and the look-up finds that it was done', async () => {
    const made = await makeWorld()
    const { id } = await made.intend()
    const { msgHash, nonce } = await made.initiate(id)
    if (msgHash === null || nonce === null) throw new Error('nothing to sign')
    const elsewhere = {
      ...made.desk,
      confirmAndSign: async (transfer: StoredTransfer) => {
        const signature = await made.desk.confirmAndSign(transfer)
        const keys = await made.desk.readServiceKeys()
        await world.direct().client.processTransfer({ ...keys, signature, msgHash, nonce })
        return signature
      },
    }
    const after = await made.proceed(id, elsewhere)
    expect(messageOf(after)).toBe('This nonce has already been used')
    expect(after.state).toBe('succeeded')
  })

  test('has no user of an unknown address, and says so in either form', async () => {
    const made = await makeWorld()
    const keys = await made.desk.readServiceKeys()
    const destinationAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
    const ask = () => made.client.checkUserExists({ ...keys, destinationAddress })
    expect(await ask()).toBe(false)
    const payload = { destination_address: destinationAddress, exists: false }
    const body = { status: 'success', message: 'User does not exists', payload }
    world.proxy.play({ path: checkPath, fault: { kind: 'status', status: 404, body } })
    expect(await gotFrom(ask())).toEqual({ code: 'answer', value: false })
  })

  test('does not know a reference that it was never told of, which settles nothing by itself', async () => {
    const made = await makeWorld()
    const { id } = await made.intend()
    world.proxy.play({ path: initiatePath, fault: { kind: 'cutBeforeHead' } })
    await made.initiate(id)
    expect(await made.runner.lookUp(made.desk, id)).toMatchObject({
      state: 'initiating',
      lookUps: { wasKnown: false, lastError: null },
    })
  })
})
