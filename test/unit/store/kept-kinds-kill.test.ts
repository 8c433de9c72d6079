// Owns: proving that SIGKILL in the middle of a drop leaves rows and what is known of them together. Must not: wait by the clock.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { dataKinds } from '../../../src-preload/contract/data.ts'
import { droppedBeforeMs, findFaults, ownTables, readTables, rowsOf } from './kept-tables.ts'
import { makeFile, open } from './support.ts'

/** Lets the dropping process go on until it has done so many pieces, then kills it in the middle of what comes next. */
async function dropAndKill(file: string, pieces: number): Promise<void> {
  const script = fileURLToPath(new URL('drop-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  let seen = 0
  createInterface({ input: child.stdout }).on('line', () => {
    seen += 1
    if (seen === pieces) child.kill('SIGKILL')
  })
  expect(await exited).toEqual([null, 'SIGKILL'])
}

test('a process killed while it drops leaves a sound file in which nothing speaks of rows that are gone', async () => {
  const file = makeFile()
  let own: string | null = null
  for (const pieces of [1, 4, 9, 14, 21, 30, 44]) {
    await dropAndKill(file, pieces)
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
  expect(left.sort()).toEqual(['accounts', 'migration_history', 'recipients', 'settings', 'watched_markets'])
}, 120_000)
