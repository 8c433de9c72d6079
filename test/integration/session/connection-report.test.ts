// The report for support says what happened, and nothing that identifies the user or opens anything.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ConnectionActivity, ConnectionTest } from '../../../src-preload/contract/app/connection.ts'
import { noConnection } from '../../../src-main/session/connection.ts'
import { type ReportContent, writeConnectionReport } from '../../../src-main/session/connection-report.ts'
import { createFactCleaner } from '../../../src-main/diagnostics/report-facts.ts'
import type { StoredAccount } from '../../../src-main/store/api/store-api.ts'
import { startMs, walletAddress } from '../../fixtures/test-client.ts'
import { account } from '../world.ts'
import { makeStream } from '../../unit/renderer/features/connection/make-activity.ts'

const mine: StoredAccount = {
  ...account,
  id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  label: 'Aunt Mary (savings)',
  baseUrl: 'https://exchange.example/hidden-gate',
  profile: { name: 'Mary Smith', username: 'msmith', customerId: 'CUST77', starkKey: '0x70f41c' },
}

function refusal(message: string): ErrorReport {
  return {
    code: 'rejectedByExchange',
    data: { endpoint: 'user.profile', status: 400, message },
    ref: null,
  }
}

function activityWith(error: ErrorReport): ConnectionActivity {
  return {
    sinceMs: startMs,
    endpoints: [
      {
        endpoint: 'health',
        calls: 12,
        failures: 0,
        lastAtMs: startMs + 61_000,
        latency: { medianMs: 12.4, p95Ms: 40, p99Ms: 80, longestMs: 123 },
        unread: { count: 3, firstField: 'payload.4.side' },
        lastFailure: null,
      },
      {
        endpoint: 'user.profile',
        calls: 3,
        failures: 3,
        lastAtMs: startMs + 62_000,
        latency: null,
        unread: null,
        lastFailure: { error, atMs: startMs + 62_000 },
      },
    ],
    lastCalls: [
      {
        number: 15,
        endpoint: 'user.profile',
        atMs: startMs + 62_000,
        durationMs: 31.7,
        waitedMs: 250,
        status: 400,
        error,
      },
      {
        number: 14,
        endpoint: 'health',
        atMs: startMs + 61_000,
        durationMs: 9_000,
        waitedMs: 0,
        status: null,
        error: { code: 'cancelled', data: {}, ref: null },
      },
    ],
    rateLimit: {
      inFlight: 1,
      maxInFlight: 6,
      waiting: 2,
      perSecond: 2.55,
      maxPerSecond: 10,
      sentLastMinute: 15,
      slowDowns: 1,
      pausedUntilMs: startMs + 70_000,
    },
    streams: [
      makeStream({
        status: 'open',
        messages: 12_345,
        messagesPerSecond: 4.2,
        lastMessageAtMs: startMs + 62_000,
        gaps: 1,
        subscriptions: [{ name: 'ethusdc.ob-inc', isConfirmed: true, book: 'exact' }],
      }),
      makeStream({ kind: 'private', status: 'waiting', fault: 'signedOut', retryAtMs: startMs + 90_000 }),
    ],
    clockSkewMs: -12_000,
  }
}

function testWith(error: ErrorReport): ConnectionTest {
  return {
    startedMs: startMs + 60_000,
    isRunning: false,
    isCancelled: false,
    health: { status: 'passed', durationMs: 9.6 },
    profile: { status: 'failed', durationMs: 41, error },
    clock: { status: 'passed', durationMs: 0 },
    clockSkewMs: -12_000,
  }
}

function contentWith(error: ErrorReport, patch: Partial<ReportContent> = {}): ReportContent {
  return {
    app: { userAgent: 'Starkdesk/0.1.0', platform: 'Linux 6.1 x64', home: '/srv/people/mary' },
    nowMs: startMs + 65_000,
    accounts: [mine],
    connection: {
      status: 'offline',
      sinceMs: startMs + 63_000,
      latencyMs: 12,
      lastAnswerMs: startMs + 62_000,
      error,
      baseUrl: 'https://exchange.example/hidden-gate',
    },
    inUse: {
      networkKind: 'custom',
      session: 'refused',
      activity: activityWith(error),
      test: testWith(error),
    },
    ...patch,
  }
}

