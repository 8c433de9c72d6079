// Owns: proof that the app's own files go, and nothing else of a folder. Must not: replace the file system.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeOwnFiles } from '../../../../src-main/services/removal/own-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-removal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('data, vault, what was set aside, backups and logs go; what is a person’s or Chromium’s stays', () => {
  const own = [
    'starkdesk.sqlite',
    'starkdesk.sqlite-wal',
    'starkdesk.sqlite-shm',
    'starkdesk.sqlite.damaged-20260731T120102123Z',
    'starkdesk.sqlite.damaged-20260731T120102123Z-wal',
    'starkdesk.sqlite.repair.json',
    'keys.vault',
    'keys.vault.attempts',
    'keys.vault.set-aside-20260731T120102123Z-2',
    'practice.json',
    'practice.json.damaged-1',
    'desktop.json',
    'running.json',
    'language',
  ]
  const others = [
    'Preferences',
    'Cookies',
    'starkdesk.sqliteX',
    'my keys.vault',
    'taxes.pdf',
    'practice.json5',
    'languages',
  ]
  for (const name of [...own, ...others]) writeFileSync(join(folder, name), 'x')
  for (const name of ['backups', 'logs', 'Cache', 'backups of mine']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'inside'), 'x')
  }
  expect(removeOwnFiles(folder)).toEqual([])
  expect(readdirSync(folder).sort()).toEqual([...others, 'Cache', 'backups of mine'].sort())
})
