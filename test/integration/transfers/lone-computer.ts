// One computer with its journal before the practice exchange, whose line fails as a test says.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TransferServices } from '../../../src-main/transfers/open-transfers.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { SentTransfer } from '../../../src-preload/contract/transfers.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'
import { makeEvents } from '../world.ts'
import { openComputer, type PersonSays } from './model-computer.ts'
import { type CallKind, type LineFault, openModelExchange, type SentCall } from './model-exchange.ts'
import { settle } from './model-world.ts'

export type CreateInput = Parameters<TransferServices['create']>[0]

export type LoneComputer = ReturnType<typeof makeComputer>

/** Alice's account is in use, Bob's is there too. Gone after the test. */
export function makeComputer() {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-transfers-'))
  const clock = movableClock(startMs)
  const exchange = openModelExchange(clock)
  const told = makeEvents()
  const sent: CallKind[] = []
  /** What the test changes: faults of calls, what the person says, and what is done right when a call goes out. */
  const now = {
    faults: {} as Partial<Record<CallKind, LineFault>>,
    person: 'approve' as PersonSays,
    isLeftByCrash: false,
    onCall: (_call: SentCall): void => undefined,
  }
  const computer = openComputer({
    exchange,
    clock,
    file: join(folder, 'journal.sqlite'),
    emit: told.emit,
    ask: () => now.person,
    line: {
      onCall: (call) => {
        sent.push(call.kind)
        now.onCall(call)
      },
      faultOf: (kind) => now.faults[kind] ?? null,
      leave: () => {
        now.faults = {}
        if (now.isLeftByCrash) computer.crash()
        else computer.use(1 - computer.active)
      },
    },
  })
  onTestFinished(() => {
    computer.close()
    rmSync(folder, { recursive: true })
  })

  const intend = (changes: Partial<CreateInput> = {}): Promise<SentTransfer> =>
    computer.services.create({
      recipientAddress: exchange.user(1 - computer.active).ethereumAddress,
      source: 'typed',
      amount: '10',
      reference: null,
      note: '',
      acknowledged: ['firstTime'],
      ...changes,
    })

  /** Told to the service: what is to be signed is there, and the person has said no to it. */
  async function proceedToQuestion(id: string): Promise<SentTransfer> {
    const said = now.person
    now.person = 'decline'
    try {
      return await computer.services.proceed({ id })
    } catch (error) {
      if (!isAppError(error, 'userDeclined')) throw error
      return await computer.services.get({ id })
    } finally {
      now.person = said
    }
  }

  return {
    clock,
    exchange,
    computer,
    told,
    now,
    /** Calls about transfers that went out. */
    sent,
    countOf: (kind: CallKind): number => sent.filter((one) => one === kind).length,
    settle: () => settle(exchange.isBusy),
    intend,

    initiate: async (changes: Partial<CreateInput> = {}): Promise<SentTransfer> => {
      const { id } = await intend(changes)
      return proceedToQuestion(id)
    },
    proceedToQuestion,

    /** How the journal has a transfer, whoever is in use. */
    read: (id: string) => {
      const found = [...computer.journal(0), ...computer.journal(1)].find((one) => one.id === id)
      if (found === undefined) throw new Error('not in the journal')
      return found
    },
  }
}
