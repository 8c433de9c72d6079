// Which files and folders the store refuses, by which name, and that it leaves them as they were.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { refuseOldNode } from '../../../src-main/store/worker/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import {
  anyOrder,
  clock,
  makeFile,
  makeFolder,
  open,
  sampleAccount,
  sampleOrder,
  newestFirst,
} from './support.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

const isRoot = process.getuid?.() === 0
const tryOpen = (file: string) => openStore({ file, clock, workerUrl })

/** Every file of the folder with its bytes, to prove that nothing was touched, added or taken away. */
function readFolder(file: string): Record<string, string> {
  const folder = dirname(file)
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  )
}

async function makeFilled(orders: number): Promise<string> {
  const file = makeFile()
  const store = await open(file)
  await store.putAccount(sampleAccount('a'))
  const rows = Array.from({ length: orders }, (_, id) => sampleOrder(id))
  await store.putOrders('a', rows, null)
  await store.close()
  return file
}

/** Raises the version of a file of ours, as a newer app would. */
function makeNewer(file: string): void {
  const db = new Database(file)
  db.pragma('user_version = 999')
  db.close()
}

test('a database of a newer version is refused by name and not touched, byte for byte', async () => {
  const file = await makeFilled(10)
  makeNewer(file)
  const before = readFolder(file)
  const modifiedMs = statSync(file).mtimeMs
  await expect(tryOpen(file)).rejects.toMatchObject({
    code: 'databaseTooNew',
    data: { found: 999, supported: migrations.length, file },
  })
  expect(readFolder(file)).toEqual(before)
  expect(statSync(file).mtimeMs).toBe(modifiedMs)
})

test('a newer version is recognised even when it is still only in the write-ahead log', async () => {
  const original = await makeFilled(10)
  const db = new Database(original)
  db.pragma('user_version = 999')
  // What a crash of the newer app leaves: the log not yet merged into the file.
  const file = makeFile()
  mkdirSync(dirname(file))
  for (const suffix of ['', '-wal']) copyFileSync(`${original}${suffix}`, `${file}${suffix}`)
  db.close()
  const before = readFolder(file)
  expect(readFileSync(file).readInt32BE(60)).toBe(migrations.length)
  await expect(tryOpen(file)).rejects.toMatchObject({ code: 'databaseTooNew', data: { found: 999 } })
  expect(readFolder(file)).toMatchObject(before)
})

test('another program’s database is recognised and left alone', async () => {
  const file = join(makeFolder(), 'strange.db')
  const db = new Database(file)
  db.exec("CREATE TABLE accounts (secret TEXT); INSERT INTO accounts VALUES ('theirs')")
  db.close()
  const before = readFolder(file)
  const refusal = { code: 'databaseUnavailable', data: { file, reason: 'anotherProgram' } }
  await expect(tryOpen(file)).rejects.toMatchObject(refusal)
  expect(readFolder(file)).toEqual(before)

  // With the mark of another program that happens to use our version number.
  const marked = new Database(file)
  marked.pragma(`application_id = ${dataFile.applicationId + 1}`)
  marked.pragma('user_version = 1')
  marked.close()
  await expect(tryOpen(file)).rejects.toMatchObject(refusal)
})

test.each([
  ['a text', Buffer.from('This is no database.\n'.repeat(500))],
  ['a few bytes', Buffer.from('SQLite format 3\0')],
  ['zeros', Buffer.alloc(8192)],
])('%s in place of the database is refused as damaged and not touched', async (_name, bytes) => {
  const file = join(makeFolder(), 'starkdesk.db')
  writeFileSync(file, bytes)
  const before = readFolder(file)
  await expect(tryOpen(file)).rejects.toMatchObject({
    code: 'databaseCorrupt',
    data: { file, reason: 'SQLITE_NOTADB' },
  })
  expect(readFolder(file)).toEqual(before)
})

test('an empty file becomes a database', async () => {
  const file = join(makeFolder(), 'starkdesk.db')
  writeFileSync(file, '')
  const store = await open(file)
  expect(await store.listAccounts()).toEqual([])
})

test('a truncated database is refused as damaged, and stays as it is', async () => {
  const file = await makeFilled(2000)
  truncateSync(file, statSync(file).size / 2)
  const before = readFolder(file)
  await expect(tryOpen(file)).rejects.toMatchObject({ code: 'databaseCorrupt', data: { file } })
  expect(readFolder(file)[`starkdesk.db`]).toBe(before['starkdesk.db'])
})

test('a database whose inner pages are damaged says so by name instead of answering wrongly', async () => {
  const file = await makeFilled(2000)
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 20 * 4096, bytes.length - 4096)
  writeFileSync(file, bytes)
  const read = async () => {
    const store = await open(file)
    await store.listOrders('a', anyOrder, newestFirst, 0, 500)
  }
  await expect(read()).rejects.toMatchObject({ code: 'databaseCorrupt', data: { file } })
})

test('a database of ours that lacks a table is refused as damaged', async () => {
  const file = await makeFilled(1)
  const db = new Database(file)
  db.exec('DROP TABLE market_trades')
  db.close()
  await expect(tryOpen(file)).rejects.toMatchObject({
    code: 'databaseCorrupt',
    data: { file, reason: 'schema' },
  })
})

test('a file in place of the folder is refused by name', async () => {
  const inTheWay = join(makeFolder(), 'data')
  writeFileSync(inTheWay, 'a note')
  const file = join(inTheWay, 'starkdesk.db')
  await expect(tryOpen(file)).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { file, reason: 'EEXIST' },
  })
  const deeper = join(inTheWay, 'deeper', 'starkdesk.db')
  await expect(tryOpen(deeper)).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { file: deeper, reason: 'ENOTDIR' },
  })
  expect(readFileSync(inTheWay, 'utf8')).toBe('a note')
})

test('a folder in place of the file is refused by name', async () => {
  const file = makeFolder()
  await expect(tryOpen(file)).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { file, reason: 'EISDIR' },
  })
  expect(readdirSync(file)).toEqual([])
})

test.skipIf(isRoot)('a folder or file without permission is refused by name', async () => {
  const file = await makeFilled(1)
  chmodSync(file, 0o400)
  await expect(tryOpen(file)).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { reason: 'EACCES' },
  })
  chmodSync(file, 0o000)
  await expect(tryOpen(file)).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { reason: 'EACCES' },
  })
  const locked = join(makeFolder(), 'locked')
  mkdirSync(locked, { mode: 0o500 })
  await expect(tryOpen(join(locked, 'starkdesk.db'))).rejects.toMatchObject({
    code: 'databaseUnavailable',
    data: { reason: 'EACCES' },
  })
})

test('a database that another process holds locked is refused by name after waiting', async () => {
  const file = await makeFilled(1)
  const db = new Database(file)
  db.pragma('locking_mode = EXCLUSIVE')
  db.exec('BEGIN EXCLUSIVE; UPDATE settings SET value = value; COMMIT')
  try {
    await expect(tryOpen(file)).rejects.toMatchObject({
      code: 'databaseUnavailable',
      data: { file, reason: 'SQLITE_BUSY' },
    })
  } finally {
    db.close()
  }
})

test('a Node that SQLite would bring down is refused by name', () => {
  expect(() => refuseOldNode('20.20.2', '/data/starkdesk.sqlite')).toThrow(
    expect.objectContaining({
      code: 'databaseUnavailable',
      data: { file: '/data/starkdesk.sqlite', reason: 'nodeTooOld', version: '20.20.2' },
    }),
  )
  expect(() => refuseOldNode(process.versions.node, '/data/starkdesk.sqlite')).not.toThrow()
})
