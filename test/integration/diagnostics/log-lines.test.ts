// No line of the log, whatever is in it, takes a secret along.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { logFileIn, olderLogFileIn, openLog } from '../../../src-main/diagnostics/log.ts'
import { readLog, readLogLine } from '../../../src-main/diagnostics/log-lines.ts'
import { filterLogWords } from '../../../src-main/diagnostics/log-vocabulary.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { lineWith, secret } from './hostile.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-diagnostics-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('what a line may keep', () => {
  test('a fault says what, where and why by its codes, and the message stays here', () => {
    const log = openLog(folder, fixedClock(Date.UTC(2026, 10, 20)))
    const cause = new TypeError('of /home/mia/secret')
    cause.stack = 'TypeError: of /home/mia/secret\n    at read (/home/mia/app/out/main/index.js:120:14)'
    log.fault(
      'store',
      'repair the data file',
      new AppError('databaseCorrupt', { file: '/home/mia/x', reason: 'SQLITE_CORRUPT' }, cause),
      {
        ref: '0123abcd',
        orders: 2_500,
      },
    )
    const { lines, unreadable } = readLog([logFileIn(folder)])
    expect(unreadable).toBe(0)
    expect(lines).toEqual([
      {
        at: '2026-11-20T00:00:00.000Z',
        level: 'fault',
        area: 'store',
        what: 'repair the data file',
        ref: '0123abcd',
        errors: [
          { code: 'databaseCorrupt', reason: 'SQLITE_CORRUPT' },
          { name: 'TypeError', places: ['index.js:120:14'] },
        ],
        leftOut: 1,
      },
    ])
  })

  test('a message that looks like a stack gives no place away', () => {
    const message = 'first\n    at x (/out/main/index.js:123456:1)'
    const line = readLogLine(
      JSON.stringify({
        at: '2026-11-20T00:00:00.000Z',
        level: 'fault',
        area: 'app',
        what: 'closing',
        error: { name: 'Error', message, stack: `Error: ${message}\n    at y (/out/main/index.js:7:8)` },
      }),
    )
    expect(line?.errors).toEqual([{ name: 'Error', places: ['index.js:7:8'] }])
  })

  test('words that are not ours become one mark', () => {
    expect(filterLogWords('read the report of Mia Wallace 1234 now')).toBe('read the report of … now')
    expect(filterLogWords('')).toBe('')
  })

  test('whatever stands in a line, the secret is nowhere in what is kept of it', () => {
    fc.assert(
      fc.property(
        secret.chain((text) => fc.tuple(fc.constant(text), lineWith(text))),
        ([text, line]) => {
          const kept = readLogLine(JSON.stringify(line))
          const told = JSON.stringify(kept).toLowerCase()
          for (const piece of piecesOf(text)) expect(told).not.toContain(piece)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

/** A secret as a whole, and the parts of it that would give it away. */
function piecesOf(text: string): string[] {
  const small = text.toLowerCase()
  const words = small.split(/[^a-z0-9]+/).filter((word) => word.length >= 8)
  return [small, ...words.filter((word) => !['keys', 'backup', 'example'].includes(word))]
}

describe('the end of the log', () => {
  test('is read over both files, oldest first, and holds no more than the newest lines', () => {
    const line = (number: number): string =>
      JSON.stringify({
        at: new Date(number * 1_000).toISOString(),
        level: 'info',
        area: 'app',
        what: 'started',
      })
    const write = (file: string, from: number, to: number): void =>
      writeFileSync(
        file,
        `${Array.from({ length: to - from }, (_, index) => line(from + index)).join('\n')}\n`,
      )
    write(olderLogFileIn(folder), 0, 250)
    write(logFileIn(folder), 250, 350)
    const { lines } = readLog([olderLogFileIn(folder), logFileIn(folder)])
    expect(lines).toHaveLength(300)
    expect(lines[0]?.at).toBe(new Date(50_000).toISOString())
    expect(lines.at(-1)?.at).toBe(new Date(349_000).toISOString())
  })

  test('a file that is not there, that is cut off or that is none of ours holds nothing up', () => {
    writeFileSync(logFileIn(folder), 'not JSON\n{"at":"2026-11-20T00:00:00.000Z","level":"in\n[1]\n')
    expect(readLog([olderLogFileIn(folder), logFileIn(folder)])).toEqual({ lines: [], unreadable: 3 })
  })
})

describe('the words of the log', () => {
  /** Texts that the sources hand to the log as they stand there. */
  function listLogTexts(): { file: string; text: string }[] {
    const root = join(import.meta.dirname, '../../../src-main')
    const calls = /(?:log\.(?:info|fault)\(\s*'[a-z]+',\s*|onFault\(\s*)(['`])((?:(?!\1)[^\\])*)\1/g
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(join(root, name), 'utf8').matchAll(calls)].map(([, , text = '']) => ({
          file: name,
          text: text.replaceAll(/\$\{[^}]*\}/g, ''),
        })),
      )
  }

  test('every line that the sources write can be read whole in a diagnostics file', () => {
    const texts = listLogTexts()
    expect(texts.length).toBeGreaterThan(50)
    const cut = texts.filter(({ text }) => filterLogWords(text).includes('…'))
    // A new word is decided about in log-words.ts: it is put there unless it could be the user's.
    expect(cut).toEqual([])
  })
})
