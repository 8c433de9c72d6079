// SIGKILL in the middle of a drop leaves rows and what is known of them together.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dataKinds } from '../../../src-preload/contract/app/data.ts'
import { runAndKill } from '../../fixtures/run-and-kill.ts'
import { droppedBeforeMs, findFaults, ownTables, readTables, rowsOf } from './kept-tables.ts'
import { makeFile, open } from './support.ts'

test('a process killed while it drops leaves a sound file in which nothing speaks of rows that are gone', async () => {
  const file = makeFile()
  let own: string | null = null
  for (const pieces of [1, 4, 9, 14, 21, 30, 44]) {
    await runAndKill(new URL('drop-until-killed.ts', import.meta.url), [file], pieces)
    const db = new Database(file, { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    db.close()
    expect(findFaults(readTables(file))).toEqual([])
    const ownNow = JSON.stringify(ownTables(file))
    own ??= ownNow
    expect(ownNow).toBe(own)
  }

  // Whoever goes on gets to the same end as if nothing had happened.
  const store = await open(file)
  for (const kind of dataKinds) {
    while ((await store.dropBefore(kind, droppedBeforeMs, 7)).hasMore);
    while ((await store.dropAll(kind, 7)).hasMore);
  }
  const tables = readTables(file)
  const left = Object.keys(tables).filter((name) => rowsOf(tables, name).length > 0)
  expect(left.sort()).toEqual([
    'accounts',
    'migration_history',
    // How often lists have changed, which only rises.
    'order_changes',
    'settings',
    'watched_markets',
  ])
}, 120_000)