/** The report of an app in which every failure is this one of the service. */
const reportOf = (message: string): string => writeConnectionReport(contentWith(refusal(message)))

describe('the report for support', () => {
  it('says what the screen says', () => {
    const text = reportOf('Market is closed')
    for (const words of [
      /Starkdesk\/0\.1\.0/,
      /Linux 6\.1 x64/,
      /2026-11-20T12:01:05\.000Z/,
      /custom/,
      /Service\s+exchange\.example$/m,
      /offline since 2026-11-20T12:01:03\.000Z/,
      /Session\s+refused/,
      /12 s behind ours/,
      /2\.6 of 10/,
      /1 of 6/,
      /until 2026-11-20T12:01:10\.000Z/,
      /^ {2}health\s+12\s+0\s+12 ms\s+40 ms\s+80 ms\s+123 ms\s+2026-11-20T12:01:01\.000Z$/m,
      /^ {2}user\.profile\s+3\s+3\s+-\s+-\s+-\s+-\s+2026/m,
      /user\.profile\s+2026-11-20T12:01:02\.000Z\s+rejectedByExchange .*status=400 message="Market is closed"$/m,
      /Health\s+passed in 10 ms/,
      /Profile\s+failed in 41 ms: rejectedByExchange/,
      /#15\s+\S+\s+user\.profile\s+32 ms\s+waited 250 ms\s+400\s+rejectedByExchange$/m,
      /^ {2}health\s+3\s+first: payload\.4\.side$/m,
      /#14\s+\S+\s+health\s+9000 ms\s+waited 0 ms\s+no answer\s+cancelled$/m,
    ])
      expect(text).toMatch(words)
  })

  it('keeps its columns in line', () => {
    const lines = reportOf('no').split('\n')
    const table = lines.slice(lines.findIndex((line) => line.includes('Median'))).slice(0, 3)
    const column = table[0]?.indexOf('Last call') ?? -1
    expect(table.slice(1).map((line) => line.slice(column, column + 5))).toEqual(['2026-', '2026-'])
    for (const line of lines) expect(line).toBe(line.trimEnd())
  })

  it('can be written before there is an account', () => {
    const content = contentWith(refusal(''), { accounts: [], connection: noConnection, inUse: null })
    const text = writeConnectionReport(content)
    expect(text).toMatch(/Account\s+none/)
    expect(text).toContain('Linux 6.1 x64')
  })

  it('can be written before anything was called or tested', () => {
    const { inUse } = contentWith(refusal(''))
    if (inUse === null) throw new Error('no account')
    const activity = { ...inUse.activity, endpoints: [], lastCalls: [], clockSkewMs: null }
    const text = writeConnectionReport(
      contentWith(refusal(''), { inUse: { ...inUse, activity, test: null } }),
    )
    expect(text).toMatch(/Test of the connection\n {2}none/)
    expect(text).toMatch(/Last calls, newest first\n {2}none/)
    expect(text).toMatch(/clock\s+not known/)
  })

  it('names a fault of ours by its reference, which finds it in the log', () => {
    const text = writeConnectionReport(contentWith({ code: 'internal', data: {}, ref: 'ab12cd34' }))
    expect(text).toContain('internal ref=ab12cd34')
  })
})

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoibWFyeSJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'
const phrase = 'abandon '.repeat(11) + 'about'

