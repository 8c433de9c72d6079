// What must not leave is not in a diagnostics file, whichever field it was put into.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DiagnosticsContent } from '../../../src-main/diagnostics/content.ts'
import { writeDiagnostics } from '../../../src-main/diagnostics/diagnostics.ts'
import { createGate, removed } from '../../../src-main/diagnostics/gate.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { secret } from './hostile.ts'

const home = '/home/mia'
const texts = [
  'Savings of Mia',
  '196be9e4-0d4c-489d-9679-1a96cb36b9fb',
  'a(b',
  '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  'mia',
]
const gate = createGate({ home, texts })

const content: DiagnosticsContent = {
  kind: 'Starkdesk diagnostics',
  format: 1,
  written: '2026-11-20T12:00:00.000Z',
  versions: {
    app: '0.1.0',
    commit: null,
    electron: '40.0.0',
    chromium: '144.0',
    node: '24.1.0',
    v8: '14.4',
    sqlite: null,
    system: 'Linux 6.1.0',
    architecture: 'x64',
  },
  timings: { servicesReadyMs: 210, runningMs: 4_000, memoryBytes: 120_000_000 },
  settings: null,
  store: null,
  connection: null,
  trading: null,
  startFault: 'databaseCorrupt',
  log: {
    lines: [{ at: '2026-11-20T11:00:00.000Z', level: 'info', area: 'app', what: 'started', leftOut: 2 }],
    unreadable: 0,
  },
}

/** Every place of a value where a text stands, as the way there. */
function textPlaces(
  value: unknown,
  way: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value === 'string') return [way]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => textPlaces(entry, [...way, name]))
}

/** A copy with another text in one place. */
function withText(value: unknown, way: readonly (string | number)[], text: string): unknown {
  const [name, ...rest] = way
  if (name === undefined) return text
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) =>
      String(index) === String(name) ? withText(entry, rest, text) : entry,
    )
  }
  const shape = value as Readonly<Record<string, unknown>>
  return { ...shape, [name]: withText(shape[name], rest, text) }
}

describe('a diagnostics file', () => {
  test('that holds nothing of the user is written as it is', () => {
    expect(JSON.parse(writeDiagnostics(content, gate))).toEqual(content)
  })

  test('with a field that nobody allowed is not written', () => {
    const more = { ...content, settings: null, keys: ['0x12'] }
    expect(() => writeDiagnostics(more, gate)).toThrow(/diagnostics/)
    expect(() => writeDiagnostics({ ...content, written: 'yesterday' }, gate)).toThrow(/schema/)
  })

  test('is refused or holds nothing of it, whichever text of it is replaced by a secret', () => {
    const places = textPlaces(content)
    const shaped = secret.filter((text) => /[0-9a-f]{40}|^eyJ|@|\/home\/|Users|( \w+){11}/i.test(text))
    fc.assert(
      fc.property(shaped, fc.constantFrom(...places), fc.boolean(), (text, place, isWithin) => {
        const hostile = withText(content, place, isWithin ? `x ${text} y` : text) as DiagnosticsContent
        let written = ''
        try {
          written = writeDiagnostics(hostile, gate)
        } catch (error) {
          expect(isAppError(error, 'internal')).toBe(true)
        }
        expect(written.includes(text) || written.includes(JSON.stringify(text).slice(1, -1))).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  test('has what is known to be the user’s taken out of its texts, in any case', () => {
    const versions = {
      ...content.versions,
      system: 'savings of MIA at 0x7e5f4552091a69125d5dfcb7b8c2659029395bdf',
    }
    const written = writeDiagnostics({ ...content, versions }, gate)
    expect(written).not.toMatch(/mia|7e5f/i)
    expect(written).toContain(removed)
  })

  test('keeps its times and places where a number or a name of the user’s is the same by chance', () => {
    const lines = [{ ...content.log.lines[0], errors: [{ name: 'Error', places: ['index.js:11:20'] }] }]
    const told = { ...content, log: { lines, unreadable: 0 } } as DiagnosticsContent
    const chance = createGate({ home, texts: ['11', '20', '2026', '1234567'] })
    expect(JSON.parse(writeDiagnostics(told, chance))).toEqual(told)
    expect(chance.clean('customer 1234567')).toBe(`customer ${removed}`)
  })

  test('has ~ for the home folder, and nothing of a home that is not known', () => {
    expect(createGate({ home: '/srv/of-mia', texts: [] }).clean('in /srv/of-mia/x')).toBe('in ~/x')
    expect(gate.clean(String.raw`at C:\Users\Bob Smith\x`)).not.toContain('Bob')
    expect(gate.clean('at /Users/bob/x')).toBe(`at ${removed}`)
  })
})
