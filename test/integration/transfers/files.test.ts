// What is exported is what the list shows, whole, without a signature, or not there at all.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { historyEntry, sentTransfer, transferStates } from '../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { failureOf, startMs } from '../../fixtures/test-client.ts'
import { sampleIntent } from '../../unit/store/sample-transfers.ts'
import { account, inUse } from '../world.ts'
import { everything, openFiles, readTable, signature } from './files-world.ts'

const { id } = sampleIntent(3)
const receipt = z.strictObject({
  version: z.literal(1),
  asOfMs: z.int(),
  senderLabel: z.string(),
  transfer: sentTransfer,
  steps: z.array(z.strictObject({ state: z.enum(transferStates), atMs: z.int() })),
})

describe('exporting the history', () => {
  it('writes as JSON Lines exactly what the list shows, in its order', async () => {
    const { files, folder, list, offered } = await openFiles()
    const entries = await list(everything)
    expect(entries).toHaveLength(9)
    const done = await files.export({ filter: everything, format: 'jsonl' })
    expect(done).toEqual({ file: 'starkdesk-transfers-2026-11-20.jsonl', count: 9 })
    expect(offered).toEqual(['starkdesk-transfers-2026-11-20.jsonl'])
    const text = readFileSync(join(folder, offered[0] ?? ''), 'utf8')
    expect(text.endsWith('\n')).toBe(true)
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => historyEntry.parse(JSON.parse(line)))).toEqual(entries)
  })

  it('gives every line of a kind the same fields in the same order', async () => {
    const { files, folder, offered } = await openFiles()
    await files.export({ filter: everything, format: 'jsonl' })
    const lines = readFileSync(join(folder, offered[0] ?? ''), 'utf8')
      .trimEnd()
      .split('\n')
    const shapes = lines.flatMap((line) => {
      const entry = historyEntry.parse(JSON.parse(line))
      return entry.kind === 'journal' ? [Object.keys(entry.transfer).join()] : []
    })
    expect(new Set(shapes)).toEqual(new Set([Object.keys(sentTransfer.shape).join()]))
  })

  it('writes as CSV only the rows that the filter leaves, in the order of the list', async () => {
    const { files, folder, list, offered } = await openFiles()
    const filter = { ...everything, states: ['succeeded', 'abandoned', 'found'] as const, fromMs: 1000 }
    const asked = { ...filter, states: [...filter.states] }
    const shown = await list(asked)
    expect(await files.export({ filter: asked, format: 'csv' })).toMatchObject({ count: shown.length })
    const rows = readTable(readFileSync(join(folder, offered[0] ?? ''), 'utf8'))
    expect(rows.map((row) => row['Reference'])).toEqual(
      shown.map((entry) =>
        entry.kind === 'journal' ? entry.transfer.reference : entry.transfer.told.reference,
      ),
    )
    expect(rows.map((row) => row['State'])).toEqual(['found', 'abandoned', 'abandoned', 'abandoned'])
  })

  it('writes the names of the columns alone where the filter leaves nothing', async () => {
    const { files, folder, offered } = await openFiles()
    const filter = { ...everything, text: 'nothing has this' }
    expect(await files.export({ filter, format: 'csv' })).toMatchObject({ count: 0 })
    const text = readFileSync(join(folder, offered[0] ?? ''), 'utf8')
    expect(text.split('\r\n')).toHaveLength(2)
    expect(text).toContain('Created (UTC)')
  })

  it('writes nothing when no place is chosen', async () => {
    const { files, folder } = await openFiles({ chooseFile: () => Promise.resolve(null) })
    expect(await files.export({ filter: everything, format: 'csv' })).toEqual({ file: null, count: 0 })
    expect(await files.saveReceipt({ id, format: 'json' })).toEqual({ file: null })
    expect(readdirSync(folder)).toEqual([])
  })

  it('asks for no place while no account is in use', async () => {
    const { files, offered } = await openFiles({ current: inUse(null) })
    const failed = await failureOf(files.export({ filter: everything, format: 'csv' }))
    expect(failed).toMatchObject({ code: 'notFound' })
    expect(offered).toEqual([])
  })
})

