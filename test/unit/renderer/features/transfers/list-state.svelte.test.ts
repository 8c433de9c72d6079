// How the list of transfers reads its rows, and what looking up and exporting come to.
import { afterEach, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { ListExport } from '../../../../../src-renderer/features/transfers/list/export.svelte.ts'
import { savedFile } from '../../../../../src-renderer/shell/state/saved-file.svelte.ts'
import { noFilter } from '../../../../../src-renderer/features/transfers/list/list-filter.ts'
import { timeOf } from '../../../../../src-renderer/features/transfers/list/list-pages.ts'
import { LookUpForm } from '../../../../../src-renderer/features/transfers/list/look-up.svelte.ts'
import { transferRows } from '../../../../../src-renderer/features/transfers/list/transfer-list.svelte.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { type Answers, installFakeMain } from '../fake-main.ts'
import { foundEntry, sentEntry } from './make-entry.ts'

/** A main with these entries, newest first, that pages them as the real one does. */
function mainWith(entries: HistoryEntry[]): Answers {
  return {
    'transfers:list': ({ filter, limit, beforeMs }) => {
      const fit = entries.filter(
        (entry) =>
          (filter.states.length === 0 ||
            filter.states.includes(entry.kind === 'journal' ? entry.transfer.state : 'found')) &&
          (beforeMs === null || timeOf(entry) < beforeMs),
      )
      return { entries: fit.slice(0, limit), hasMore: fit.length > limit, lastError: null }
    },
  }
}

const count = (from: number, to: number): HistoryEntry[] =>
  Array.from({ length: from - to + 1 }, (_, at) => sentEntry(from - at))
const readTimes = (): number[] =>
  transferRows.list.status === 'ready' ? transferRows.list.value.entries.map(timeOf) : []

let stop = (): void => undefined
afterEach(() => stop())

describe('the list of transfers', () => {
  it('is read as far as it is scrolled, and to the end when the end is wanted', async () => {
    installFakeMain(mainWith(count(1300, 1)))
    stop = transferRows.start('alice')
    await eventually(() => expect(readTimes()).toHaveLength(100))
    await transferRows.readOn()
    expect(readTimes().length).toBeGreaterThanOrEqual(199)
    await transferRows.readToEnd()
    expect(readTimes()).toEqual(Array.from({ length: 1300 }, (_, at) => 1300 - at))
  })

  it('has a new transfer on top and all that was read below it, when main tells of a change', async () => {
    const entries = count(300, 1)
    const main = installFakeMain(mainWith(entries))
    stop = transferRows.start('bob')
    await eventually(() => expect(readTimes()).toHaveLength(100))
    await transferRows.readOn()
    const before = readTimes().length
    entries.unshift(sentEntry(301))
    main.emit('transfers:changed', { ids: [] })
    await eventually(() => expect(readTimes()[0]).toBe(301))
    expect(readTimes().length).toBeGreaterThanOrEqual(before)
  })

  it('answers the filter of now, however late the answer to the one before comes', async () => {
    const answers = mainWith([sentEntry(2), foundEntry(1)])
    const list = answers['transfers:list']
    if (!list) throw new Error('no list')
    const late = Promise.withResolvers<undefined>()
    installFakeMain({
      'transfers:list': async (input) => {
        if (input.filter.states.length === 0) await late.promise
        return list(input)
      },
    })
    stop = transferRows.start('carol')
    transferRows.setFilter({ ...noFilter, groups: ['found'] })
    await eventually(() => expect(readTimes()).toEqual([1]))
    late.resolve(undefined)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(readTimes()).toEqual([1])
  })

  it('keeps its rows with the failure beside them, but never shows them for another filter that failed', async () => {
    const answers = mainWith([sentEntry(1)])
    const list = answers['transfers:list']
    if (!list) throw new Error('no list')
    let isBroken = false
    installFakeMain({
      'transfers:list': (input) => {
        if (isBroken) throw new AppError('vaultLocked')
        return list(input)
      },
    })
    stop = transferRows.start('dave')
    await eventually(() => expect(readTimes()).toEqual([1]))
    isBroken = true
    transferRows.reload()
    await eventually(() => expect(transferRows.refreshError?.code).toBe('vaultLocked'))
    expect(readTimes()).toEqual([1])
    transferRows.setFilter({ ...noFilter, groups: ['over'] })
    await eventually(() => expect(transferRows.list.status).toBe('error'))
    isBroken = false
    transferRows.setFilter(noFilter)
    await eventually(() => expect(readTimes()).toEqual([1]))
    expect(transferRows.refreshError).toBeNull()
  })

  it('keeps the filter while the account stays, and neither filter nor rows for another account', async () => {
    installFakeMain(mainWith([sentEntry(1)]))
    transferRows.start('erin')()
    transferRows.setFilter({ ...noFilter, groups: ['done'] })
    stop = transferRows.start('erin')
    expect(transferRows.choice.groups).toEqual(['done'])
    await eventually(() => expect(readTimes()).toEqual([1]))
    stop()
    stop = transferRows.start('frank')
    expect(transferRows.choice).toEqual(noFilter)
    expect(transferRows.list.status).toBe('loading')
  })
})

describe('looking up a reference', () => {
  it('gives what the service knows, and empties the field', async () => {
    const entry = foundEntry(1)
    installFakeMain({ 'transfers:find': () => ({ entry }) })
    const form = new LookUpForm()
    form.text = '  found-1 '
    expect(await form.submit()).toEqual(entry)
    expect(form.text).toBe('')
  })

  it('tells a reference that the service does not know from one that could not be asked for', async () => {
    let isBroken = false
    installFakeMain({
      'transfers:find': () => {
        if (isBroken) throw new AppError('offline')
        return { entry: null }
      },
    })
    const form = new LookUpForm()
    form.text = 'nothing'
    expect(await form.submit()).toBeNull()
    expect(form.unknownReference).toBe('nothing')
    isBroken = true
    expect(await form.submit()).toBeNull()
    expect(form.unknownReference).toBeNull()
    expect(form.error?.code).toBe('offline')
    expect(form.text).toBe('nothing')
  })

  it('says at the field what is wrong with a reference, and asks for none that is empty', async () => {
    const main = installFakeMain({
      'transfers:find': () => {
        throw new AppError('validation', { field: 'reference', reason: 'notAllowed' })
      },
    })
    const form = new LookUpForm()
    await form.submit()
    expect(form.fault).toBe('Enter a reference.')
    expect(main.calls).toEqual([])
    form.text = 'a/b'
    await form.submit()
    expect(form.fault).toMatch(/can’t contain a slash/)
    expect(form.error).toBeNull()
  })
})

describe('an export', () => {
  const filter = { text: '', states: [], fromMs: null, toMs: null }

  it('says how many went where, and nothing where no file was chosen', async () => {
    let file: string | null = 'starkdesk-transfers-2026-11-20.csv'
    installFakeMain({ 'transfers:export': () => ({ file, count: file === null ? 0 : 1 }) })
    const saving = new ListExport()
    await saving.save(filter, 'csv')
    expect(savedFile.last).toEqual({
      text: '1 transfer exported to starkdesk-transfers-2026-11-20.csv.',
      file,
    })
    savedFile.dismiss()
    file = null
    await saving.save(filter, 'csv')
    expect(savedFile.last).toBeNull()
  })

  it('that failed says nothing of a file', async () => {
    installFakeMain({
      'transfers:export': () => {
        throw new AppError('fileUnavailable', { file: 'x.csv', reason: 'ENOSPC' })
      },
    })
    const saving = new ListExport()
    await saving.save(filter, 'jsonl')
    expect(savedFile.last).toBeNull()
    expect(saving.error?.code).toBe('fileUnavailable')
  })
})
