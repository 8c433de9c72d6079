// Steps of the transfer wizard and their transitions. Pure.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type {
  LimitsState,
  RecipientCheck,
  SentTransfer,
  WarningKind,
} from '../../../../src-preload/contract/transfers.ts'
import {
  type AmountFault,
  findFundsFault,
  findLimitFault,
  findReferenceFault,
  readAmount,
  type Sendable,
} from './amount.ts'
import type { ReferenceFault } from './amount-text.ts'

/** Origin of the address in the field. */
export type RecipientSource = 'paste' | 'typed' | 'book' | 'recent'

/** The user's input, kept across steps. */
export interface Draft {
  /** Recipient's address in the field. */
  readonly recipient: string
  readonly source: RecipientSource
  readonly acknowledged: readonly WarningKind[]
  readonly amount: string
  readonly reference: string
  readonly note: string
}

/** Check of the address in the field. */
export type Look =
  | { readonly status: 'none' }
  | { readonly status: 'checking' }
  | { readonly status: 'checked'; readonly check: RecipientCheck }
  | { readonly status: 'failed'; readonly error: ErrorReport }

export type WizardState =
  | { readonly step: 'closed' }
  | { readonly step: 'recipient'; readonly draft: Draft; readonly look: Look }
  | {
      readonly step: 'amount'
      readonly draft: Draft
      readonly check: RecipientCheck
      readonly amountFault: AmountFault | null
      readonly referenceFault: ReferenceFault | null
    }
  | {
      readonly step: 'review'
      readonly draft: Draft
      readonly check: RecipientCheck
      /** Canonical decimal text. */
      readonly amount: string
      /** Why no intent could be stored. */
      readonly error: ErrorReport | null
    }
  | {
      readonly step: 'sending'
      readonly draft: Draft
      readonly check: RecipientCheck
      readonly amount: string
      /** Null until the intent is stored. */
      readonly transfer: SentTransfer | null
    }

export type WizardEvent =
  | { readonly kind: 'open'; readonly draft: Draft }
  | { readonly kind: 'recipientEntered'; readonly text: string; readonly source: RecipientSource }
  | { readonly kind: 'checkStarted' }
  | { readonly kind: 'checked'; readonly check: RecipientCheck }
  | { readonly kind: 'checkFailed'; readonly error: ErrorReport }
  | { readonly kind: 'acknowledged'; readonly warning: WarningKind; readonly isOn: boolean }
  | { readonly kind: 'entered'; readonly field: 'amount' | 'reference' | 'note'; readonly text: string }
  /** `limits` and `balance`: null until known; main checks them in any case. */
  | { readonly kind: 'goOn'; readonly limits: LimitsState | null; readonly balance: Sendable }
  | { readonly kind: 'back' }
  | { readonly kind: 'notWritten'; readonly error: ErrorReport }
  /** The intent is stored, or its transfer changed. */
  | { readonly kind: 'moved'; readonly transfer: SentTransfer }
  | { readonly kind: 'close' }

export const emptyDraft: Draft = {
  recipient: '',
  source: 'typed',
  acknowledged: [],
  amount: '',
  reference: '',
  note: '',
}

const notLooked: Look = { status: 'none' }
export const closedWizard: WizardState = { step: 'closed' }

/** Kinds of recipient warnings not acknowledged yet, without duplicates. */
export function openWarnings(check: RecipientCheck, acknowledged: readonly WarningKind[]): WarningKind[] {
  const kinds = new Set(check.warnings.map(({ kind }) => kind))
  return [...kinds].filter((kind) => !acknowledged.includes(kind))
}

/** True when the recipient was checked, has an account with the service, and every warning was acknowledged. */
export function isRecipientReady(look: Look, acknowledged: readonly WarningKind[]): boolean {
  return (
    look.status === 'checked' &&
    look.check.existence.status === 'exists' &&
    openWarnings(look.check, acknowledged).length === 0
  )
}

/** True when leaving would lose input that is not stored. */
export function hasEntries(state: WizardState): boolean {
  if (state.step === 'closed' || state.step === 'sending') return false
  const { recipient, amount, reference, note } = state.draft
  return [recipient, amount, reference, note].some((text) => text.trim() !== '')
}

