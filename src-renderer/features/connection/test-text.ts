// Text of the connection test: each step and the conclusion. Main decides what passes, except the clock tolerance.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ConnectionTest, TestStepState } from '../../../src-preload/contract/app/connection.ts'
import { describeError } from '../../text/errors/describe-error.ts'
import { inSyncBelowMs, describeDistance } from './connection-text.ts'

/** `note`: passed, with a remark. */
export type Tone = 'quiet' | 'good' | 'note' | 'warning' | 'bad'

export interface TestStep {
  readonly name: string
  readonly status: TestStepState['status']
  readonly tone: Tone
  /** Null when nothing was measured. */
  readonly durationMs: number | null
  readonly sentence: string
}

export interface Conclusion {
  readonly tone: Tone
  readonly title: string
  readonly lines: readonly string[]
}

/** Above this, signed or displayed times can be off by more than a candle. */
const harmfulSkewMs = 60_000

function judgeClock({ clock, clockSkewMs }: ConnectionTest): 'unknown' | 'agrees' | 'apart' | 'harmful' {
  if (clock.status !== 'passed' || clockSkewMs === null) return 'unknown'
  const distanceMs = Math.abs(clockSkewMs)
  if (distanceMs < inSyncBelowMs) return 'agrees'
  return distanceMs <= harmfulSkewMs ? 'apart' : 'harmful'
}

function compareClocks(skewMs: number): string {
  const side = skewMs > 0 ? 'behind' : 'ahead of'
  return `Your clock is ${describeDistance(skewMs)} ${side} the exchange’s.`
}

const clockAdvice =
  'Signatures and timestamps depend on it. Turn on automatic time on this computer, then test again.'

function clockSentence(test: ConnectionTest): string {
  const skewMs = test.clockSkewMs
  switch (judgeClock(test)) {
    case 'agrees':
      return 'In sync'
    case 'apart':
    case 'harmful':
      return compareClocks(skewMs ?? 0)
    case 'unknown':
      return 'The exchange did not send its time, so the clocks could not be compared.'
  }
}

interface StepWords {
  readonly name: string
  /** Description of the step before it runs. */
  readonly question: string
  readonly running: string
  readonly passed: string
}

function describeStep(state: TestStepState, words: StepWords, passedTone: Tone, skipped: string): TestStep {
  const step = { name: words.name, status: state.status, durationMs: null }
  switch (state.status) {
    case 'waiting':
      return { ...step, tone: 'quiet', sentence: words.question }
    case 'running':
      return { ...step, tone: 'quiet', sentence: words.running }
    case 'passed':
      return { ...step, tone: passedTone, durationMs: state.durationMs, sentence: words.passed }
    case 'failed':
      return {
        ...step,
        tone: 'bad',
        durationMs: state.durationMs,
        // The conclusion has the full text.
        sentence: `${describeError(state.error).title}.`,
      }
    case 'skipped':
      return { ...step, tone: 'quiet', sentence: skipped }
  }
}

const clockTones = { unknown: 'note', agrees: 'good', apart: 'note', harmful: 'warning' } as const

const untested: TestStepState = { status: 'waiting' }

/** The three steps; null for a test that has not started. */
export function describeSteps(test: ConnectionTest | null): TestStep[] {
  const isCancelled = test?.isCancelled === true
  const skipped = (otherwise: string): string => (isCancelled ? 'Skipped: the test was canceled.' : otherwise)
  const clock = describeStep(
    test?.clock ?? untested,
    {
      name: 'Clock',
      question: 'Is the clock in sync?',
      running: 'Comparing clocks',
      passed: test === null ? '' : clockSentence(test),
    },
    test === null ? 'quiet' : clockTones[judgeClock(test)],
    skipped('Not compared: the exchange did not send its time.'),
  )
  return [
    describeStep(
      test?.health ?? untested,
      {
        name: 'Exchange',
        question: 'Can the API be reached?',
        running: 'Checking the API',
        passed: 'OK',
      },
      'good',
      skipped('Skipped.'),
    ),
    describeStep(
      test?.profile ?? untested,
      {
        name: 'Account',
        question: 'Is this account signed in?',
        running: 'Checking the account',
        passed: 'Signed in',
      },
      'good',
      skipped('Skipped, because the API check failed.'),
    ),
    // It reads data already received, so there is no duration.
    { ...clock, durationMs: null },
  ]
}

