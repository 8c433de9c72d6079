// Owns: a main that takes one transfer from step to step as the page asks, for tests of the whole page.
// Must not: have rules of main; each test gives what comes of a step.
import type { RecipientCheck, SentTransfer } from '../../src-preload/contract/transfers.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'
import { bob, makeSent, makeSetup } from '../unit/renderer/views/transfers/make-entry.ts'

export function makeCheck(changes: Partial<RecipientCheck> = {}): RecipientCheck {
  return {
    address: bob,
    label: null,
    sentBefore: { count: 0, lastAtMs: null },
    warnings: [{ kind: 'firstTime' }],
    existence: { status: 'exists' },
    ...changes,
  }
}

/** A transfer that was written down and not begun. */
export const written = makeSent(1, {
  state: 'intended',
  offers: ['initiate', 'abandon'],
  msgHash: null,
  nonce: null,
  createdAtMs: Date.UTC(2026, 10, 20),
  updatedAtMs: Date.UTC(2026, 10, 20),
})

/** Answers of a main whose journal has one transfer; what `steps` give is what the journal has after them. */
export function transferAnswers(
  steps: Partial<Record<'initiate' | 'confirm' | 'lookUp', () => Promise<SentTransfer> | SentTransfer>> = {},
  more: Answers = {},
): Answers {
  let kept: SentTransfer | null = null
  const current = (): SentTransfer => {
    if (kept === null) throw new AppError('notFound', { what: 'transfer' })
    return kept
  }
  const take = (name: keyof typeof steps) => async (): Promise<SentTransfer> => {
    const step = steps[name]
    if (!step) throw new AppError('internal', { what: `no step ${name}` })
    kept = await step()
    return kept
  }
  return {
    'transfers:getSetup': () => makeSetup(),
    'transfers:checkRecipient': () => makeCheck(),
    'transfers:list': () => ({
      entries: kept === null ? [] : [{ kind: 'journal', transfer: kept }],
      hasMore: false,
    }),
    'transfers:create': ({ amount, note }) => (kept = { ...written, amount, note }),
    'transfers:get': current,
    'transfers:initiate': take('initiate'),
    'transfers:confirm': take('confirm'),
    'transfers:lookUp': take('lookUp'),
    'transfers:setNote': ({ note }) => (kept = { ...current(), note }),
    ...more,
  }
}
