// Every failure has calm words of its own.
import { describe, expect, it } from 'vitest'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { errorCodes } from '../../../src-preload/domain/errors.ts'
import { describeError, errorAsText } from '../../../src-renderer/text/errors/describe-error.ts'
import { describeField } from '../../../src-renderer/text/errors/describe-field.ts'

const report = (code: ErrorReport['code'], data: ErrorReport['data'] = {}): ErrorReport => ({
  code,
  data,
  ref: null,
})
const sentences = (one: ErrorReport): string[] => {
  const { title, happened, done, next } = describeError(one)
  return [title, happened, done, next]
}

describe('the words for a failure', () => {
  it.each(errorCodes)(
    'for %s say what happened, what was done and what to do, in whole sentences',
    (code) => {
      const { title, ...rest } = describeError(report(code))
      expect(title).not.toMatch(/[.!?]$/)
      for (const sentence of Object.values(rest)) {
        expect(sentence).toMatch(/^[A-Z].*\.$/s)
        expect(sentence).not.toMatch(/undefined|null|NaN|\(\)| {2}/)
      }
    },
  )

  it.each(errorCodes)('for %s do not beg, joke or shout', (code) => {
    expect(sentences(report(code)).join(' ')).not.toMatch(/please|oops|sorry|something went wrong|!/i)
  })

  it('differ from code to code', () => {
    const all = errorCodes.map((code) => describeError(report(code)).happened)
    expect(new Set(all).size).toBe(errorCodes.length)
  })

  it.each(['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'])(
    'say of the data file that the disk is full where the system says %s',
    (reason) => {
      const { happened } = describeError(report('databaseUnavailable', { file: '/d/f', reason }))
      expect(happened).toMatch(/: .*disk (is|may be) full\.$/)
      expect(happened).not.toContain(reason)
    },
  )

  it('never promise that a request with an unknown outcome was not carried out', () => {
    const { done } = describeError(report('outcomeUnknown'))
    expect(done).toMatch(/unknown/i)
    expect(done).toMatch(/not sent again/i)
  })

  it('say of a transfer why nobody knows, and whether money can have moved', () => {
    const wordsOf = (data: ErrorReport['data']) => describeError(report('outcomeUnknown', data))
    const causes = [
      'network',
      'timeout',
      'rejectedByExchange',
      'contractViolation',
      'cancelled',
      'internal',
    ] as const
    const happened = causes.map((cause) => wordsOf({ endpoint: 'transfers.process', cause }).happened)
    expect(new Set(happened).size).toBe(causes.length)
    for (const sentence of happened) expect(sentence).toMatch(/^The request was sent, but .*\.$/)
    expect(wordsOf({ cause: 'rejectedByExchange', status: 502 }).happened).toContain('(502)')
    expect(wordsOf({ endpoint: 'transfers.process' }).done).toMatch(/funds may have moved/)
    expect(wordsOf({ endpoint: 'transfers.initiate' }).done).toMatch(/no funds moved/)
    for (const endpoint of ['transfers.initiate', 'transfers.process']) {
      expect(wordsOf({ endpoint }).done).toMatch(/(unknown|not known).*not sent again/i)
      expect(wordsOf({ endpoint }).next).toMatch(/check the transfer’s status/i)
    }
  })

  it('say how many orders may be open after their cancel, and which', () => {
    const left = describeError(report('ordersLeft', { count: 2, orders: '7, 8', isListed: false }))
    expect(left.happened).toMatch(/2 orders may still be open \(7, 8\)\.$/)
    expect(describeError(report('ordersLeft', { count: 0, orders: '' })).happened).not.toMatch(/0/)
  })

  it('tell a service that is not there from one that is slow', () => {
    const happenedIn = (phase: string) => describeError(report('timeout', { phase, limitMs: 5_000 })).happened
    expect(happenedIn('connect')).toMatch(/health check/)
    expect(new Set(['connect', 'headers', 'body'].map(happenedIn)).size).toBe(3)
    for (const phase of ['connect', 'headers', 'body']) expect(happenedIn(phase)).toContain('5 seconds')
    expect(describeError(report('timeout', { phase: 'connect' })).happened).toMatch(
      /^The exchange did not answer .*\.$/,
    )
  })

  it('tell a web page from another broken answer', () => {
    const html = describeError(
      report('contractViolation', { endpoint: 'auth.nonce', field: 'body', reason: 'html' }),
    )
    expect(html.happened).toMatch(/web page/)
    const other = describeError(
      report('contractViolation', { field: 'payload.uid', reason: 'expected text' }),
    )
    expect(other.happened).toMatch(/payload\.uid.*expected text/)
  })

  it('tell apart why there is no connection', () => {
    const reasons = [
      'refused',
      'nameNotFound',
      'unreachable',
      'closed',
      'certificate',
      'proxy',
      'blocked',
      'other',
    ]
    const words = reasons.map((reason) => describeError(report('network', { reason })).happened)
    expect(new Set(words).size).toBe(reasons.length)
  })

  it('name the file and the versions of data that is too new', () => {
    const { happened, done } = describeError(
      report('databaseTooNew', { found: 9, supported: 3, file: '/data/starkdesk.sqlite' }),
    )
    expect(happened).toContain('/data/starkdesk.sqlite')
    expect(happened).toMatch(/9.*3/)
    expect(done).toMatch(/not changed/)
  })

  it('give the limit and the wait in seconds', () => {
    expect(describeError(report('timeout', { limitMs: 10_000 })).happened).toContain('10 seconds')
    expect(describeError(report('rateLimited', { retryAfterMs: 900 })).next).toContain('1 second.')
  })

  it('say that a text was signed only where one was, for a wallet without an account', () => {
    const doneAt = (endpoint: string) => describeError(report('accountNotRegistered', { endpoint })).done
    expect(doneAt('auth.nonce')).toMatch(/signed nothing/)
    expect(doneAt('auth.login')).toMatch(/signed one login message/)
  })

  it('tell a login text of another service from a text that is none', () => {
    const happenedFor = (reason: string) =>
      describeError(report('contractViolation', { endpoint: 'auth.nonce', field: 'payload', reason }))
        .happened
    expect(happenedFor('otherService')).toMatch(/public exchange.*not signed/s)
    expect(happenedFor('otherService')).not.toBe(happenedFor('notLoginText'))
  })

  it('say that nothing was forgotten when a key may still be in a keychain that is gone', () => {
    const { done, next } = describeError(report('keychainUnavailable', { reason: 'noService', isHeld: true }))
    expect(done).toMatch(/may still be in the keychain/)
    expect(next).toMatch(/deleted/)
  })

  it('never tell to come back before a password may be tried', () => {
    const nextAfter = (code: ErrorReport['code'], retryAfterMs: number) =>
      describeError(report(code, { retryAfterMs })).next
    expect(nextAfter('wrongPassword', 0)).not.toMatch(/second|minute/)
    expect(nextAfter('wrongPassword', 1400)).toContain('2 seconds')
    expect(nextAfter('passwordDelayed', 1)).toContain('1 second')
    expect(nextAfter('passwordDelayed', 241_000)).toContain('5 minutes')
  })

  it('do not blame the request where the service or its gateway is down', () => {
    for (const status of [500, 502, 503, 504]) {
      const { happened, next } = describeError(report('rejectedByExchange', { status, message: '' }))
      expect(happened).toContain(String(status))
      expect(next).toMatch(/keeps trying/)
    }
    expect(describeError(report('rejectedByExchange', { status: 400 })).next).toMatch(/will fail again/)
  })

  it('say how many orders could not be read, and that the others are here', () => {
    const data = { endpoint: 'orders.list', field: 'state', reason: 'rowsRefused', count: 3 }
    const { happened, done } = describeError(report('contractViolation', data))
    expect(happened).toMatch(/3 orders.*state/)
    expect(done).toMatch(/others are complete/)
  })

  it('quote the service when it says no', () => {
    const { happened } = describeError(
      report('rejectedByExchange', { status: 400, message: 'Invalid symbol.' }),
    )
    expect(happened).toContain('“Invalid symbol”')
    expect(happened).not.toMatch(/\.”?\.$/)
  })
})

