// Transfers of the store's tests, the ways that they can go, and how they are after each write.
import type { TransferState } from '../../../src-preload/contract/transfers.ts'
import type {
  StepFailure,
  StoredTransfer,
  TransferChange,
  TransferIntent,
  TransferStep,
} from '../../../src-main/store/api/transfer-rows.ts'

export const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
export const recipientAddress = '0xde709f2102306220921060314715629080e2fb77'
export const network = 'practice'

export function sampleIntent(number: number, changes: Partial<TransferIntent> = {}): TransferIntent {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    accountId: 'a',
    networkKind: 'practice',
    baseUrl: null,
    networkKey: network,
    host: 'localhost:8080',
    senderAddress: sender,
    recipientAddress,
    amount: '12.000001',
    currency: 'usdc',
    reference: `ref-${number}`,
    createdAtMs: number * 1000,
    ...changes,
  }
}

/** What the service tells of a transfer that is done as it was meant. */
export function sampleTold(number: number, status = 'success'): NonNullable<StoredTransfer['told']> {
  return {
    reference: `ref-${number}`,
    amount: '12.000001',
    currency: 'usdc',
    fromAddress: sender.toLowerCase(),
    destinationAddress: recipientAddress,
    status,
    createdAtMs: number * 1000 + 100,
    updatedAtMs: number * 1000 + 200,
    asOfMs: number * 1000 + 300,
  }
}

export function sampleFailure(step: StepFailure['step'], isRefusal: boolean): StepFailure {
  const data = {
    endpoint: `transfers.${step}`,
    status: 400,
    message: 'no ‘é’ "x"',
    retried: false,
    reason: null,
  }
  return { step, error: { code: 'rejectedByExchange', data, ref: null }, isRefusal, atMs: 77 }
}

export const toSign = (number: number) => ({
  msgHash: `0x0${(number + 1).toString(16)}aB`,
  nonce: 797_982_000 + number,
})
export const signature = { r: '0x1a', s: '0x2b' }
export const noLookUps = { count: 0, lastAtMs: null, wasKnown: null, lastError: null }

export interface Write {
  readonly to: TransferState
  readonly change: TransferChange
}

/** Ways that a transfer can go after it was intended; each state is in one of them. */
export function wayOf(number: number): Write[] {
  const initiating: Write = { to: 'initiating', change: {} }
  const initiated: Write = { to: 'initiated', change: { ...toSign(number), failure: null } }
  const signed: Write = { to: 'signed', change: { signature } }
  const processing: Write = { to: 'processing', change: {} }
  const succeeded: Write = { to: 'succeeded', change: { told: sampleTold(number), differences: [] } }
  const differs: Write = {
    to: 'differs',
    change: {
      told: { ...sampleTold(number), amount: '13', currency: 'eth' },
      differences: ['amount', 'currency'],
    },
  }
  const noted = (to: TransferState, step: StepFailure['step'], isRefusal: boolean): Write => ({
    to,
    change: { failure: sampleFailure(step, isRefusal) },
  })
  const lookedUp: Write = {
    to: 'refused',
    change: { lookUps: { count: 1, lastAtMs: 5, wasKnown: false, lastError: null }, differences: [] },
  }
  const methodAccess: Write[][] = [
    [initiating, initiated, signed, processing, succeeded],
    [initiating, initiated, signed, processing, noted('processing', 'process', true), lookedUp],
    [initiating, noted('initiating', 'initiate', false), { to: 'abandoned', change: {} }],
    [initiating, initiated, signed, processing, noted('processing', 'process', false), succeeded, differs],
    [initiating, noted('refused', 'initiate', true)],
    [initiating, initiated, { to: 'abandoned', change: {} }],
    [initiating, initiated, signed, differs],
    [{ to: 'abandoned', change: {} }],
  ]
  return methodAccess[number % methodAccess.length] ?? []
}

/** When a write of a way is made. */
export const timeOf = (number: number, write: number): number => number * 1000 + write

/** A transfer and its steps after so many writes of its way. */
export function afterWrites(
  number: number,
  writes: number,
): { readonly transfer: StoredTransfer; readonly steps: TransferStep[] } {
  const intent = sampleIntent(number)
  const steps: TransferStep[] = [{ state: 'intended', atMs: intent.createdAtMs }]
  let transfer: StoredTransfer = {
    ...intent,
    note: `note ${number}`,
    state: 'intended',
    updatedAtMs: intent.createdAtMs,
    msgHash: null,
    nonce: null,
    signature: null,
    failure: null,
    told: null,
    differences: [],
    lookUps: noLookUps,
  }
  for (const [at, { to, change }] of wayOf(number).slice(0, writes).entries()) {
    const atMs = timeOf(number, at + 1)
    if (to !== transfer.state) steps.push({ state: to, atMs })
    transfer = { ...transfer, ...change, state: to, updatedAtMs: atMs }
  }
  return { transfer, steps }
}
