// Drives a transfer from its state to its end. Each step is journaled before it starts, and each call is made once.
// Starts only when the user asks, signs only after the user's yes, and trusts only the journal and the exchange's record.
import { createMutex } from '../async/mutex.ts'
import type { Transfer } from '../../src-preload/contract/orders/entities.ts'
import type { TransferState } from '../../src-preload/contract/transfers.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { ExchangeClient } from '../exchange/client.ts'
import { isRefusal } from '../exchange/money-outcome.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import type { Log } from '../diagnostics/log.ts'
import type { StarkSignature } from '../signing/stark.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredTransfer, TransferChange } from '../store/api/transfer-rows.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { enteredFrom, findDifferences, interpretRecord, offersFor } from './transfer-machine.ts'

/** The account of a transfer, as far as a step needs it; canceled when another account is chosen. */
export interface TransferContext {
  readonly client: Pick<ExchangeClient, 'initiateTransfer' | 'processTransfer' | 'getTransfer'>
  readonly signal: AbortSignal
  /** Errors: those of the secret store; notFound if no keys are stored. */
  readonly readServiceKeys: () => Promise<ServiceKeys>
  /** Asks the user in the secure window and signs. Errors: userDeclined, keyMismatch, those of the secret store. */
  readonly confirmAndSign: (transfer: StoredTransfer) => Promise<StarkSignature>
}

export interface RunnerOptions {
  readonly journal: Pick<Journal, 'moveTransfer' | 'noteTransfer' | 'getStoredTransfer'>
  readonly clock: Clock
  readonly log: Log
  /** Converts a failure into a form that may be stored and shown. */
  readonly report: (error: unknown) => ErrorReport
  readonly onChange: (id: string) => void
}

const turn = { urgency: 'asked', lane: 'transfers' } as const

function notIn(state: TransferState): AppError {
  return new AppError('validation', { field: 'transfer', reason: 'notInState', state })
}

export type TransferRunner = ReturnType<typeof createTransferRunner>

