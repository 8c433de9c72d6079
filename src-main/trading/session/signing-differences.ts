// Locks signing once an order, or what was read after it, is worse than what was signed, and tells the person.
import type { SigningDifference } from '../../../src-preload/contract/trading/signing-difference.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import type { Tools } from '../../tools.ts'
import type { Alarms } from '../alarms.ts'
import type { BackgroundWork } from '../background-work.ts'
import { findDisadvantages } from './after-signature.ts'
import type { Sessions } from './sessions.ts'
import type { SigningLock } from './signing-lock.ts'

export interface SigningDifferencesOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly signingLock: SigningLock
  readonly sessions: Pick<Sessions, 'end'>
  readonly alarms: Alarms
  readonly inBackground: BackgroundWork['run']
  /** Called when signing is locked. */
  readonly onLocked: () => void
}

export function createSigningDifferences(options: SigningDifferencesOptions) {
  const { clock, log, signingLock, sessions, alarms } = options

  /** Only the first difference locks and is told, that of before a restart too: by an answer, or by what was read after it. */
  function lockSigning(accountId: string, difference: SigningDifference): void {
    if (signingLock.isLocked(accountId)) return
    log.info('trading', 'difference', { kind: difference.kind })
    sessions.end('difference')
    const tell = (): void => alarms.noteSigningLocked(accountId, difference)
    options.inBackground('lock signing', signingLock.lock(accountId, difference, tell).then(options.onLocked))
  }

  /** One alarm for one order: that signing is locked where it is worse than meant, else that it differs. */
  function noteDiffering(placed: StoredPlacedOrder, told: Order): void {
    const fields = findDisadvantages(placed, told)
    const { accountId, market } = placed
    if (fields.length === 0 || signingLock.isLocked(accountId)) alarms.noteDiffers(placed)
    else lockSigning(accountId, { kind: 'otherOrder', market, orderId: told.id, fields, atMs: clock.now() })
  }

  return { lockSigning, noteDiffering }
}