describe('saving a receipt', () => {
  it('writes the whole record as JSON, with its steps', async () => {
    const { files, folder, journal, offered } = await openFiles()
    expect(await files.saveReceipt({ id, format: 'json' })).toEqual({ file: 'starkdesk-transfer-ref-3.json' })
    const text = readFileSync(join(folder, offered[0] ?? ''), 'utf8')
    const record = receipt.parse(JSON.parse(text))
    expect(record).toMatchObject({
      asOfMs: startMs,
      senderLabel: account.label,
      transfer: { id, state: 'differs' },
    })
    expect(record.steps).toEqual(await journal.getTransferSteps(id))
    expect(record.steps.at(-1)).toMatchObject({ state: 'differs' })
  })

  it('writes as PDF what the printer gave for the page of the receipt', async () => {
    const { files, folder, offered } = await openFiles()
    expect(await files.saveReceipt({ id, format: 'pdf' })).toEqual({ file: 'starkdesk-transfer-ref-3.pdf' })
    const text = readFileSync(join(folder, offered[0] ?? ''), 'utf8')
    expect(text).toMatch(/^printed <!doctype html>/)
    expect(text).toContain('Differs from your request')
  })

  it('knows nothing of a transfer that is not there', async () => {
    const { files, offered } = await openFiles()
    const failed = await failureOf(files.saveReceipt({ id: sampleIntent(99).id, format: 'json' }))
    expect(failed).toMatchObject({ code: 'notFound' })
    expect(offered).toEqual([])
  })

  it('leaves no file where printing fails, and what was there before', async () => {
    const { files, folder } = await openFiles({
      print: () => Promise.reject(new AppError('internal', { what: 'print a page' })),
    })
    const file = join(folder, 'starkdesk-transfer-ref-3.pdf')
    writeFileSync(file, 'kept')
    expect(await failureOf(files.saveReceipt({ id, format: 'pdf' }))).toMatchObject({ code: 'internal' })
    expect(readdirSync(folder)).toEqual(['starkdesk-transfer-ref-3.pdf'])
    expect(readFileSync(file, 'utf8')).toBe('kept')
  })
})

test('no file has the signature', async () => {
  const { files, folder, journal } = await openFiles()
  expect((await journal.getStoredTransfer(id))?.signature).toEqual(signature)
  for (const format of ['csv', 'jsonl'] as const) await files.export({ filter: everything, format })
  for (const format of ['json', 'pdf'] as const) await files.saveReceipt({ id, format })
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(texts).toHaveLength(4)
  for (const text of texts) {
    expect(text).not.toContain('5ec7e700')
    expect(text).not.toMatch(/signature"/i)
  }
})

describe('a place that cannot be written', () => {
  it('is told with the reason, and nothing is left in it', async () => {
    const { files, folder } = await openFiles({
      chooseFile: (name) => Promise.resolve(join(blocked, name)),
    })
    const blocked = join(folder, 'no-folder')
    writeFileSync(blocked, 'kept')
    const failed = await failureOf(files.export({ filter: everything, format: 'csv' }))
    expect(failed.code).toBe('fileUnavailable')
    expect(failed.data).toMatchObject({ file: join(blocked, 'starkdesk-transfers-2026-11-20.csv') })
    expect(failed.data['reason']).toMatch(/^(ENOTDIR|EEXIST)$/)
    expect(readFileSync(blocked, 'utf8')).toBe('kept')
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'is told for a folder that may only be read',
    async () => {
      const { files, folder } = await openFiles({
        chooseFile: (name) => Promise.resolve(join(locked, name)),
      })
      const locked = join(folder, 'locked')
      mkdirSync(locked)
      chmodSync(locked, 0o500)
      expect(await failureOf(files.saveReceipt({ id, format: 'json' }))).toMatchObject({
        code: 'fileUnavailable',
        data: { reason: 'EACCES' },
      })
      expect(readdirSync(locked)).toEqual([])
    },
  )

  it('keeps the folder that has the name of the file', async () => {
    const { files, folder } = await openFiles()
    const name = 'starkdesk-transfer-ref-3.json'
    mkdirSync(join(folder, name, 'inside'), { recursive: true })
    expect(await failureOf(files.saveReceipt({ id, format: 'json' }))).toMatchObject({
      code: 'fileUnavailable',
    })
    expect(readdirSync(folder)).toEqual([name])
  })
})
