// A runner with a real journal and a real client, for tests that look at what a failing call leaves behind.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { HttpLimits } from '../../../src-main/exchange/http.ts'
import { reportError } from '../../../src-main/ipc/register.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { createTransferRunner, type TransferContext } from '../../../src-main/transfers/runner.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import { makeTestClient, movableClock, type TestClient } from '../../fixtures/test-client.ts'
import type { FaultyExchange } from '../faults/faulty-exchange.ts'
import { tightLimits } from '../faults/named-faults.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { makeLog } from '../world.ts'

export interface RunnerWorld {
  readonly journal: Journal
  readonly client: TestClient['client']
  readonly runner: ReturnType<typeof createTransferRunner>
  readonly desk: TransferContext
  readonly report: (error: unknown) => ErrorReport
  /** As runner.proceed, with nothing that forbids it. */
  readonly proceed: (id: string, desk?: TransferContext) => Promise<StoredTransfer>
  /** Told to the service, and the person says no. */
  readonly initiate: (id: string, desk?: TransferContext) => Promise<StoredTransfer>
  /** Writes an intent of Alice's to send Bob one USDC. */
  readonly intend: (changes?: Partial<StoredTransfer>) => Promise<StoredTransfer>
}

export interface RunnerWorldOptions {
  readonly baseUrl: string
  /** Calls that give up soon; all others have the time that a busy machine needs. */
  readonly impatient?: readonly (keyof TransferContext['client'])[]
}

/** Signed in, with a journal of its own; all of it ends with the test. */
export async function makeRunner(world: FaultyExchange, options: RunnerWorldOptions): Promise<RunnerWorld> {
  const [alice, bob] = [world.user(0), world.user(1)]
  const { log } = makeLog()
  const journal = openJournalHere()
  const clock = movableClock()
  const connect = async (limits: Partial<HttpLimits>) => {
    const { client } = makeTestClient(options.baseUrl, { privateKey: alice.ethereumPrivateKey, limits })
    onTestFinished(() => client.close())
    await client.signIn()
    return client
  }
  const client = await connect({})
  const { impatient = [] } = options
  const hasty = impatient.length === 0 ? client : await connect({ connectMs: 1_200, ...tightLimits })
  const report = (error: unknown): ErrorReport => reportError(error, log, 'transfers')
  const { organizationKey, apiKey } = alice
  const runner = createTransferRunner({ journal, clock, log, report, onChange: () => undefined })
  const clientOf = (name: keyof TransferContext['client']) => (impatient.includes(name) ? hasty : client)
  const desk: TransferContext = {
    client: {
      initiateTransfer: (...args) => clientOf('initiateTransfer').initiateTransfer(...args),
      processTransfer: (...args) => clientOf('processTransfer').processTransfer(...args),
      getTransfer: (...args) => clientOf('getTransfer').getTransfer(...args),
    },
    signal: new AbortController().signal,
    readServiceKeys: () => Promise.resolve({ organizationKey, apiKey }),
    confirmAndSign: ({ msgHash }) => Promise.resolve(signMsgHash(msgHash ?? '', alice.starkPrivateKey)),
  }
  const proceed = (id: string, from = desk): Promise<StoredTransfer> =>
    runner.proceed(from, id, () => Promise.resolve())
  return {
    journal,
    client,
    report,
    runner,
    desk,
    proceed,
    initiate: async (id, from = desk) => {
      const confirmAndSign = () => Promise.reject(new AppError('userDeclined'))
      try {
        return await proceed(id, { ...from, confirmAndSign })
      } catch (error) {
        const declined = isAppError(error, 'userDeclined') ? await journal.getStoredTransfer(id) : null
        if (declined === null) throw error
        return declined
      }
    },
    intend: (changes = {}) =>
      journal.createTransfer(
        {
          id: randomUUID(),
          accountId: randomUUID(),
          networkKind: 'practice',
          baseUrl: null,
          networkKey: 'practice',
          host: new URL(options.baseUrl).host,
          senderAddress: alice.ethereumAddress,
          recipientAddress: bob.ethereumAddress,
          amount: '1',
          currency: 'usdc',
          reference: `run-${randomUUID()}`,
          createdAtMs: clock.now(),
          ...changes,
        },
        '',
      ),
  }
}
