// Owns: proving that a report in a file says every figure as it is, and what is missing.
import { describe, expect, it } from 'vitest'
import { periodReport, type PeriodReport } from '../../../../src-preload/contract/portfolio.ts'
import { renderReport, reportNotes } from '../../../../src-main/services/exports/report-page.ts'
import { AppError } from '../../../../src-preload/shared/errors.ts'
import { openZone } from '../../../../src-preload/shared/zone.ts'
import { emptyReport, nowMs, openExports, readByPython } from './exports-world.ts'

const zone = openZone('Europe/Berlin')
const dayMs = zone.timeOf(2026, 10, 25)

const report: PeriodReport = periodReport.parse({
  fromMs: zone.timeOf(2026, 10, 1),
  toMs: zone.timeOf(2026, 11, 1),
  timeZone: 'Europe/Berlin',
  orders: { created: 1234, filled: 7, cancelled: 5 },
  trades: 9,
  markets: [
    {
      market: 'ethusdc',
      quote: 'usdc',
      trades: 9,
      boughtAmount: '1.5',
      boughtValue: '1234567.000000000000000001',
      soldAmount: '0.5',
      soldValue: '900',
      realised: '-12.25',
    },
    {
      market: 'btcusdc',
      quote: 'usdc',
      trades: 0,
      boughtAmount: '0',
      boughtValue: '0',
      soldAmount: '1',
      soldValue: '2',
      realised: null,
    },
  ],
  volumes: [{ currency: 'usdc', amount: '1235467.000000000000000001' }],
  fees: [{ currency: 'eth', amount: '0.0000375' }],
  best: [{ currency: 'usdc', dayMs, amount: '3' }],
  worst: [{ currency: 'usdc', dayMs, amount: '-15.25' }],
  days: [
    {
      dayMs,
      trades: 9,
      volumes: [{ currency: 'usdc', amount: '5' }],
      realised: [{ currency: 'usdc', amount: '-12.25' }],
    },
  ],
  ordersWithoutFills: 2,
  earlierOrdersWithoutFills: 1,
  knownFromMs: zone.timeOf(2026, 9, 1),
} satisfies PeriodReport)

const wish = { what: 'report', fromMs: report.fromMs, toMs: report.toMs } as const

describe('a report as a page', () => {
  const page = renderReport(report, { accountLabel: '<b>Mine & "yours"</b>', nowMs })

  it('says every figure to its last digit, with a true minus', () => {
    for (const text of [
      '1\u202F234\u202F567.000000000000000001 USDC',
      '\u221212.25 USDC',
      '0.0000375 ETH',
      '1\u202F234',
    ])
      expect(page).toContain(text)
    expect(page).toContain('2026-10-25: \u221215.25 USDC')
  })

  it('names the period by the days of its zone, the last one included', () => {
    expect(page).toContain('<h1>2026-10-01 to 2026-10-31</h1>')
    expect(page).toContain('Europe/Berlin')
    expect(page).toContain('2026-11-01T00:00:00.000+01:00')
  })

  it('is text wherever a name is, and asks for nothing', () => {
    expect(page).toContain('&lt;b&gt;Mine &amp; &quot;yours&quot;&lt;/b&gt;')
    expect(page).not.toMatch(/<b>|<script|<img|<a |https?:|url\(/)
    expect(page).toContain("default-src 'none'")
  })

  it('says what is missing, and only then', () => {
    const notes = reportNotes(report, zone).join('\n')
    expect(notes).toContain('The trades of 2 orders of this period')
    expect(notes).toContain('The trades of 1 order from before this period')
    expect(notes).toContain('before 2026-09-01T00:00:00.000+02:00')
    expect(notes).toContain('BTC/USDC')
    expect(reportNotes(emptyReport, openZone('UTC'))).toHaveLength(1)
  })

  it('stands where there were no trades', () => {
    expect(renderReport(emptyReport, { accountLabel: 'Main', nowMs })).toContain('No trades.')
  })
})

it('a report of the most days, in several currencies, is still short enough to be printed', () => {
  const amounts = ['usdc', 'usdt', 'btc'].map((currency) => ({
    currency,
    amount: '-123456.123456789012345678',
  }))
  const days = Array.from({ length: 4_000 }, (_, at) => ({
    dayMs: zone.timeOf(2016, 1, 1 + at),
    trades: 12_345,
    volumes: amounts,
    realised: amounts,
  }))
  const page = renderReport({ ...report, days }, { accountLabel: 'Main', nowMs })
  // Chromium takes addresses of 2 MiB; the page becomes one, in Base64.
  expect((Buffer.byteLength(page) * 4) / 3).toBeLessThan(2 ** 21 - 100)
})

describe('a report as a file', () => {
  it('is printed from that page, and the file is what the printer gave', async () => {
    let printed = ''
    const { end, read, files } = await openExports({
      getReport: () => Promise.resolve(report),
      print: (html) => {
        printed = html
        return Promise.resolve(new TextEncoder().encode('%PDF-1.4 of the test'))
      },
    })
    expect(await end({ ...wish, format: 'pdf' })).toMatchObject({ status: 'done', rows: 0 })
    expect(files()).toEqual(['starkdesk-report-2026-11-22.pdf'])
    expect(read('starkdesk-report-2026-11-22.pdf')).toBe('%PDF-1.4 of the test')
    expect(printed).toContain('2026-10-01 to 2026-10-31')
  })

  it('is not there when the printer fails', async () => {
    const { end, files } = await openExports({
      print: () => Promise.reject(new AppError('internal', { what: 'print a page', reason: 'tooLate' })),
    })
    expect(await end({ ...wish, format: 'pdf' })).toMatchObject({
      status: 'failed',
      error: { code: 'internal' },
    })
    expect(files()).toEqual([])
  })

  it('is a figure a row as CSV', async ({ skip }) => {
    const { end, folder } = await openExports({ getReport: () => Promise.resolve(report) }, 'Europe/Berlin')
    expect(await end({ ...wish, format: 'csv' })).toMatchObject({ status: 'done' })
    const cells = readByPython(`${folder}/starkdesk-report-2026-11-23.csv`)
    if (cells === null) return skip('no python3 on this computer')
    expect(cells[0]).toEqual(['Section', 'Day (Europe/Berlin)', 'Market', 'Figure', 'Value', 'Unit'])
    expect(cells).toContainEqual(['Period', '', '', 'Volume', '1235467.000000000000000001', 'usdc'])
    expect(cells).toContainEqual(['Market', '', 'ethusdc', 'Realised result', '-12.25', 'usdc'])
    expect(cells).toContainEqual(['Market', '', 'btcusdc', 'Realised result', '', 'usdc'])
    expect(cells).toContainEqual(['Period', '2026-10-25', '', 'Worst day', '-15.25', 'usdc'])
    expect(cells).toContainEqual(['Day', '2026-10-25', '', 'Trades', '9', 'count'])
  })

  it('is one line of JSON, as the page gets it', async () => {
    const { end, read } = await openExports({ getReport: () => Promise.resolve(report) })
    expect(await end({ ...wish, format: 'jsonl' })).toMatchObject({ status: 'done', rows: 1 })
    const text = read('starkdesk-report-2026-11-22.jsonl')
    expect(text.endsWith('\n')).toBe(true)
    expect(JSON.parse(text)).toEqual(report)
  })

  it('is refused where the period ends before it begins, before anybody is asked for a place', async () => {
    const { exports, offered } = await openExports()
    await expect(exports.start({ ...wish, toMs: wish.fromMs, format: 'csv' })).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'toMs' },
    })
    expect(offered).toEqual([])
  })
})
