// A report in a file says every figure as it is, and what is missing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import { periodReport, type PeriodReport } from '../../../src-preload/contract/portfolio/report.ts'
import { renderReport, reportNotes } from '../../../src-main/exports/report-page.ts'
import { escapeHtml } from '../../../src-main/exports/html-text.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import { seed } from '../store/support.ts'
import { emptyReport, nowMs, openExports, readByPython } from './exports-world.ts'

const zone = openZone('Europe/Berlin')
const dayMs = zone.timeOf(2026, 10, 25)

const report: PeriodReport = periodReport.parse({
  fromMs: zone.timeOf(2026, 10, 1),
  toMs: zone.timeOf(2026, 11, 1),
  timeZone: 'Europe/Berlin',
  pnlCurrency: 'usdc',
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
      fees: '0.0675',
      realized: { state: 'known', amount: '-12.25' },
      isPartial: false,
    },
    {
      market: 'btcusdc',
      quote: 'usdc',
      trades: 0,
      boughtAmount: '0',
      boughtValue: '0',
      soldAmount: '1',
      soldValue: '2',
      fees: null,
      realized: { state: 'unknown' },
      isPartial: true,
    },
  ],
  volumes: [{ currency: 'usdc', amount: '1235467.000000000000000001' }],
  fees: [{ currency: 'eth', amount: '0.0000375' }],
  sum: {
    bought: '1234567.000000000000000001',
    sold: '902',
    fees: null,
    realized: { state: 'estimated', amount: '-9.25' },
    net: { state: 'unknown' },
    isPartial: true,
  },
  best: { dayMs: dayMs - 86_400_000, amount: '3', state: 'known' },
  worst: { dayMs, amount: '-15.25', state: 'estimated' },
  winningDays: { won: 1, of: 2 },
  days: [
    {
      dayMs,
      trades: 9,
      volumes: [{ currency: 'usdc', amount: '5' }],
      fees: '0.0675',
      realized: { state: 'estimated', amount: '-15.25' },
      isPartial: false,
    },
  ],
  books: [
    { currency: 'eth', state: 'known', fault: null },
    {
      currency: 'arb',
      state: 'estimated',
      fault: { reason: 'check', check: 'balanceValue', expected: '1234.5', found: '-1', atMs: null },
    },
    { currency: 'btc', state: 'unknown', fault: { reason: 'fillsMissing', orders: 3 } },
  ],
  ordersWithoutFills: 2,
  earlierOrdersWithoutFills: 1,
  knownFromMs: zone.timeOf(2026, 10, 2),
  knownUntilMs: zone.timeOf(2026, 10, 30),
  readingMs: zone.timeOf(2026, 10, 30),
} satisfies PeriodReport)

