// The Connection view says what happened and what follows from it.
import { describe, expect, it } from 'vitest'
import type { ErrorReport } from '../../../../../src-preload/contract/channel.ts'
import { endpointNames } from '../../../../../src-preload/domain/endpoints.ts'
import { errorCodes } from '../../../../../src-preload/domain/errors.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'
import {
  describeDistance,
  describeOurClock,
  describeOutcome,
  describeRateLimit,
  formatMs,
} from '../../../../../src-renderer/features/connection/connection-text.ts'
import {
  endpointTexts,
  inInterfaceOrder,
} from '../../../../../src-renderer/features/connection/endpoint-text.ts'
import { concludeTest, describeSteps } from '../../../../../src-renderer/features/connection/test-text.ts'
import { makeActivity, makeCall, makeEndpoint, makeTest, refused } from './make-activity.ts'

setFigureLocale('en-US')

const failedWith = (error: ErrorReport) => ({ status: 'failed', durationMs: 5, error }) as const
const skipped = { status: 'skipped' } as const
const report = (code: ErrorReport['code'], data: ErrorReport['data'] = {}): ErrorReport => ({
  code,
  data,
  ref: null,
})
const allWords = (test: Parameters<typeof concludeTest>[0]): string => {
  const conclusion = concludeTest(test)
  return conclusion === null ? '' : [conclusion.title, ...conclusion.lines].join(' ')
}

describe('what follows from a test', () => {
  it('is nothing before one, and no verdict while it runs', () => {
    expect(concludeTest(null)).toBeNull()
    expect(concludeTest(makeTest({ isRunning: true, clock: { status: 'waiting' } }))?.tone).toBe('quiet')
  })

  it('is that everything works where service, account and clock pass', () => {
    expect(concludeTest(makeTest())).toMatchObject({ tone: 'good', title: 'All checks passed' })
    expect(allWords(makeTest({ clockSkewMs: null }))).toMatch(/^All checks passed/)
  })

  it('is that the service is out of reach, and why', () => {
    const test = makeTest({ health: failedWith(refused), profile: skipped, clock: skipped })
    expect(concludeTest(test)?.tone).toBe('bad')
    expect(allWords(test)).toMatch(/^Can’t reach the exchange .*refused the connection/)
  })

  it('tells a service that is down from one that is not well, and from something else at its address', () => {
    const titles = [
      report('network'),
      report('rejectedByExchange', { status: 500 }),
      report('contractViolation', { reason: 'html' }),
      report('contractViolation', { field: 'status', reason: 'expected text' }),
      report('rateLimited'),
    ].map((error) => concludeTest(makeTest({ health: failedWith(error), profile: skipped }))?.title)
    expect(new Set(titles).size).toBe(titles.length)
    const gateway = report('rejectedByExchange', { status: 502 })
    expect(allWords(makeTest({ health: failedWith(gateway), profile: skipped }))).toMatch(/Can’t reach/)
  })

  it('blames the service for no account that was never shown to it', () => {
    const titleFor = (error: ErrorReport) => concludeTest(makeTest({ profile: failedWith(error) }))?.title
    for (const error of [
      report('unauthenticated'),
      report('accountNotRegistered'),
      report('rejectedByExchange', { status: 403 }),
    ])
      expect(titleFor(error)).toMatch(/exchange rejects this account/)
    for (const error of [
      report('unauthenticated', { reason: 'noKey' }),
      report('vaultLocked'),
      report('keychainLocked'),
    ])
      expect(titleFor(error)).toMatch(/not signed in/)
    expect(titleFor(report('timeout'))).toMatch(/could not be read/)
    expect(titleFor(report('rejectedByExchange', { status: 500 }))).not.toMatch(/accept/)
  })

  it.each(errorCodes)('has whole words for %s at either step', (code) => {
    for (const step of ['health', 'profile'] as const) {
      const test = makeTest({ [step]: failedWith(report(code)) })
      expect(concludeTest(test)?.tone).toBe('bad')
      expect(allWords(test)).not.toMatch(/undefined|null|NaN|!/)
    }
  })

  it('takes no notice of two clocks that agree to the second', () => {
    for (const clockSkewMs of [0, 1_000, -1_000, 1_999])
      expect(concludeTest(makeTest({ clockSkewMs }))).toMatchObject({ tone: 'good', lines: [] })
  })

  it('mentions a clock that is off by up to a minute, and warns of one that is off by more', () => {
    expect(allWords(makeTest({ clockSkewMs: 12_000 }))).toMatch(
      /^All checks passed .*12 seconds behind the exchange’s/,
    )
    expect(allWords(makeTest({ clockSkewMs: -60_000 }))).toMatch(/60 seconds ahead of/)
    const off = makeTest({ clockSkewMs: 61 * 60_000 })
    expect(concludeTest(off)?.tone).toBe('warning')
    expect(allWords(off)).toMatch(/^Your clock is 61 minutes behind .*automatic time/)
  })

  it('does not lose a wrong clock behind an account that is refused for it', () => {
    const test = makeTest({ profile: failedWith(report('unauthenticated')), clockSkewMs: -3_660_000 })
    expect(allWords(test)).toMatch(/rejects this account.*61 minutes ahead of/)
  })

  it('is no verdict where it was cancelled', () => {
    const test = makeTest({ isCancelled: true, profile: skipped, clock: skipped })
    expect(concludeTest(test)).toMatchObject({ tone: 'quiet', title: 'The test was canceled' })
    expect(describeSteps(test)[1]?.sentence).toMatch(/canceled/)
  })
})