export function createTransferRunner({ journal, clock, log, report, onChange }: RunnerOptions) {
  /** Transfers with a step in flight. Blocks a second click; a second process is blocked by the journal. */
  const busy = new Set<string>()
  /** Sequential: limits must count everything signed before the next transfer is checked. */
  const runExclusive = createMutex()

  async function move(id: string, to: Exclude<TransferState, 'intended'>, change: TransferChange = {}) {
    const moved = await journal.moveTransfer(id, enteredFrom[to], to, change, clock.now())
    if (moved !== null) {
      log.info('transfers', to, { transfer: id })
      onChange(id)
    }
    return moved
  }

  /** Moves to the next state, or fails if the journal shows that it was already left. */
  async function enter(id: string, to: Exclude<TransferState, 'intended'>, change: TransferChange = {}) {
    const moved = await move(id, to, change)
    if (moved === null) throw notIn(to)
    return moved
  }

  async function require(id: string): Promise<StoredTransfer> {
    const transfer = await journal.getStoredTransfer(id)
    if (transfer === null) throw new AppError('notFound', { what: 'transfer' })
    return transfer
  }

  /** Runs one step per transfer at a time. Outcomes are journaled; only errors before the step began are thrown. */
  async function alone(id: string, work: () => Promise<void>): Promise<StoredTransfer> {
    if (busy.has(id)) throw new AppError('validation', { field: 'transfer', reason: 'busy' })
    busy.add(id)
    try {
      onChange(id)
      await work()
    } finally {
      busy.delete(id)
      onChange(id)
    }
    return require(id)
  }

  function describeFailure(transfer: StoredTransfer, step: 'initiate' | 'process', error: unknown) {
    const failure = { step, error: report(error), isRefusal: isRefusal(error), atMs: clock.now() }
    log.fault('transfers', step, error, { transfer: transfer.id })
    return failure
  }

  /** Stores the exchange's record of a transfer; null if it does not know the reference. */
  async function takeIn(id: string, told: Transfer | null, isLookUp: boolean): Promise<void> {
    const transfer = await require(id)
    const atMs = clock.now()
    const lookUps = isLookUp
      ? { count: transfer.lookUps.count + 1, lastAtMs: atMs, wasKnown: told !== null, lastError: null }
      : transfer.lookUps
    const verdict = interpretRecord(transfer, told)
    // Differences stay on record until the exchange reports the transfer as intended and completed.
    const isSame = verdict.state === transfer.state && verdict.state !== 'differs'
    // A lagging replica of the exchange reports an older state than before.
    const isOutdated = isSame && told !== null && told.updatedAtMs < (transfer.told?.updatedAtMs ?? 0)
    const isKept =
      told !== null &&
      !isOutdated &&
      (verdict.state !== 'differs' || findDifferences(transfer, told).length > 0)
    const change = { lookUps, ...(isKept ? { told: { ...told, asOfMs: atMs } } : {}) }
    if (isSame || verdict.state === 'intended') {
      await journal.noteTransfer(id, change, atMs)
      onChange(id)
      return
    }
    const moved = await move(id, verdict.state, { ...change, differences: verdict.differences })
    if (verdict.state === 'differs' && moved !== null) {
      log.fault('transfers', 'the service tells another transfer than was meant', new AppError('internal'), {
        transfer: id,
        differences: verdict.differences.join(' '),
      })
    }
  }

  async function lookUpOutcome(context: TransferContext, id: string): Promise<void> {
    const { reference, lookUps } = await require(id)
    let found
    try {
      found = await context.client.getTransfer(reference, { ...turn, signal: context.signal })
    } catch (error) {
      const atMs = clock.now()
      const count = lookUps.count + 1
      const failed = { count, lastAtMs: atMs, wasKnown: null, lastError: report(error) }
      await journal.noteTransfer(id, { lookUps: failed }, atMs)
      return
    }
    await takeIn(id, found.isKnown ? found.transfer : null, true)
  }

  async function initiateNow(context: TransferContext, id: string): Promise<void> {
    // Checked before anything is written: without keys, or after switching accounts, nothing starts.
    const keys = await context.readServiceKeys()
    context.signal.throwIfAborted()
    const transfer = await enter(id, 'initiating')
    const { reference, currency, amount, recipientAddress } = transfer
    let toSign
    try {
      const start = { ...keys, reference, currency, amount, destinationAddress: recipientAddress }
      toSign = await context.client.initiateTransfer(start, { ...turn, signal: context.signal })
    } catch (error) {
      const failure = describeFailure(transfer, 'initiate', error)
      // Nothing is signed, so a refusal is final. Without an answer the state stays.
      if (failure.isRefusal) await move(id, 'refused', { failure })
      else await journal.moveTransfer(id, ['initiating'], 'initiating', { failure }, clock.now())
      return
    }
    try {
      await enter(id, 'initiated', { ...toSign, failure: null })
    } catch (error) {
      if (!isAppError(error, 'validation')) throw error
      // The hash or nonce was already used by another transfer: signing it could send that one again.
      await move(id, 'refused', { failure: describeFailure(transfer, 'initiate', error) })
    }
  }

  async function sendNow(context: TransferContext, id: string): Promise<void> {
    const keys = await context.readServiceKeys()
    context.signal.throwIfAborted()
    const { signature, msgHash, nonce } = await enter(id, 'processing')
    if (signature === null || msgHash === null || nonce === null) {
      throw new AppError('internal', { what: 'a signed transfer without its signature', transfer: id })
    }
    let told: Transfer
    try {
      told = await context.client.processTransfer(
        { ...keys, signature, msgHash, nonce },
        { ...turn, signal: context.signal },
      )
    } catch (error) {
      const failure = describeFailure(await require(id), 'process', error)
      await journal.moveTransfer(id, ['processing'], 'processing', { failure }, clock.now())
      // A refusal alone proves nothing: a request that the transport sent twice is refused the second time.
      if (!context.signal.aborted) await lookUpOutcome(context, id)
      return
    }
    await takeIn(id, told, false)
  }

  /**
   * @param checkAllowed - throws if the transfer may not be signed. Called before the question, so that nobody confirms in
   *   vain, and after it: the user may take long while other transfers are signed
   */
  async function confirmNow(
    context: TransferContext,
    transfer: StoredTransfer,
    checkAllowed: () => Promise<void>,
  ): Promise<void> {
    await checkAllowed()
    const signature = await context.confirmAndSign(transfer)
    await runExclusive(async () => {
      await checkAllowed()
      context.signal.throwIfAborted()
      await enter(transfer.id, 'signed', { signature })
    })
    await sendNow(context, transfer.id)
  }

  return {
    isBusy: (id: string): boolean => busy.has(id),
    isAnyBusy: (): boolean => busy.size > 0,

    /**
     * Continues a transfer from its state as far as it goes: announces it, asks, signs, sends. The exchange's answers are
     * journaled, and no errors. Errors: validation { field: 'transfer', reason: 'busy' | 'notInState' }; userDeclined,
     * keyMismatch; those of the secret store and of `checkAllowed`.
     */
    proceed: (context: TransferContext, id: string, checkAllowed: () => Promise<void>) =>
      alone(id, async () => {
        const { state } = await require(id)
        if (!offersFor(state, false).includes('proceed')) throw notIn(state)
        if (state === 'intended') await initiateNow(context, id)
        const transfer = await require(id)
        switch (transfer.state) {
          case 'initiated':
            return confirmNow(context, transfer, checkAllowed)
          case 'signed':
            // The signature may be old, so the user is asked again. The same hash and key give the same one (RFC 6979).
            await checkAllowed()
            await context.confirmAndSign(transfer)
            await checkAllowed()
            return sendNow(context, id)
          default:
            // The exchange refused the announcement, or did not answer: the journal says so.
            return undefined
        }
      }),

    abandon: (id: string) =>
      alone(id, async () => {
        await enter(id, 'abandoned')
      }),

    /** Asks the exchange for the outcome; a missing answer is recorded and is no error. */
    lookUp: (context: TransferContext, id: string) => alone(id, () => lookUpOutcome(context, id)),
  }
}