describe('what the service repeats to us', () => {
  it.each([
    ['the address', `wallet ${walletAddress} is unknown`, walletAddress],
    ['the address in lower case', `wallet ${walletAddress.toLowerCase()}`, walletAddress.toLowerCase()],
    ['the address without 0x', `wallet ${walletAddress.slice(2)}`, walletAddress.slice(2)],
    ['the address right in a word', `wallet_${walletAddress}_gone`, walletAddress.slice(2)],
    ['the address shortened', 'wallet 0x7E5F…5Bdf is unknown', '5Bdf'],
    ['the address shortened with dots', 'wallet 0x7E5F...5Bdf is unknown', '7E5F'],
    ['another address', `not 0x${'ab'.repeat(20)}`, 'abababab'],
    ['a token', `token ${jwt} has expired`, 'eyJ'],
    ['the end of a token', `signature ${jwt.slice(-30)} is wrong`, jwt.slice(-30)],
    ['a named API key', 'api_key: hunter-two is not valid', 'hunter'],
    ['an API key', 'no such key: tnx_live_9fQ2mZ7Lp0', '9fQ2mZ7Lp0'],
    ['an API key without a number', 'no such key: qWeRtYuIoPaSdF', 'RtYuIo'],
    ['an API key in base64', 'no such key: abcdefghij/klm/nop+qrstuv1w==', 'klm'],
    ['a path with a reference', 'no route /sapi/v1/internal_transfers/v2/rent-may', 'rent-may'],
    ['a private key', `bad key 0x${'5e'.repeat(32)}`, '5e5e5e'],
    ['a seed phrase', `cannot read ${phrase}`, 'abandon'],
    [
      'a client reference',
      'client_reference_id rent-may was used',
      'rent-may',
      'client_reference_id: rent-may',
    ],
    ['a client reference with a number', 'Transfer reference INV-7 exists', 'INV-7'],
    ['a reference of ours', 'transfer 8b6f1f8e-7f0e-4b55-9a53-2c1f5b2a7c99 exists', '8b6f1f8e'],
    ['the name of the account', 'hello aunt mary (savings), who are you', 'aunt mary'],
    ['the name of the user', 'user Mary Smith is blocked', 'Mary'],
    ['the user name', 'user msmith is blocked', 'msmith'],
    ['the number of the customer', 'customer CUST77 is blocked', 'CUST77'],
    ['an address on the internet', 'blocked: 203.0.113.77 too often', '203.0.113'],
    ['an address on the newer internet', 'blocked: 2001:db8::1f2e:77 too often', '1f2e'],
    ['an e-mail address', 'ask mary.smith+a@mail.example first', 'mail.example'],
    ['the home folder', 'cannot open /srv/people/mary/data.sqlite', '/srv/people'],
    ['a home folder', 'cannot open /home/mary/data.sqlite', 'home/'],
    ['a home folder on macOS', 'cannot open /Users/Mary S/data.sqlite', 'Mary S'],
    ['a home folder on Windows', 'cannot open C:\\Users\\Mary S\\data.sqlite', 'Mary S'],
    ['the path of the service', 'no route /hidden-gate/sapi', 'hidden-gate'],
    ['the path of the service behind its host', 'no https://exchange.example/hidden-gate', 'hidden-gate'],
  ])('does not come out: %s', (_name, message, secret, asked?: string) => {
    const text = reportOf(asked ?? message)
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(text).toContain('rejectedByExchange')
  })

  it.each([
    ['an API key', 'key: tnx_live_9fQ2mZ7Lp0', 'tnx'],
    ['the name of the account', 'of Aunt Mary (savings)', 'Aunt'],
    ['the address after a token', `${jwt} ${walletAddress}`, walletAddress.slice(2, 6)],
  ])('does not come out where the message was cut off within it: %s', (_name, end, secret) => {
    const message = `${'failed '.repeat(50)}${end}`
    // Of the end, all but the last five characters are left.
    const text = reportOf(message.slice(message.length - 305, -5))
    expect(text).not.toContain(secret)
    expect(text).toContain('failed failed')
  })

  it('stays where it is only words', () => {
    for (const message of [
      'Invalid Credentials',
      'Essential parameters are missing',
      'Transfer does not exists',
      'transfer reference is missing',
      'getaddrinfo ENOTFOUND exchange.example',
      'connect ECONNREFUSED 127.0.0.1:443',
    ])
      expect(reportOf(message)).toContain(`message=${JSON.stringify(message)}`)
  })

  it('does not break the lines of the report', () => {
    expect(reportOf('one\ntwo').split('\n')).toHaveLength(reportOf('one').split('\n').length)
  })

  it('never holds an address, whatever stands around it', () => {
    const clean = createFactCleaner([])
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
        const text = clean({ message: `${before}${walletAddress}${after}` })
        expect(text).not.toContain(walletAddress.slice(2, 12))
        expect(text).not.toContain(walletAddress.slice(-10))
      }),
    )
  })
})