function isOutOfReach({ code, data }: ErrorReport): boolean {
  if (code === 'network' || code === 'timeout' || code === 'offline') return true
  return code === 'rejectedByExchange' && [502, 503, 504].includes(Number(data['status']))
}

/** contractViolation reasons that cannot come from the service itself. */
const foreignAnswers = ['html', 'redirect', 'notJson', 'notUtf8', 'empty']

function concludeService(error: ErrorReport): string {
  if (isOutOfReach(error)) return 'Can’t reach the exchange'
  switch (error.code) {
    case 'contractViolation':
      return foreignAnswers.includes(String(error.data['reason']))
        ? 'This address is not the exchange’s API'
        : 'The exchange answers in an unexpected format'
    case 'rateLimited':
      return 'Rate-limited by the exchange'
    case 'internal':
      return 'The test could not run'
    default:
      return 'The exchange answers, but reports a problem'
  }
}

function concludeAccount(error: ErrorReport): string {
  switch (error.code) {
    case 'unauthenticated':
      // Starkdesk has no key to sign in with, so the service was not contacted.
      return error.data['reason'] === 'noKey'
        ? 'The API works, but this account is not signed in'
        : 'The API works, but the exchange rejects this account'
    case 'accountNotRegistered':
    case 'keyMismatch':
      return 'The API works, but the exchange rejects this account'
    case 'rejectedByExchange':
      return Number(error.data['status']) >= 500
        ? 'The API works, but the account could not be read'
        : 'The API works, but the exchange rejects this account'
    case 'vaultLocked':
    case 'vaultDamaged':
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'userDeclined':
      return 'The API works, but this account is not signed in'
    default:
      return 'The API works, but the account could not be read'
  }
}

/** Warning about a clock that is far off, whatever else is reported. */
function clockLines(test: ConnectionTest): string[] {
  return judgeClock(test) === 'harmful' ? [compareClocks(test.clockSkewMs ?? 0), clockAdvice] : []
}

/** Title while a test runs. */
export const testingTitle = 'Testing connection'

/** Conclusion of a test; null before one. */
export function concludeTest(test: ConnectionTest | null): Conclusion | null {
  if (test === null) return null
  if (test.isRunning) return { tone: 'quiet', title: testingTitle, lines: [] }
  if (test.isCancelled)
    return {
      tone: 'quiet',
      title: 'The test was canceled',
      lines: ['Results so far are below.'],
    }
  const { health, profile } = test
  if (health.status === 'failed') {
    const { happened, next } = describeError(health.error)
    return { tone: 'bad', title: concludeService(health.error), lines: [happened, next, ...clockLines(test)] }
  }
  if (profile.status === 'failed') {
    const { happened, next } = describeError(profile.error)
    return {
      tone: 'bad',
      title: concludeAccount(profile.error),
      lines: [happened, next, ...clockLines(test)],
    }
  }
  if (test.clock.status === 'failed') {
    const { happened, next } = describeError(test.clock.error)
    return {
      tone: 'note',
      title: 'All checks passed; the clock was not compared',
      lines: [happened, next],
    }
  }
  switch (judgeClock(test)) {
    case 'harmful':
      return {
        tone: 'warning',
        title: compareClocks(test.clockSkewMs ?? 0).replace(/\.$/, ''),
        lines: ['Everything else works.', clockAdvice],
      }
    case 'apart':
      return {
        tone: 'good',
        title: 'All checks passed',
        lines: [`${compareClocks(test.clockSkewMs ?? 0)} This is still harmless.`],
      }
    case 'agrees':
    case 'unknown':
      return { tone: 'good', title: 'All checks passed', lines: [] }
  }
}
