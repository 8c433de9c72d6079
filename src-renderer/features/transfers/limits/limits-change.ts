// Parses typed limits and predicts the effect of a change, without floats. Main decides by the same rule
// (transfers/limits.ts). Pure.
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { LimitsState, TransferLimits } from '../../../../src-preload/contract/transfers.ts'
import { describeAmountFault } from '../wizard/amount-text.ts'
import { readAmount } from '../wizard/amount.ts'

export const limitFields = ['perTransfer', 'perDay'] as const
export type LimitField = (typeof limitFields)[number]

export const limitNames: Readonly<Record<LimitField, string>> = {
  perTransfer: 'Per transfer',
  perDay: 'Per 24 hours',
}

export type LimitTexts = Readonly<Record<LimitField, string>>

export type LimitReading =
  | { readonly ok: true; readonly limits: TransferLimits }
  | { readonly ok: false; readonly faults: Readonly<Partial<Record<LimitField, string>>> }

/** Empty fields are no limit. */
export function readLimits(texts: LimitTexts): LimitReading {
  const limits: TransferLimits = { perTransfer: null, perDay: null }
  const faults: Partial<Record<LimitField, string>> = {}
  for (const field of limitFields) {
    if (texts[field].trim() === '') continue
    const reading = readAmount(texts[field])
    if (reading.ok) limits[field] = reading.amount
    else if (reading.fault.reason === 'zero') faults[field] = zeroWords
    else faults[field] = describeAmountFault(reading.fault)
  }
  return Object.keys(faults).length === 0 ? { ok: true, limits } : { ok: false, faults }
}

const zeroWords = 'Enter a limit above zero, or leave the field empty for no limit.'

/** Positive when `asked` is higher. No limit is highest. */
function compare(now: string | null, asked: string | null): number {
  if (now === null || asked === null) return Number(asked === null) - Number(now === null)
  return compareDecimals(asked, now)
}

export type LimitChange = 'same' | 'lower' | 'higher'

/** Change of each limit relative to the one in force. */
export function changesOf(now: TransferLimits, asked: TransferLimits): Record<LimitField, LimitChange> {
  const changeOf = (field: LimitField): LimitChange => {
    const sign = compare(now[field], asked[field])
    return sign === 0 ? 'same' : sign < 0 ? 'lower' : 'higher'
  }
  return { perTransfer: changeOf('perTransfer'), perDay: changeOf('perDay') }
}

export function isSameLimits(one: TransferLimits, other: TransferLimits): boolean {
  return Object.values(changesOf(one, other)).every((change) => change === 'same')
}

/** Initial field values: the pending limits, or else those in force. */
export function textsOf({ now, next }: LimitsState): Record<LimitField, string> {
  const limits = next?.limits ?? now
  return { perTransfer: limits.perTransfer ?? '', perDay: limits.perDay ?? '' }
}