describe('a wallet that could not be connected', () => {
  const codes = [
    'network',
    'timeout',
    'offline',
    'rateLimited',
    'unauthenticated',
    'rejectedByExchange',
  ] as const

  it.each(codes)('is promised nothing that goes on or stays by itself (%s)', (code) => {
    for (const data of [{}, { status: 502 }, { endpoint: 'auth.login', status: 400 }]) {
      const { done, next } = describeError(report(code, data), 'connecting')
      expect(done).toMatch(/nothing was saved/i)
      expect(`${done} ${next}`).not.toMatch(/by itself|stays|before/)
      expect(next).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('keeps the words about what it was signed with', () => {
    expect(describeError(report('keyMismatch'), 'connecting')).toEqual(describeError(report('keyMismatch')))
    const unknown = report('accountNotRegistered', { endpoint: 'auth.login' })
    expect(describeError(unknown, 'connecting')).toEqual(describeError(unknown))
  })

  it('learns the likeliest cause of a refused sign-in first, and then what the service said', () => {
    const refused = report('rejectedByExchange', { endpoint: 'auth.login', status: 400, message: 'Bad sig.' })
    expect(describeError(refused).happened).toMatch(/no exchange account.*“Bad sig”\.$/)
  })

  it('is copied with the words that were read', () => {
    expect(errorAsText(report('network'), 'connecting')).toMatch(/nothing was saved/i)
  })
})

describe('the words for a field', () => {
  it('have a sentence for every rule of key, address, name and transfer, and for rules yet unknown', () => {
    const cases: [string, string[]][] = [
      [
        'ethereumPrivateKey',
        [
          'empty',
          'notHex',
          'wrongLength',
          'outOfRange',
          'looksLikeAddress',
          'looksLikePhrase',
          'otherWallet',
        ],
      ],
      ['baseUrl', ['empty', 'notUrl', 'notHttp', 'notHttps', 'hasCredentials', 'hasQuery', 'hasFragment']],
      ['label', ['empty', 'tooLong']],
      ['market', ['listed', 'full', 'last']],
      ['password', ['tooShort', 'tooLong', 'notText']],
      ['organizationKey', ['empty', 'notKey']],
      ['apiKey', ['empty', 'notKey']],
      ['amount', ['notAmount', 'zero', 'tooManyDecimals']],
      ['reference', ['empty', 'tooLong', 'notAllowed', 'reserved']],
      ['signature.r', ['notHex']],
      ['signature.s', ['notHex']],
      ['msgHash', ['notHex']],
      ['nonce', ['outOfRange']],
    ]
    for (const [field, reasons] of cases) {
      const words = [...reasons, 'toString', 'new rule'].map((reason) => describeField(field, reason))
      for (const sentence of words) expect(sentence).toMatch(/^[A-Z].*\.$/)
      // What is unknown shares one sentence; every known rule has its own.
      expect(new Set(words).size).toBe(reasons.length + 1)
    }
  })
})

describe('the copied text of a failure', () => {
  it('has words, code, facts and reference', () => {
    const text = errorAsText({ code: 'internal', data: { what: 'orders', count: 3 }, ref: 'a1b2' })
    expect(text).toContain('code: internal')
    expect(text).toContain('what: orders')
    expect(text).toContain('count: 3')
    expect(text).toContain('reference: a1b2')
  })
})

describe('the words for a market that is to be added', () => {
  it('say that nothing was added of a market that the service does not know', () => {
    const words = describeError(report('notFound', { what: 'market' }))
    expect(words.title).toBe('This market isn’t listed')
    expect(words.done).toBe('Nothing was added.')
  })
})
