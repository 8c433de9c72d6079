// A line of the log can be found and says where a fault was.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { openLog } from '../../../src-main/diagnostics/log.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-log-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function readLines(name = 'starkdesk.log'): unknown[] {
  const text = readFileSync(join(folder, name), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

const log = () => openLog(folder, fixedClock(Date.UTC(2026, 10, 20)))

test('a fault keeps its own subject beside that of the line', () => {
  log().fault('sync', 'orders', new AppError('notFound', { what: 'account' }), { ref: 'abc' })
  expect(readLines()).toEqual([
    {
      at: '2026-11-20T00:00:00.000Z',
      level: 'fault',
      area: 'sync',
      what: 'orders',
      ref: 'abc',
      error: { code: 'notFound', what: 'account' },
    },
  ])
})

test('a fault of our own says where it was and what led to it', () => {
  const cause = new RangeError('too far', { cause: new Error('the root') })
  log().fault('store', 'read', new AppError('internal', { what: 'candles' }, cause))
  expect(readLines()).toMatchObject([
    {
      error: {
        code: 'internal',
        stack: expect.stringContaining('log.test.ts') as string,
        cause: {
          name: 'RangeError',
          message: 'too far',
          stack: expect.stringContaining('log.test.ts') as string,
          cause: { message: 'the root' },
        },
      },
    },
  ])
})

test('no secret reaches the file: neither by its shape, nor by its name, nor by way of a stack', () => {
  const key = `0x${'5e'.repeat(32)}`
  const token = `eyJ${'hb'.repeat(10)}.${'c'.repeat(40)}.${'d'.repeat(43)}`
  const phrase = `${'abandon '.repeat(11)}about`
  const cause = new Error(`could not read ${key}`, { cause: new Error(`Authorization: JWT ${token}`) })
  const opened = log()
  opened.info('app', `started with ${phrase}`, { password: 'correct horse', account: '0xf39F' })
  opened.fault('store', 'read', new AppError('internal', { password: 'correct horse' }, cause), {
    apiKey: 'k-1234',
  })
  const text = readFileSync(join(folder, 'starkdesk.log'), 'utf8')
  for (const secret of [
    key,
    key.slice(2),
    token,
    phrase,
    'abandon abandon',
    'correct horse',
    'horse',
    'k-1234',
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(readLines()).toMatchObject([
    { area: 'app', what: 'started with [redacted]', password: '[redacted]', account: '0xf39F' },
    {
      error: {
        code: 'internal',
        stack: expect.stringContaining('log.test.ts') as string,
        cause: { message: 'could not read [redacted]', cause: { message: 'Authorization: [redacted]' } },
      },
    },
  ])
})

test('the log never grows beyond two files of its limit', () => {
  const opened = log()
  for (let line = 0; line < 100; line += 1) opened.info('app', 'x'.repeat(30_000))
  const sizes = ['starkdesk.log', 'starkdesk.1.log'].map((name) => readFileSync(join(folder, name)).length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000_000)
})

test('a folder that cannot be used turns the log into stderr', () => {
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  openLog(join(file, 'logs'), fixedClock(0)).fault('app', 'start', new Error('no folder'))
  const said = stderr.mock.calls.map(([text]) => String(text)).join('')
  stderr.mockRestore()
  expect(said).toContain('cannot keep a log')
  expect(said).toContain('no folder')
})

test('a line that is too long says what failed and where, not all of the story', () => {
  const opened = log()
  const story = new Error('ä'.repeat(40_000))
  opened.fault('store', 'read', story, { ref: '0123abcd' })
  opened.info('app', 'started')
  expect(readLines()).toEqual([
    {
      at: '2026-11-20T00:00:00.000Z',
      level: 'fault',
      area: 'store',
      what: 'read',
      ref: '0123abcd',
      error: { code: null, name: 'Error' },
      isCut: true,
    },
    expect.objectContaining({ what: 'started' }),
  ])
})
