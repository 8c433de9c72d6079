// By random histories that each transfer is there once, in the newest state that the service has told.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTransferHistory } from '../../../../../src-main/transfers/history/history-queries.ts'
import { createTransferRunner, type TransferContext } from '../../../../../src-main/transfers/runner.ts'
import type { Transfer } from '../../../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { sampleIntent, sampleTold, signature, toSign } from '../../../../unit/store/sample-transfers.ts'
import { seed } from '../../../store/support.ts'
import { account, inUse, makeLog, makeSession } from '../../../world.ts'
import { checkHistories } from './histories.ts'
import { openJournalHere } from '../../../../fixtures/journal-here.ts'

const network = 'https://exchange.example'
const everything = { states: [], text: '', fromMs: null, toMs: null }
const place = fc.nat(2)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('send', 'receive', 'done', 'done', 'lookUp', 'lookUp', 'find', 'find'),
      at: place,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lag', 'lag', 'cut', 'unknown'), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sound'), at: place }) },
)
const refuse = (): Promise<never> => Promise.reject(new AppError('userDeclined'))

it(
  `transfers: each once, as it was told last (seed ${String(seed)})`,
  { timeout: soakRounds(60_000) },
  async () => {
    const journal = openJournalHere()
    const clock = movableClock(1_000_000_000)
    const real = makeSession('http://127.0.0.1:9', clock)
    let histories = 0
    let reads = 0

    await checkHistories(
      'transfers',
      fc.array(step, { minLength: 4, maxLength: 25, size: 'max' }),
      async (steps) => {
        histories += 1
        const ownAddress = `0x${String(histories).padStart(40, '0')}`
        /** All versions that the service has had of each, oldest first. */
        const served = new Map<string, Transfer[]>()
        const references: { reference: string; id: string | null }[] = []
        let mode = 'sound'
        const getTransfer: TransferContext['client']['getTransfer'] = (reference) => {
          reads += 1
          const versions = served.get(reference)
          if (mode === 'cut') return Promise.reject(new AppError('network', { endpoint: 'transfers.get' }))
          const version = mode === 'lag' ? versions?.[0] : versions?.at(-1)
          if (version === undefined || mode === 'unknown') return Promise.resolve({ isKnown: false })
          return Promise.resolve({ isKnown: true, transfer: version })
        }
        const session = {
          ...real,
          account: { ...account, ethereumAddress: ownAddress },
          network,
          client: { ...real.client, getTransfer },
        }
        const desk: TransferContext = {
          client: { getTransfer, initiateTransfer: refuse, processTransfer: refuse },
          signal: session.signal,
          readServiceKeys: refuse,
          confirmAndSign: refuse,
        }
        const runner = createTransferRunner({
          journal,
          clock,
          log: makeLog().log,
          report: () => ({ code: 'network', data: {}, ref: null }),
          onChange: () => undefined,
        })
        const history = createTransferHistory({
          journal,
          clock,
          current: inUse(session),
          listFound: () => journal.listFoundTransfers(network, ownAddress),
          listError: () => null,
          isBusy: () => false,
          onFound: () => undefined,
        })
        const told = (number: number, from: string, status: string, updatedAtMs: number): Transfer => {
          return { ...sampleTold(number, status), fromAddress: from, updatedAtMs }
        }

        async function send(isOwn: boolean): Promise<void> {
          const number = histories * 100 + references.length
          const intent = sampleIntent(number, { networkKey: network, senderAddress: ownAddress })
          const { reference, id } = intent
          served.set(reference, [
            told(number, isOwn ? ownAddress : sampleTold(1).fromAddress, 'pending', number * 1_000 + 100),
          ])
          references.push({ reference, id: isOwn ? id : null })
          if (!isOwn) return
          await journal.createTransfer(intent, '')
          await journal.moveTransfer(id, ['intended'], 'initiating', {}, 1)
          await journal.moveTransfer(id, ['initiating'], 'initiated', toSign(number), 2)
          await journal.moveTransfer(id, ['initiated'], 'signed', { signature }, 3)
          await journal.moveTransfer(id, ['signed'], 'processing', {}, 4)
        }

        async function play({ kind, at }: { kind: string; at: number }): Promise<void> {
          const one = references[at]
          clock.moveTo(clock.now() + 1_000)
          if (kind === 'send' || kind === 'receive') await send(kind === 'send')
          else if (kind === 'done') {
            const versions = served.get(one?.reference ?? '')
            const last = versions?.at(-1)
            if (last?.status === 'pending') {
              versions?.push({ ...last, status: 'success', updatedAtMs: last.updatedAtMs + 100 })
            }
          } else if (kind === 'lookUp') {
            if (typeof one?.id === 'string') await runner.lookUp(desk, one.id)
          } else if (kind === 'find') {
            if (one !== undefined) await history.find({ reference: one.reference }).catch(() => undefined)
          } else mode = kind
          await expectHonest()
        }

        /** Nothing is claimed done that is not, nothing is there twice, and no state is followed by an older one. */
        const newest = new Map<string, number>()
        async function expectHonest(): Promise<void> {
          const entries = await history.readHistory(everything)
          const seen = entries.map(({ transfer, kind }) =>
            kind === 'journal' ? transfer.reference : transfer.told.reference,
          )
          expect(new Set(seen).size).toBe(seen.length)
          for (const entry of entries) {
            const { told: last } = entry.transfer
            if (last === null) continue
            expect(last.updatedAtMs).toBeGreaterThanOrEqual(newest.get(last.reference) ?? 0)
            newest.set(last.reference, last.updatedAtMs)
            const isDone = served.get(last.reference)?.at(-1)?.status === 'success'
            if (entry.kind === 'journal' && entry.transfer.state === 'succeeded') expect(isDone).toBe(true)
          }
        }

        await send(true)
        await send(false)
        for (const one of steps) await play(one)
        mode = 'sound'
        for (const { reference, id } of references) {
          if (id === null) await history.find({ reference })
          else await runner.lookUp(desk, id)
        }
        await expectHonest()
        const entries = await history.readHistory(everything)
        expect(entries.length).toBe(references.length)
        for (const { transfer } of entries) {
          const last = served.get(transfer.told?.reference ?? '')?.at(-1)
          expect(transfer.told).toMatchObject({ status: last?.status, updatedAtMs: last?.updatedAtMs })
        }
      },
    )
    expect(reads).toBeGreaterThan(0)
  },
)