const request = { what: 'report', fromMs: report.fromMs, toMs: report.toMs } as const

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
    expect(page).toContain('2026-10-24: 3 USDC')
  })

  it('marks what is estimated, and has a dash for what is unknown', () => {
    expect(page).toContain('<dt>Realized P&amp;L (before fees)</dt><dd>\u2248\u22129.25 USDC</dd>')
    expect(page).toContain('<dt>Net</dt><dd>\u2013</dd>')
    expect(page).toContain('<dt>Fees</dt><dd>\u2013</dd>')
    expect(page).toContain('2026-10-25: \u2248\u221215.25 USDC')
    expect(page).toContain('<td>\u2013</td><td>\u2013</td></tr>')
  })

  it('names the period by the days of its zone, the last one included', () => {
    expect(page).toContain('<h1>2026-10-01 to 2026-10-31</h1>')
    expect(page).toContain('Times and days are in Berlin time.')
    expect(page).toContain('2026-11-01T00:00:00.000+01:00')
  })

  it('is text wherever a name is, and asks for nothing', () => {
    expect(page).toContain('&lt;b&gt;Mine &amp; &quot;yours&quot;&lt;/b&gt;')
    expect(page).not.toMatch(/<b>|<script|<img|<a |https?:|url\(/)
    expect(page).toContain("default-src 'none'")
  })

  it('says what is missing, and only then', () => {
    const notes = reportNotes(report, zone).join('\n')
    expect(notes).toContain('Known from 2026-10-02T00:00:00.000+02:00.')
    expect(notes).toContain('Known until 2026-10-30T00:00:00.000+01:00.')
    expect(notes).toContain(
      'Some fills of 2 orders of this period are not on this computer. They are not counted.',
    )
    expect(notes).toContain('Some fills of 1 order from before this period are not on this computer.')
    expect(notes).toContain('ARB is estimated')
    expect(notes).toContain('Expected 1\u202F234.5 USDC, found \u22121 USDC.')
    expect(notes).toContain('BTC is unknown (\u2013). Some fills of 3 orders with it')
    expect(notes).not.toContain('ETH is')
    for (const note of notes.split('\n')) expect(page).toContain(escapeHtml(note))
    expect(reportNotes(emptyReport, openZone('UTC'))).toHaveLength(1)
  })

  it('stands where there were no trades', () => {
    const empty = renderReport(emptyReport, { accountLabel: 'Main', nowMs })
    expect(empty).toContain('No fills.')
    expect(empty).toContain('<dt>Net</dt><dd>0 USDC</dd>')
    expect(empty).toContain('<dt>Best day</dt><dd>\u2013</dd>')
  })

  it('has no zero for a period of which nothing is known', () => {
    for (const knownUntilMs of [null, emptyReport.fromMs]) {
      const bare = renderReport({ ...emptyReport, knownUntilMs }, { accountLabel: 'Main', nowMs })
      for (const name of ['Bought', 'Sold', 'Fees', 'Net', 'Fills', 'Orders created']) {
        expect(bare).toContain(`<dt>${name}</dt><dd>\u2013</dd>`)
      }
    }
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
    fees: '123456.123456789012345678',
    realized: { state: 'estimated', amount: '-123456.123456789012345678' } as const,
    isPartial: false,
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
    expect(await end({ ...request, format: 'pdf' })).toMatchObject({ status: 'done', rows: 0 })
    expect(files()).toEqual(['starkdesk-report-2026-11-22.pdf'])
    expect(read('starkdesk-report-2026-11-22.pdf')).toBe('%PDF-1.4 of the test')
    expect(printed).toContain('2026-10-01 to 2026-10-31')
  })

  it('is not there when the printer fails', async () => {
    const { end, files } = await openExports({
      print: () => Promise.reject(new AppError('internal', { what: 'print a page', reason: 'tooLate' })),
    })
    expect(await end({ ...request, format: 'pdf' })).toMatchObject({
      status: 'failed',
      error: { code: 'internal' },
    })
    expect(files()).toEqual([])
  })

  it('is a figure a row as CSV', async ({ skip }) => {
    const { end, folder } = await openExports({ getReport: () => Promise.resolve(report) }, 'Europe/Berlin')
    expect(await end({ ...request, format: 'csv' })).toMatchObject({ status: 'done' })
    const cells = readByPython(`${folder}/starkdesk-report-2026-11-23.csv`)
    if (cells === null) return skip('no python3 on this computer')
    expect(cells[0]).toEqual(['Section', 'Day (Europe/Berlin)', 'Market', 'Figure', 'Value', 'Unit', 'State'])
    for (const row of [
      ['Period', '', '', 'Time zone', 'Europe/Berlin', '', ''],
      ['Period', '', '', 'Known from', '2026-10-02T00:00:00.000+02:00', '', ''],
      ['Period', '', '', 'Known until', '2026-10-30T00:00:00.000+01:00', '', ''],
      ['Period', '', '', 'Orders created', '1234', 'count', 'estimated'],
      ['Period', '', '', 'Winning days', '1', 'count', ''],
      ['Period', '', '', 'Volume', '1235467.000000000000000001', 'usdc', 'estimated'],
      ['Period', '', '', 'Fees', '', 'usdc', 'unknown'],
      ['Period', '', '', 'Fees by currency', '0.0000375', 'eth', 'estimated'],
      ['Period', '', '', 'Realized P&L (before fees)', '-9.25', 'usdc', 'estimated'],
      ['Period', '', '', 'Net', '', 'usdc', 'unknown'],
      ['Period', '2026-10-24', '', 'Best day', '3', 'usdc', 'known'],
      ['Period', '2026-10-25', '', 'Worst day', '-15.25', 'usdc', 'estimated'],
      ['Period', '', '', 'Orders whose fills are not all here', '2', 'count', ''],
      ['Market', '', 'ethusdc', 'Realized P&L', '-12.25', 'usdc', 'known'],
      ['Market', '', 'btcusdc', 'Realized P&L', '', 'usdc', 'unknown'],
      ['Day', '2026-10-25', '', 'Trades', '9', 'count', 'known'],
      ['Day', '2026-10-25', '', 'Realized P&L', '-15.25', 'usdc', 'estimated'],
      ['Book', '', '', 'Reason', 'check: balanceValue', 'arb', 'estimated'],
      ['Book', '', '', 'Expected', '1234.5', 'usdc', 'estimated'],
      ['Book', '', '', 'Orders whose fills are missing', '3', 'count', 'unknown'],
    ]) {
      expect(cells).toContainEqual(row)
    }
  })

  it('is empty cells, not zeros, as CSV of a period of which nothing is known', async () => {
    const { end, read } = await openExports({
      getReport: () => Promise.resolve({ ...emptyReport, knownUntilMs: null }),
    })
    await end({ ...request, format: 'csv' })
    const lines = read('starkdesk-report-2026-11-22.csv').split('\r\n')
    for (const name of ['Bought', 'Sold', 'Fees', 'Realized P&L (before fees)', 'Net']) {
      expect(lines).toContain(`Period,,,${name},,usdc,unknown`)
    }
    expect(lines).toContain('Period,,,Trades,,count,unknown')
  })

  it('is one line of JSON, figure by figure as on screen, with times as in every file', async () => {
    const { end, read } = await openExports({ getReport: () => Promise.resolve(report) }, 'Europe/Berlin')
    expect(await end({ ...request, format: 'jsonl' })).toMatchObject({ status: 'done', rows: 1 })
    const text = read('starkdesk-report-2026-11-23.jsonl')
    expect(text.endsWith('\n')).toBe(true)
    const { fromMs, toMs, knownFromMs, knownUntilMs, readingMs, best, worst, days, books, ...rest } = report
    expect([fromMs, toMs, knownFromMs, knownUntilMs, readingMs, best, worst].every(Boolean)).toBe(true)
    expect(JSON.parse(text)).toEqual({
      ...rest,
      from: '2026-10-01T00:00:00.000+02:00',
      to: '2026-11-01T00:00:00.000+01:00',
      knownFrom: '2026-10-02T00:00:00.000+02:00',
      knownUntil: '2026-10-30T00:00:00.000+01:00',
      reading: '2026-10-30T00:00:00.000+01:00',
      best: { day: '2026-10-24T00:00:00.000+02:00', amount: '3', state: 'known' },
      worst: { day: '2026-10-25T00:00:00.000+02:00', amount: '-15.25', state: 'estimated' },
      books: books.map((book) =>
        book.fault?.reason === 'check'
          ? {
              ...book,
              fault: { reason: 'check', check: 'balanceValue', expected: '1234.5', found: '-1', at: null },
            }
          : book,
      ),
      days: days.map(({ dayMs: _, ...day }) => ({ ...day, day: '2026-10-25T00:00:00.000+02:00' })),
    })
  })

  it('is refused where the period ends before it begins, before anybody is asked for a place', async () => {
    const { exports, offered } = await openExports()
    await expect(exports.start({ ...request, toMs: request.fromMs, format: 'csv' })).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'toMs' },
    })
    expect(offered).toEqual([])
  })
})