describe('the steps of a test', () => {
  it('are service, account and clock, each asking its question before', () => {
    const steps = describeSteps(null)
    expect(steps.map(({ name }) => name)).toEqual(['Exchange', 'Account', 'Clock'])
    for (const { sentence, tone } of steps) {
      expect(sentence).toMatch(/\?$/)
      expect(tone).toBe('quiet')
    }
  })

  it('say of a step that was not tried why not', () => {
    const steps = describeSteps(makeTest({ health: failedWith(refused), profile: skipped, clock: skipped }))
    expect(steps[0]?.sentence).toMatch(/^Can’t reach.*\.$/)
    expect(steps[1]?.sentence).toMatch(/API check failed/)
    expect(steps[2]?.sentence).toMatch(/Not compared/)
  })

  it('time what was asked, and not the clock, which asks nothing', () => {
    expect(describeSteps(makeTest()).map(({ durationMs }) => durationMs)).toEqual([40, 40, null])
  })

  it('call clocks that could not be compared neither right nor wrong', () => {
    const clock = describeSteps(makeTest({ clockSkewMs: null }))[2]
    expect(clock).toMatchObject({ status: 'passed', tone: 'note' })
    expect(clock?.sentence).not.toMatch(/agree/)
  })
})

describe('figures of the connection', () => {
  it('have durations in whole milliseconds, and none that was is shown as nothing', () => {
    expect([0, 0.2, 0.5, 41.4, 1_899.6].map(formatMs)).toEqual(['0', '<1', '1', '41', '1,900'])
  })

  it('have distances in a unit that still says enough', () => {
    expect([1_000, 89_000, 90_000, 3_660_000, 5_400_000, 172_800_000].map(describeDistance)).toEqual([
      '1 second',
      '89 seconds',
      '2 minutes',
      '61 minutes',
      '2 hours',
      '2 days',
    ])
    expect(describeOurClock(1_000)).toBe('In sync')
    expect(describeOurClock(-5_000)).toMatch(/ahead/)
  })
})

describe('a request', () => {
  it('that failed says so in words, with the status where there was one', () => {
    expect(describeOutcome(makeCall(1))).toEqual({ isFailure: false, status: '200', words: '' })
    expect(describeOutcome(makeCall(1, { status: null, error: refused }))).toMatchObject({
      isFailure: true,
      status: 'No answer',
    })
    const error = report('rejectedByExchange', { status: 400, message: 'No.' })
    const outcome = describeOutcome(makeCall(1, { status: 400, error }))
    expect(outcome).toMatchObject({ isFailure: true, status: '400' })
    expect(outcome.words).not.toBe('')
  })
})

describe('the endpoints', () => {
  it('all have words and a route of their own', () => {
    const words = endpointNames.map((name) => endpointTexts[name])
    expect(new Set(words.map(({ title }) => title)).size).toBe(endpointNames.length)
    for (const { route } of words) expect(route).toMatch(/^(GET|POST) \/(sapi\/v[12]|main\/stat\/v2)\/\S+$/)
    expect(new Set(words.map(({ route }) => route)).size).toBe(endpointNames.length)
  })

  it('keep their places whatever is called when', () => {
    const lines = (['orders.list', 'health', 'user.pnl'] as const).map((endpoint) =>
      makeEndpoint({ endpoint }),
    )
    expect(inInterfaceOrder(lines).map(({ endpoint }) => endpoint)).toEqual([
      'health',
      'user.pnl',
      'orders.list',
    ])
  })
})

describe('the rate limit', () => {
  const { rateLimit } = makeActivity()
  const factOf = (changes: Partial<typeof rateLimit>, name: string) =>
    describeRateLimit({ ...rateLimit, ...changes }, 1_000_000).find((fact) => fact.name === name)

  it('is quiet while nothing is held back', () => {
    const facts = describeRateLimit(rateLimit, 1_000_000)
    expect(facts.filter(({ isLimited }) => isLimited)).toEqual([])
    expect(facts.map(({ note }) => note).join('')).toBe('')
  })

  it('says that it was lowered, from what and why', () => {
    const fact = factOf({ perSecond: 2.5, slowDowns: 2 }, 'Limit per second')
    expect(fact).toMatchObject({ value: '2.5 / 10', isLimited: true })
    expect(fact?.note).toMatch(/rate limit/)
  })

  it('says until when it pauses, and nothing of a pause that is over', () => {
    expect(factOf({ pausedUntilMs: 1_030_000 }, 'Paused')).toMatchObject({
      value: expect.stringMatching(/00:17:10/) as string,
      isLimited: true,
    })
    expect(factOf({ pausedUntilMs: 999_000 }, 'Paused')).toMatchObject({ isLimited: false, note: '' })
  })
})
