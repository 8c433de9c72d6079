// Text about the money and next steps when a transfer call failed. A refusal is not proof, and nothing promises that a
// transfer continues by itself.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import type { ErrorDescription } from '../errors/describe-error.ts'
import { fact, seconds } from '../errors/error-facts.ts'

/** Transfer calls; see domain/endpoints.ts. */
const steps = ['checkUser', 'initiate', 'process', 'get'] as const
type Step = (typeof steps)[number]

/** What was and was not done. `process` counts as refused only after look-ups: see transfers/machine.ts. */
const doneAt: Readonly<Record<Step, string>> = {
  checkUser:
    'Whether the service has this recipient is not known. No transfer was started and no money has moved.',
  initiate: 'The transfer was not started. Nothing was signed, so no money has moved.',
  process:
    'By this answer the transfer was not carried out. A refusal alone is no proof, so Starkdesk looks the transfer up before it takes it as not carried out.',
  get: 'Nothing new is known of the transfer. Looking it up moves no money.',
}

/** Not proof: a look-up follows anyway. */
const notSent =
  'As far as the line tells, the signature was not sent. Starkdesk looks the transfer up to make sure.'

/** End of the sentence that names the first step. */
const thenAt: Readonly<Record<Step, string>> = {
  checkUser: 'then check the recipient again.',
  initiate: 'then begin another transfer where it is still wanted.',
  process: 'then look the transfer up. Begin another only once it stands as refused.',
  get: 'then look the transfer up again. Where its outcome is open, Starkdesk also asks by itself while this account is in use and signed in.',
}

const keys =
  'Compare the organization key and the API key of this account with those that the operator of the service gave you'

/** First step by the service's error message (facts, A5; src-main/practice/transfers.ts); all known messages. */
const firstSteps: readonly (readonly [RegExp, string])[] = [
  [/organi[sz]ation key|api key/i, keys],
  [/insufficient balance|insufficient funds/i, 'Take an amount that the account has, or bring USDC into it'],
  [/user does not exists?/i, 'Ask the recipient for the address of an account at this service'],
  [
    /already exists/i,
    'Look this reference up, because the service has a transfer under it; take a reference of its own',
  ],
  [
    /nonce has already been used/i,
    'Mind that the service has met this signature before, so the money may have moved',
  ],
  [
    /nonce has expired/i,
    'Mind that the signature came too late, so this transfer cannot be carried out any more',
  ],
  [/signature|msg_hash|nonce/i, 'Check that the L2 key of this account is the one of its profile'],
  [/own address/i, 'Take the address of somebody else'],
  [/only usdc/i, 'Look for a newer Starkdesk, because the service takes another currency than it sends'],
  [/amount|greater than 0|digits/i, 'Take another amount'],
  [/client_reference_id|reference/i, 'Take another reference'],
]

function firstStepFor(data: ErrorData): string {
  const message = fact(data, 'message')
  const cure = firstSteps.find(([words]) => words.test(message))?.[1]
  if (cure !== undefined) return cure
  return message === ''
    ? 'Something between this computer and the service may have refused it: try another network'
    : 'Put right what the service names'
}

/** What to do first; null when the failure's own text says it. */
function firstOf({ code, data }: ErrorReport): string | null {
  switch (code) {
    case 'rejectedByExchange':
      return Number(fact(data, 'status')) >= 500 ? 'Wait until the service is well' : firstStepFor(data)
    case 'network':
    case 'timeout':
      return 'Check the network and wait until the service answers'
    case 'rateLimited': {
      const wait = seconds(fact(data, 'retryAfterMs'))
      return wait === '' ? 'Wait a moment' : `Wait ${wait}`
    }
    case 'unauthenticated':
      return 'Sign in again'
    case 'contractViolation':
      return 'Check that the address is that of the trading service and that Starkdesk is up to date'
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
      return 'Look at how the transfer stands now, and go on from there.'
    case 'msgHash':
    case 'nonce':
      return 'Begin another transfer where it is still wanted. If it happens again, ask the operator of the service.'
    default:
      return null
  }
}
