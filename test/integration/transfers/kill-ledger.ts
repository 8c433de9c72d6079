// What the practice exchange has done with the money, read in three ways, and holding what the app says against it.
import { expect } from 'vitest'
import type { SentTransfer, TransferOffer, TransferState } from '../../../src-preload/contract/transfers.ts'
import { loadState, type StoredTransfer } from '../../../src-main/practice/state-file.ts'
import { makeTestClient } from '../../fixtures/test-client.ts'
import type { FaultProxy } from '../../fixtures/fault-proxy.ts'
import { receiver, sender } from './kill-life.ts'
import { initiatePath, processPath } from './kill-run.ts'

/** What is safe in each state, by what it means: written down here a second time, on purpose. */
export const safe: Readonly<Record<TransferState, readonly TransferOffer[]>> = {
  intended: ['proceed', 'abandon'],
  initiating: ['lookUp', 'abandon'],
  initiated: ['proceed', 'lookUp', 'abandon'],
  signed: ['proceed', 'lookUp'],
  processing: ['lookUp'],
  succeeded: ['lookUp', 'again'],
  refused: ['lookUp', 'again'],
  abandoned: ['again'],
  differs: ['lookUp'],
}

/** The exchange's own ledger, as it lies on its disk. */
export const readLedger = (stateFile: string): readonly StoredTransfer[] =>
  loadState(stateFile)?.transfers ?? []

function toMicro(text = '0'): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.slice(0, 6).padEnd(6, '0'))
}

/** Alice's and Bob's USDC in 10^-6, by the exchange's figures of what came and went. */
export async function readBalances(exchangeUrl: string): Promise<bigint[]> {
  return Promise.all(
    [sender, receiver].map(async ({ ethereumPrivateKey }) => {
      const { client } = makeTestClient(exchangeUrl, { privateKey: ethereumPrivateKey })
      const entry = (await client.getPnl()).rows.find(({ currency }) => currency === 'usdc')
      client.close()
      return toMicro(entry?.totalCredit) - toMicro(entry?.totalDebit)
    }),
  )
}

/** Bob has received each of them, once he looks. */
export async function expectReceived(exchangeUrl: string, moved: readonly StoredTransfer[]): Promise<void> {
  const { client } = makeTestClient(exchangeUrl, { privateKey: receiver.ethereumPrivateKey })
  for (const { reference, microUsdc } of moved) {
    const found = await client.getTransfer(reference)
    expect(found).toMatchObject({ isKnown: true, transfer: { reference, status: 'success' } })
    if (found.isKnown) expect(toMicro(found.transfer.amount)).toBe(BigInt(microUsdc))
  }
  client.close()
}

/** Whether the money of a transfer has moved. */
export const isMoved = (stateFile: string, { reference }: Pick<SentTransfer, 'reference'>): boolean =>
  readLedger(stateFile).some((line) => line.reference === reference && line.processedMs !== null)

/** Holds what the app says of a transfer against the ledger: it may know less, and never claims more. */
export function expectTrue(stateFile: string, transfer: SentTransfer): void {
  const lines = readLedger(stateFile).filter(({ reference }) => reference === transfer.reference)
  expect(lines.length).toBeLessThanOrEqual(1)
  expect(transfer.state).not.toBe('differs')
  if (transfer.state === 'succeeded') {
    expect(lines[0]).toMatchObject({
      sender: sender.ethereumAddress,
      receiver: receiver.ethereumAddress,
      microUsdc: String(toMicro(transfer.amount)),
      nonce: transfer.nonce,
      msgHash: transfer.msgHash,
    })
    expect(isMoved(stateFile, transfer)).toBe(true)
  } else if (transfer.state !== 'processing') expect(isMoved(stateFile, transfer)).toBe(false)
  if (!transfer.isBusy) expect(transfer.offers).toEqual(safe[transfer.state])
}

/** The transfer calls that move something, in the order of their arrival, whether or not the exchange got to see them. */
export const movingCalls = (proxy: FaultProxy) =>
  proxy.requests.filter(({ path }) => path === initiatePath || path === processPath)

/** How often each call of a transfer was made, in all lives. */
export function countCalls(proxy: FaultProxy, { reference, nonce }: SentTransfer) {
  const count = (wanted: string, field: string, value: unknown): number =>
    movingCalls(proxy).filter(({ path, bodyText }) => {
      const body = JSON.parse(bodyText) as Readonly<Record<string, unknown>>
      return path === wanted && body[field] === value
    }).length
  return {
    initiate: count(initiatePath, 'client_reference_id', reference),
    process: count(processPath, 'nonce', nonce),
  }
}
