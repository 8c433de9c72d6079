// Owns: proof that a line of the log can be found and says where a fault was. Must not: replace the file system.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixedClock } from '../../src-main/clock.ts'
import { openLog } from '../../src-main/log.ts'
import { AppError } from '../../src-preload/shared/errors.ts'

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

test('the log never grows beyond two files of its limit', () => {
  const opened = log()
  for (let line = 0; line < 60; line += 1) opened.info('app', 'x'.repeat(100_000))
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
