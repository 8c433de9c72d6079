// No answer of the service changes what a transfer is on record as, or takes it where the rules do not let it go.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { enteredFrom } from '../../../src-main/transfers/transfer-machine.ts'
import { createTransferRunner } from '../../../src-main/transfers/runner.ts'
import { reportError } from '../../../src-main/ipc/register.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import { startScriptedServer, type ScriptedServer } from '../../fixtures/scripted-server.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { makeTestClient, movableClock, walletAddress } from '../../fixtures/test-client.ts'
import { makeLog } from '../world.ts'
import { endpointAt } from './asks.ts'
import { honestAnswer, honestText } from './largest.ts'
import { randomFrom, shapeNames, shapes } from './shapes.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.stop())

const starkKey = '5417ce7e80b1e4e18aa7c5f8ede67ab50b028794a5e0040c48caa4c4bb5c7f6'
const recipient = '0x9358A525CC25aa571af0BCB5B98fBEAb045a5e36'
const thief = '0x52908400098527886E0F7030069857D2E4169EE7'

/** What the journal says of a transfer, and no answer may change. */
const recordOf = ({
  id,
  amount,
  currency,
  recipientAddress,
  senderAddress,
  reference,
  host,
}: StoredTransfer) => ({
  id,
  amount,
  currency,
  recipientAddress,
  senderAddress,
  reference,
  host,
})

test('no answer changes amount, recipient or reference on record, or brings a state that does not follow', async () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const journal = openJournalHere()
  const { log } = makeLog()
  const clock = movableClock()
  const { client } = makeTestClient(server.baseUrl)
  onTestFinished(() => client.close())
  const seen: StoredTransfer['state'][] = []
  const runner = createTransferRunner({
    journal,
    clock,
    log,
    report: (error) => reportError(error, log, 'transfers'),
    onChange: () => undefined,
  })
  const desk = {
    client,
    signal: new AbortController().signal,
    readServiceKeys: () => Promise.resolve({ organizationKey: 'organization-1', apiKey: 'api-key-1' }),
    confirmAndSign: ({ msgHash }: StoredTransfer) => Promise.resolve(signMsgHash(msgHash ?? '', starkKey)),
  }

  for (let round = 0; round < soakRounds(40); round += 1) {
    const reference = `hostile-${randomUUID()}`
    const told = (): object => ({
      client_reference_id: pick([reference, reference, reference, 'another', 'x'.repeat(300)]),
      amount: pick(['1', '1.000000', '2', '1e0', '0', '-1', '99999999999999999999', 'x'.repeat(9_000)]),
      currency: pick(['usdc', 'usdc', 'eth', 'u'.repeat(5_000)]),
      from_address: pick([walletAddress, walletAddress.toLowerCase(), thief]),
      destination_address: pick([recipient, recipient.toLowerCase(), thief, `${recipient}00`]),
      status: pick(['success', 'success', 'pending', 'failed', 'SUCCESS', 's'.repeat(64), 's'.repeat(65)]),
      created_at: pick(['2023-07-18T07:27:03.147433Z', 'yesterday', '9999-12-31T23:59:59Z']),
      updated_at: pick([
        '2023-07-18T07:27:09.999999Z',
        '1970-01-01T00:00:00Z',
        `2023-07-18T07:27:09.${'9'.repeat(9_000)}Z`,
      ]),
    })
    server.play(({ path }) => {
      const endpoint = endpointAt(path)
      if (endpoint.startsWith('auth.')) {
        const answer = honestAnswer(endpoint)
        return endpoint === 'auth.nonce' ? { json: answer } : { text: honestText(endpoint) }
      }
      if (random() < 0.3) {
        const {
          status = 200,
          body,
          headers = {},
        } = shapes[pick(shapeNames)]?.(endpoint) ?? { body: Buffer.alloc(0) }
        return { status, bytes: body, headers }
      }
      const isInitiate = endpoint === 'transfers.initiate'
      const toSign = {
        msg_hash: `0x${pick(['1', 'f'.repeat(64), 'f'.repeat(65), (round + 1).toString(16)])}`,
        nonce: pick([1, round, -1, 1e99]),
      }
      return {
        json: {
          status: pick(['success', 'success', 'success', 'error']),
          message: pick(['', 'Transfer does not exist']),
          payload: isInitiate ? toSign : told(),
        },
      }
    })
    const intent = await journal.createTransfer(
      {
        id: randomUUID(),
        accountId: randomUUID(),
        networkKind: 'practice',
        baseUrl: null,
        networkKey: 'practice',
        host: new URL(server.baseUrl).host,
        senderAddress: walletAddress,
        recipientAddress: recipient,
        amount: '1',
        currency: 'usdc',
        reference,
        createdAtMs: clock.now(),
      },
      '',
    )
    const before = recordOf(intent)
    let state = intent.state
    const steps = [
      () => runner.proceed(desk, intent.id, () => Promise.resolve()),
      () => runner.lookUp(desk, intent.id),
      () => runner.lookUp(desk, intent.id),
    ]
    for (const step of steps) {
      await step().catch(() => undefined)
      const now = await journal.getStoredTransfer(intent.id)
      if (now === null) throw new Error('the transfer is gone')
      expect(recordOf(now), `seed ${seed}, round ${round}`).toEqual(before)
      if (now.state !== state) seen.push(now.state)
      state = now.state
      if (state === 'succeeded') {
        const { amount, destinationAddress, fromAddress, status } = now.told ?? {}
        expect({
          amount: Number(amount),
          to: destinationAddress?.toLowerCase(),
          from: fromAddress?.toLowerCase(),
          status,
        }).toEqual({
          amount: 1,
          to: recipient.toLowerCase(),
          from: walletAddress.toLowerCase(),
          status: 'success',
        })
      }
    }
  }
  for (const state of seen) expect([...Object.keys(enteredFrom), 'intended']).toContain(state)
  process.stdout.write(`seed ${seed}: states ${[...new Set(seen)].join(', ')}\n`)
})
