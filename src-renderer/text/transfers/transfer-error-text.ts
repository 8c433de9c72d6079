// Text about the money and next steps when a transfer call failed. A refusal is not proof, and nothing promises that a
// transfer continues by itself.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import type { ErrorDescription } from '../errors/error-description.ts'
import { fact, seconds } from '../errors/error-facts.ts'

/** Transfer calls; see domain/endpoints.ts. */
const steps = ['checkUser', 'initiate', 'process', 'get'] as const
type Step = (typeof steps)[number]

/** What was and was not done. `process` counts as refused only after look-ups: see transfers/transfer-machine.ts. */
const doneAt: Readonly<Record<Step, string>> = {
  checkUser:
    'It is not known whether the recipient has an account. No transfer was started and no funds moved.',
  initiate: 'The transfer was not started. Nothing was signed, so no funds moved.',
  process:
    'The exchange answered that the transfer was not carried out. That is no proof: Starkdesk checks its status.',
  get: 'The status is unchanged. Checking it moves no funds.',
}

/** Not proof: a look-up follows anyway. */
const notSent = 'The signature probably wasn’t sent. Starkdesk checks the transfer’s status to make sure.'

/** End of the sentence that names the first step. */
const thenAt: Readonly<Record<Step, string>> = {
  checkUser: 'then check the recipient again.',
  initiate: 'then start a new transfer if you still want it.',
  process: 'then check the status. Start a new transfer only once this one shows as failed.',
  get: 'then check the status again. While the outcome is open, Starkdesk also checks by itself when this account is signed in.',
}

const keys = 'Check that the organization key and API key are the ones the exchange issued'

/** First step by the service's error message (facts, A5; src-main/practice/transfers.ts); all known messages. */
const firstSteps: readonly (readonly [RegExp, string])[] = [
  [/organi[sz]ation key|api key/i, keys],
  [/insufficient balance|insufficient funds/i, 'Enter an amount within the balance, or add USDC'],
  [/user does not exists?/i, 'Ask the recipient for the address of their account at this exchange'],
  [
    /already exists/i,
    'Check the status of this reference, because the exchange already has a transfer under it; use a new reference',
  ],
  [
    /nonce has already been used/i,
    'Check the status first, because the exchange has already seen this signature and funds may have moved',
  ],
  [/nonce has expired/i, 'The signature came too late, so this transfer can no longer complete'],
  [/signature|msg_hash|nonce/i, 'Check that this account’s L2 key matches its profile at the exchange'],
  [/own address/i, 'Use someone else’s address'],
  [/only usdc/i, 'Update Starkdesk, because the exchange expects another currency'],
  [/amount|greater than 0|digits/i, 'Enter another amount'],
  [/client_reference_id|reference/i, 'Use another reference'],
]

function firstStepFor(data: ErrorData): string {
  const message = fact(data, 'message')
  const cure = firstSteps.find(([words]) => words.test(message))?.[1]
  if (cure !== undefined) return cure
  return message === ''
    ? 'Something on the network may have blocked it: try another network'
    : 'Correct what the exchange names'
}

/** What to do first; null when the failure's own text says it. */
function firstOf({ code, data }: ErrorReport): string | null {
  switch (code) {
    case 'rejectedByExchange':
      return Number(fact(data, 'status')) >= 500 ? 'Wait until the exchange works again' : firstStepFor(data)
    case 'network':
    case 'timeout':
      return 'Check the network and wait until the exchange answers'
    case 'rateLimited': {
      const wait = seconds(fact(data, 'retryAfterMs'))
      return wait === '' ? 'Wait a moment' : `Wait ${wait}`
    }
    case 'unauthenticated':
      return 'Sign in again'
    case 'contractViolation':
      return 'Check that this is the exchange’s API address and that Starkdesk is up to date'
    default:
      return null
  }
}

const neverSent = new Set<ErrorReport['code']>(['network', 'timeout'])

/** Replaces the general text for failed transfer calls; null for other failures. */
export function describeTransferCall(report: ErrorReport): Pick<ErrorDescription, 'done' | 'next'> | null {
  const endpoint = fact(report.data, 'endpoint')
  const step = steps.find((one) => endpoint === `transfers.${one}`)
  const first = firstOf(report)
  if (step === undefined || first === null) return null
  const done = step === 'process' && neverSent.has(report.code) ? notSent : doneAt[step]
  return { done, next: `${first}, ${thenAt[step]}` }
}

/** Text for values provided by the service, or a transfer that moved on: the user did not type these. */
export function describeMadeValue(data: ErrorData): ErrorDescription['next'] | null {
  switch (fact(data, 'field')) {
    case 'transfer':
      return 'Check the transfer’s current status, and continue from there.'
    case 'msgHash':
    case 'nonce':
      return 'Start a new transfer if you still want it. If this happens again, contact the exchange’s support.'
    default:
      return null
  }
}