/** The state after an event; the same state when the event does not apply. */
export function next(state: WizardState, event: WizardEvent): WizardState {
  if (event.kind === 'close') return closedWizard
  if (event.kind === 'open') return { step: 'recipient', draft: event.draft, look: notLooked }
  switch (state.step) {
    case 'closed':
      return state
    case 'recipient':
      return nextOfRecipient(state, event)
    case 'amount':
      return nextOfAmount(state, event)
    case 'review':
      return nextOfReview(state, event)
    case 'sending':
      if (event.kind === 'moved') return { ...state, transfer: event.transfer }
      return event.kind === 'notWritten' && state.transfer === null ? afterRefusal(state, event.error) : state
  }
}

type StepState<Step extends WizardState['step']> = Extract<WizardState, { readonly step: Step }>

function nextOfRecipient(state: StepState<'recipient'>, event: WizardEvent): WizardState {
  const { draft, look } = state
  switch (event.kind) {
    case 'recipientEntered':
      // The acknowledgement was for another address.
      return {
        ...state,
        draft: { ...draft, recipient: event.text, source: event.source, acknowledged: [] },
        look: notLooked,
      }
    case 'checkStarted':
      return { ...state, look: { status: 'checking' } }
    case 'checked': {
      const shown = new Set(event.check.warnings.map(({ kind }) => kind))
      const acknowledged = draft.acknowledged.filter((kind) => shown.has(kind))
      return { ...state, draft: { ...draft, acknowledged }, look: { status: 'checked', check: event.check } }
    }
    case 'checkFailed':
      return { ...state, look: { status: 'failed', error: event.error } }
    case 'acknowledged': {
      const others = draft.acknowledged.filter((kind) => kind !== event.warning)
      const acknowledged = event.isOn ? [...others, event.warning] : others
      return { ...state, draft: { ...draft, acknowledged } }
    }
    case 'goOn':
      return look.status === 'checked' && isRecipientReady(look, draft.acknowledged)
        ? { step: 'amount', draft, check: look.check, amountFault: null, referenceFault: null }
        : state
    default:
      return state
  }
}

function nextOfAmount(state: StepState<'amount'>, event: WizardEvent): WizardState {
  const { draft, check } = state
  switch (event.kind) {
    case 'entered': {
      const entered = { ...state, draft: { ...draft, [event.field]: event.text } }
      if (event.field === 'amount') return { ...entered, amountFault: null }
      return event.field === 'reference' ? { ...entered, referenceFault: null } : entered
    }
    case 'goOn': {
      const reading = readAmount(draft.amount)
      const limitFault =
        reading.ok && event.limits !== null ? findLimitFault(reading.amount, event.limits) : null
      const amountFault = reading.ok
        ? (limitFault ?? findFundsFault(reading.amount, event.balance))
        : reading.fault
      const referenceFault = findReferenceFault(draft.reference)
      if (!reading.ok || amountFault !== null || referenceFault !== null) {
        return { ...state, amountFault, referenceFault }
      }
      return { step: 'review', draft, check, amount: reading.amount, error: null }
    }
    case 'back':
      return { step: 'recipient', draft, look: { status: 'checked', check } }
    default:
      return state
  }
}

function nextOfReview(state: StepState<'review'>, event: WizardEvent): WizardState {
  const { draft, check, amount } = state
  switch (event.kind) {
    case 'goOn':
      return { step: 'sending', draft, check, amount, transfer: null }
    case 'back':
      return { step: 'amount', draft, check, amountFault: null, referenceFault: null }
    default:
      return state
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Main stored nothing: returns to the step where the reason can be fixed. */
function afterRefusal({ draft, check, amount }: StepState<'sending'>, error: ErrorReport): WizardState {
  const field = error.code === 'validation' ? text(error.data['field']) : ''
  const reason = text(error.data['reason'])
  if (field === 'acknowledged' || field === 'recipient') {
    // The recipient has new findings, so it is checked again.
    return { step: 'recipient', draft, look: notLooked }
  }
  const faults = { amountFault: null, referenceFault: null }
  const at = { step: 'amount', draft, check } as const
  const limit = text(error.data['limit'])
  if (field === 'amount' && reason === 'overTransferLimit') {
    return { ...at, ...faults, amountFault: { reason, limit } }
  }
  if (field === 'amount' && reason === 'overDayLimit') {
    return { ...at, ...faults, amountFault: { reason, limit, left: text(error.data['left']) } }
  }
  if (field === 'amount' && (reason === 'overFree' || reason === 'overBalance')) {
    return { ...at, ...faults, amountFault: { reason, balance: text(error.data['balance']) } }
  }
  if (field === 'reference') {
    return {
      ...at,
      ...faults,
      referenceFault: reason === 'taken' || reason === 'reserved' ? reason : 'notOwn',
    }
  }
  return { step: 'review', draft, check, amount, error }
}
