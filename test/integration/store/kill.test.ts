// SIGKILL in the middle of writing leaves whole batches and nothing else.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { applyCreationPragmas } from '../../../src-main/store/worker/pragmas.ts'
import { runAndKill } from '../../fixtures/run-and-kill.ts'
import { killedPageSize, pageOfOrders } from './killed-pages.ts'
import { anyOrder, makeFile, makeFolder, open, newestFirst } from './support.ts'

test('a process killed while writing leaves a sound file with whole batches, cursor and rows together', async () => {
  const file = makeFile()
  const expected = new Map<number, Order>()
  let lastPage = 0
  for (const reports of [1, 3, 2, 7, 4]) {
    await runAndKill(new URL('write-until-killed.ts', import.meta.url), [file], reports)
    const db = new Database(file, { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    db.close()

    const store = await open(file)
    // The writer notes the number of its page as that of rows.
    const written = (await store.getOrderSync('a')).stretches[0]?.rows
    if (written === undefined) throw new Error('no page was committed')
    // What was reported as written is there, and the cursor speaks of exactly the rows that are.
    expect(written).toBeGreaterThanOrEqual(lastPage + reports)
    for (let page = lastPage + 1; page <= written; page += 1) {
      for (const order of pageOfOrders(page)) {
        const known = expected.get(order.id)
        if (!known || known.updatedAtMs <= order.updatedAtMs) expected.set(order.id, order)
      }
    }
    lastPage = written
    const rows: Order[] = []
    for (;;) {
      const page = await store.listOrders('a', anyOrder, newestFirst, rows.length, 500)
      expect(page.total).toBe(expected.size)
      rows.push(...page.rows)
      if (page.rows.length < 500) break
    }
    expect(rows).toEqual([...expected.values()].sort((a, b) => b.id - a.id))

    // Candles go in their own transactions: those of a page are all here or none, and coverage says which.
    const coverage = await store.getCandleCoverage('n', 'ethusdc', 1)
    const { candles } = await store.getCandles('n', 'ethusdc', 1, null, 1_000_000)
    expect(candles.timesMs.length % killedPageSize).toBe(0)
    expect(coverage).toHaveLength(1)
    expect(coverage[0]).toMatchObject({ fromMs: candles.timesMs[0], toMs: candles.timesMs.at(-1) })
    await store.close()
  }
}, 120_000)

test('a new file carries our mark from its first commit on, so that no kill leaves a stranger’s', () => {
  const file = join(makeFolder(), 'starkdesk.db')
  const db = new Database(file)
  applyCreationPragmas(db, dataFile.applicationId)
  db.close()
  const header = readFileSync(file)
  expect(header.readInt32BE(68)).toBe(dataFile.applicationId)
  // The file change counter counts commits (sqlite.org/fileformat2.html, 1.3.6).
  expect(header.readUInt32BE(24)).toBe(1)
})

test('a process killed while it makes a new database leaves one that opens', async () => {
  const folder = makeFolder()
  for (let round = 0; round < 6; round += 1) {
    const rounds = join(folder, String(round))
    mkdirSync(rounds)
    await runAndKill(new URL('create-until-killed.ts', import.meta.url), [rounds], 1 + round * 3)
    const numbers = readdirSync(rounds).map((name) => Number.parseInt(name, 10))
    const db = openDatabase(join(rounds, `${Math.max(...numbers)}.db`), dataFile, 0)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
    db.close()
  }
}, 120_000)
