// Proof of which limits hold when, and which amount they let through.
import { parseExact, zero } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { describe, expect, test } from 'vitest'
import { limitWaitMs } from '../../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import {
  requestLimits,
  checkLimits,
  limitsAt,
  noLimits,
} from '../../../../src-main/transfers/limits/limits.ts'
import type { StoredLimits } from '../../../../src-main/store/api/transfer-rows.ts'

const nowMs = 1_000_000
const both = { perTransfer: '100', perDay: '500' }
const kept: StoredLimits = { now: both, next: null }

describe('limits that are asked for', () => {
  test('hold at once where there were none', () => {
    expect(requestLimits(noLimits, both, nowMs)).toEqual(kept)
  })

  test('hold at once where they are lower', () => {
    const lower = { perTransfer: '99.999999', perDay: '1' }
    expect(requestLimits(kept, lower, nowMs)).toEqual({ now: lower, next: null })
  })

  test('hold after a day where they are higher, or none at all', () => {
    for (const asked of [
      { perTransfer: '100.000001', perDay: '500' },
      { perTransfer: null, perDay: null },
    ]) {
      const waiting = requestLimits(kept, asked, nowMs)
      expect(waiting).toEqual({ now: both, next: { limits: asked, fromMs: nowMs + limitWaitMs } })
      expect(limitsAt(waiting, nowMs + limitWaitMs - 1).now).toEqual(both)
      expect(limitsAt(waiting, nowMs + limitWaitMs)).toEqual({ now: asked, next: null })
    }
  })

  test('hold each for itself: the lower one at once, the higher one after a day', () => {
    const asked = { perTransfer: '50', perDay: '1000' }
    const waiting = requestLimits(kept, asked, nowMs)
    expect(waiting.now).toEqual({ perTransfer: '50', perDay: '500' })
    expect(limitsAt(waiting, nowMs + limitWaitMs).now).toEqual(asked)
  })

  test('wait a whole day again where higher ones are asked for while some wait', () => {
    const first = requestLimits(kept, { perTransfer: '200', perDay: '500' }, nowMs)
    const second = requestLimits(first, { perTransfer: '300', perDay: '500' }, nowMs + limitWaitMs - 1)
    expect(second.now).toEqual(both)
    expect(limitsAt(second, nowMs + limitWaitMs).now).toEqual(both)
    expect(second.next?.fromMs).toBe(nowMs + 2 * limitWaitMs - 1)
  })

  test('are taken back by asking for those that hold, however they are written', () => {
    const waiting = requestLimits(kept, { perTransfer: null, perDay: null }, nowMs)
    const back = requestLimits(waiting, { perTransfer: '100.00', perDay: '500' }, nowMs + 1)
    expect(back.next).toBeNull()
  })

  test('wait longer, and never shorter, where the clock is set back', () => {
    const waiting = requestLimits(kept, { perTransfer: null, perDay: null }, nowMs)
    expect(limitsAt(waiting, nowMs - limitWaitMs)).toEqual(waiting)
  })
})

describe('an amount', () => {
  const refusal = (data: object) => new AppError('validation', { field: 'amount', ...data })

  test('may be as high as the limits, and not a millionth higher', () => {
    checkLimits(both, '100', parseExact('400'))
    expect(() => checkLimits(both, '100.000001', zero)).toThrow(
      refusal({ reason: 'overTransferLimit', limit: '100' }),
    )
    expect(() => checkLimits(both, '100', parseExact('400.000001'))).toThrow(
      expect.objectContaining({
        data: { field: 'amount', reason: 'overDayLimit', limit: '500', left: '99.999999' },
      }),
    )
  })

  test('finds nothing left, and not less than nothing, where more was sent than is allowed by now', () => {
    expect(() => checkLimits(both, '1', parseExact('501'))).toThrow(
      expect.objectContaining({ data: { field: 'amount', reason: 'overDayLimit', limit: '500', left: '0' } }),
    )
  })

  test('of any size passes where there are no limits', () => {
    checkLimits(noLimits.now, '999999999999', parseExact('999999999999'))
  })
})