describe(`one report in three files, seed ${seed}`, () => {
  const integer = fc.bigInt({ min: 0n, max: 10n ** 24n }).map(String)
  const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,18}$/))
  const amount = fc
    .tuple(fc.constantFrom('', '-'), integer, fraction)
    .map(([sign, whole, rest]) => `${sign}${whole}${rest}`)
  const maybe = fc.option(amount)
  const state = fc.constantFrom('known' as const, 'estimated' as const)
  const figure: fc.Arbitrary<Figure> = fc.oneof(
    fc.record({ state, amount }),
    fc.constant<Figure>({ state: 'unknown' }),
  )
  const dayAt = (at: number): number => zone.timeOf(2026, 10, 1 + at)
  const extreme = fc.option(fc.record({ dayMs: fc.nat(30).map(dayAt), amount, state }))
  const byCurrency = (most: number) =>
    fc.uniqueArray(fc.record({ currency: fc.constantFrom('usdc', 'usdt', 'btc'), amount }), {
      maxLength: most,
      selector: ({ currency }) => currency,
    })
  const anyReport: fc.Arbitrary<PeriodReport> = fc.record({
    fromMs: fc.constant(report.fromMs),
    toMs: fc.constant(report.toMs),
    timeZone: fc.constant('Europe/Berlin'),
    pnlCurrency: fc.constantFrom('usdc', 'usdt'),
    orders: fc.constant(report.orders),
    trades: fc.nat(),
    markets: fc.uniqueArray(
      fc.record({
        market: fc.constantFrom('ethusdc', 'btcusdc', 'usdcusdt', 'arbusdc'),
        quote: fc.constant('usdc'),
        trades: fc.nat(),
        boughtAmount: amount,
        boughtValue: amount,
        soldAmount: amount,
        soldValue: amount,
        fees: maybe,
        realized: figure,
        isPartial: fc.boolean(),
      }),
      { selector: ({ market }) => market },
    ),
    volumes: byCurrency(3),
    fees: byCurrency(3),
    sum: fc.record({
      bought: maybe,
      sold: maybe,
      fees: maybe,
      realized: figure,
      net: figure,
      isPartial: fc.boolean(),
    }),
    best: extreme,
    worst: extreme,
    winningDays: fc.option(fc.record({ won: fc.nat(9), of: fc.integer({ min: 2, max: 9 }) })),
    days: fc.uniqueArray(
      fc.record({
        dayMs: fc.nat(30).map(dayAt),
        trades: fc.nat(),
        volumes: byCurrency(3),
        fees: maybe,
        realized: figure,
        isPartial: fc.boolean(),
      }),
      { selector: ({ dayMs: at }) => at, maxLength: 5 },
    ),
    books: fc.constant(report.books),
    ordersWithoutFills: fc.nat(),
    earlierOrdersWithoutFills: fc.nat(),
    knownFromMs: fc.option(fc.constantFrom(0, dayAt(3), dayAt(40))),
    knownUntilMs: fc.option(fc.constantFrom(0, dayAt(5), dayAt(40))),
    readingMs: fc.constant(null),
  })

  /** What a person reads: `known -1.5`, `unknown`. */
  const told = (one: Figure | string | null, isPartial = false): string => {
    if (one === null || (typeof one === 'object' && one.state === 'unknown')) return 'unknown'
    if (typeof one === 'object') return `${one.state} ${one.amount}`
    return `${isPartial ? 'estimated' : 'known'} ${one}`
  }
  type Figures = Record<string, string>

  function readJson(line: string): Figures {
    // The file's own shape: that of a report with each time as text.
    const { sum, markets, days, best, worst } = JSON.parse(line) as Omit<
      PeriodReport,
      'days' | 'best' | 'worst'
    > & {
      days: (Omit<PeriodReport['days'][number], 'dayMs'> & { day: string })[]
      best: (Figure & { day: string }) | null
      worst: (Figure & { day: string }) | null
    }
    const found: Figures = {}
    const { isPartial, ...sums } = sum
    for (const [name, one] of Object.entries(sums)) found[`sum ${name}`] = told(one, isPartial)
    for (const [name, one] of Object.entries({ best, worst })) {
      found[name] = one === null ? 'unknown' : `${one.day.slice(0, 10)} ${told(one)}`
    }
    for (const { market, fees, realized, isPartial: isPart } of markets) {
      found[`${market} fees`] = told(fees, isPart)
      found[`${market} realized`] = told(realized)
    }
    for (const { day, fees, realized, isPartial: isPart } of days) {
      found[`${day.slice(0, 10)} fees`] = told(fees, isPart)
      found[`${day.slice(0, 10)} realized`] = told(realized)
    }
    return found
  }

  const sumNames: Figures = {
    Bought: 'sum bought',
    Sold: 'sum sold',
    Fees: 'sum fees',
    'Realized P&L (before fees)': 'sum realized',
    Net: 'sum net',
    'Best day': 'best',
    'Worst day': 'worst',
  }
  const lineNames: Figures = { Fees: 'fees', 'Realized P&L': 'realized' }

  function readCsv(text: string, unit: string): Figures {
    // No cell of these rows has a comma or a quotation mark.
    const found: Figures = { best: 'unknown', worst: 'unknown' }
    for (const line of text.replace('\uFEFF', '').trimEnd().split('\r\n').slice(1)) {
      const [section = '', day = '', market = '', name = '', value = '', inUnit, said = ''] = line.split(',')
      const figures = section === 'Period' ? sumNames[name] : lineNames[name]
      if (figures === undefined || section === 'Book') continue
      expect([line, inUnit]).toEqual([line, unit])
      const key = section === 'Period' ? figures : `${section === 'Market' ? market : day} ${figures}`
      const words = [section === 'Period' ? day : '', said, value]
      found[key] = words.filter((word) => word !== '').join(' ')
    }
    return found
  }

  function readPage(html: string, unit: string): Figures {
    const plain = (cell: string): string => {
      const text = cell.replaceAll('\u202F', '').replaceAll('\u2212', '-').replaceAll('&amp;', '&')
      if (text === '\u2013') return 'unknown'
      const [, day = '', mark = '', digits = ''] =
        new RegExp(`^(?:(\\S+): )?(\u2248?)(-?\\d+(?:\\.\\d+)?) ${unit.toUpperCase()}$`).exec(text) ?? []
      expect([text, digits]).not.toEqual([text, ''])
      return [day, mark === '' ? 'known' : 'estimated', digits].filter((word) => word !== '').join(' ')
    }
    const found: Figures = {}
    for (const [, name = '', cell = ''] of html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)) {
      const key = sumNames[name.replaceAll('&amp;', '&')]
      if (key !== undefined) found[key] = plain(cell)
    }
    for (const [, head = '', row = ''] of html.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)) {
      const cells = [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell)
      const key = head.replaceAll(/<.*?>|\//g, '').toLowerCase()
      found[`${key} fees`] = plain(cells.at(-2) ?? '')
      found[`${key} realized`] = plain(cells.at(-1) ?? '')
    }
    return found
  }

  it('has the same figures in each, state and amount', async () => {
    let given = emptyReport
    let page = ''
    const { end, folder, files } = await openExports(
      {
        getReport: () => Promise.resolve(given),
        print: (html) => {
          page = html
          return Promise.resolve(new Uint8Array())
        },
        chooseFile: () => Promise.resolve(join(folder, 'report')),
      },
      'Europe/Berlin',
    )
    await fc.assert(
      fc.asyncProperty(anyReport, async (one) => {
        given = one
        const texts: string[] = []
        for (const format of ['csv', 'jsonl', 'pdf'] as const) {
          expect(await end({ ...request, format })).toMatchObject({ status: 'done' })
          texts.push(readFileSync(join(folder, 'report'), 'utf8'))
        }
        expect(files()).toEqual(['report'])
        const [csv = '', jsonl = ''] = texts
        const figures = readJson(jsonl)
        expect(readCsv(csv, one.pnlCurrency)).toEqual(figures)
        expect(readPage(page, one.pnlCurrency)).toEqual(figures)
        expect(Object.keys(figures)).toHaveLength(7 + 2 * (one.markets.length + one.days.length))
      }),
      { seed, numRuns: 60 },
    )
  })
})
