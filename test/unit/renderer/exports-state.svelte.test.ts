// How the page follows a file that is being written, and its words.
import { afterEach, describe, expect, it } from 'vitest'
import type { ExportRequest } from '../../../src-preload/contract/app/exports.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { describeError } from '../../../src-renderer/text/errors/describe-error.ts'
import { describeDone, describeProgress } from '../../../src-renderer/text/export-text.ts'
import { exports } from '../../../src-renderer/shell/state/exports.svelte.ts'
import { savedFile } from '../../../src-renderer/shell/state/saved-file.svelte.ts'
import { installFakeMain } from './features/fake-main.ts'

const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const wish: ExportRequest = { what: 'pnl', format: 'csv' }

afterEach(() => {
  exports.dismiss()
  savedFile.dismiss()
})

describe('a file that is asked for', () => {
  it('is told from its beginning to its end, and then no more', async () => {
    const main = installFakeMain({ 'exports:start': () => ({ id }) })
    await exports.start(wish)
    main.emit('exports:changed', { status: 'running', id, rows: 500, of: 1_000 })
    expect(exports.state).toEqual({ status: 'running', id, rows: 500, of: 1_000 })
    expect(exports.isBusy).toBe(true)
    expect(exports.wish).toEqual(wish)
    main.emit('exports:changed', { status: 'done', id, file: 'pnl.csv', rows: 1_000 })
    expect(savedFile.last).toMatchObject({ file: 'pnl.csv' })
    expect(exports.isBusy).toBe(false)
    main.emit('exports:changed', { status: 'running', id, rows: 1, of: null })
    expect(exports.state).toEqual({ status: 'idle' })
  })

  it('keeps what was told of it before the answer came', async () => {
    const main = installFakeMain({
      'exports:start': () => {
        main.emit('exports:changed', { status: 'done', id, file: 'pnl.csv', rows: 0 })
        return { id }
      },
    })
    await exports.start(wish)
    expect(exports.state).toEqual({ status: 'idle' })
    expect(savedFile.last).toMatchObject({ file: 'pnl.csv' })
  })

  it('is forgotten where no place was chosen', async () => {
    installFakeMain({ 'exports:start': () => ({ id: null }) })
    await exports.start(wish)
    expect(exports.state).toEqual({ status: 'idle' })
  })

  it('says why its folder could not be shown, until another file is told of', async () => {
    const main = installFakeMain({
      'exports:start': () => ({ id }),
      'app:showSavedFile': () => {
        throw new AppError('notFound', { what: 'file' })
      },
    })
    await exports.start(wish)
    main.emit('exports:changed', { status: 'done', id, file: 'pnl.csv', rows: 1 })
    await savedFile.show()
    expect(savedFile.fault?.code).toBe('notFound')
    expect(savedFile.last?.file).toBe('pnl.csv')
    savedFile.tell('Another one.', 'other.csv')
    expect(savedFile.fault).toBeNull()
  })

  it('is refused with main’s reason', async () => {
    installFakeMain({
      'exports:start': () => {
        throw new AppError('validation', { field: 'export', reason: 'running' })
      },
    })
    await exports.start(wish)
    if (exports.state.status !== 'refused') throw new Error('not refused')
    expect(describeError(exports.state.error).happened).toBe(
      'Another file is being saved. Wait until it is done.',
    )
  })

  it('is not asked for twice at once', async () => {
    const answer = Promise.withResolvers<{ id: string | null }>()
    const main = installFakeMain({ 'exports:start': () => answer.promise })
    const asked = exports.start(wish)
    await exports.start(wish)
    expect(main.calls).toEqual(['exports:start'])
    answer.resolve({ id: null })
    await asked
  })

  it('is cancelled once, and by its id', async () => {
    const cancelled: string[] = []
    const main = installFakeMain({
      'exports:start': () => ({ id }),
      'exports:cancel': (input) => {
        cancelled.push(input.id)
        return {}
      },
    })
    await exports.cancel()
    await exports.start(wish)
    main.emit('exports:changed', { status: 'running', id, rows: 0, of: null })
    await Promise.all([exports.cancel(), exports.cancel()])
    expect(cancelled).toEqual([id])
    expect(exports.isCancelling).toBe(true)
    main.emit('exports:changed', { status: 'cancelled', id })
    expect([exports.isCancelling, exports.state.status]).toEqual([false, 'cancelled'])
  })
})

it.each([
  [describeProgress('orders', 0, null), 'Exporting orders'],
  [describeProgress('orders', 12_500, null), 'Exporting orders: 12,500 so far'],
  [describeProgress('fills', 12_500, 400_000), 'Exporting 12,500 of 400,000 fills'],
  [describeProgress('report', 0, null), 'Exporting the report'],
  [describeDone('orders', 1, 'a.csv'), '1 order exported to a.csv.'],
  [describeDone('pnlHistory', 2_000, 'a.csv'), '2,000 rows of PnL history exported to a.csv.'],
  [describeDone('report', 0, 'a.pdf'), 'Report exported to a.pdf.'],
  [describeDone('pnl', 7, 'a.csv'), 'Profit and loss exported to a.csv.'],
])('%s', (said, words) => {
  expect(said).toBe(words)
})

it('says of a file whose account was left that nothing was written', () => {
  const words = describeError({ code: 'cancelled', data: { reason: 'accountLeft' }, ref: null })
  expect(words.title).toBe('The export stopped')
  expect(words.done).toBe('Nothing was written.')
})
