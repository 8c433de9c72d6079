// The app's own files go, and nothing else of a folder.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { removeOwnFiles } from '../../../src-main/removal/own-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-removal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function makeFolder(name: string, inside: readonly string[]): void {
  mkdirSync(join(folder, name))
  for (const one of inside) writeFileSync(join(folder, name, one), 'x')
}

test('data, vault, what was set aside, backups and logs go; what is a person’s or Chromium’s stays', () => {
  const own = [
    'starkdesk.sqlite',
    'starkdesk.sqlite-wal',
    'starkdesk.sqlite-shm',
    'starkdesk.sqlite.damaged-20260731T120102123Z',
    'starkdesk.sqlite.damaged-20260731T120102123Z-wal',
    'starkdesk.sqlite.repair.json',
    'starkdesk-journal.sqlite',
    'starkdesk-journal.sqlite-wal',
    'starkdesk-journal.sqlite.damaged-20260731T120102123Z',
    'keys.vault',
    'keys.vault.attempts',
    'keys.vault.set-aside-20260731T120102123Z-2',
    'practice.json',
    'practice.json.damaged-1',
    'practice-orders.sqlite',
    'practice-orders.sqlite-wal',
    'practice-orders.sqlite.damaged-1',
    'desktop.json',
    'running.json',
    'language',
    'language.new',
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
  makeFolder('backups', [
    'own-20260731T120102123Z-v5.sqlite',
    'own-20260731T120102123Z-v5-migration.sqlite',
    'own-20260731T120102123Z-v6.sqlite.part-journal',
    'journal-20260731T120102123Z-v1.sqlite',
  ])
  makeFolder('logs', ['starkdesk.log', 'starkdesk.1.log'])
  makeFolder('updates', ['app-update.yml', 'starkdesk-updater'])
  makeFolder('Cache', ['inside'])
  makeFolder('backups of mine', ['inside'])
  expect(removeOwnFiles(folder)).toEqual([])
  expect(readdirSync(folder).sort()).toEqual([...others, 'Cache', 'backups of mine'].sort())
})

test('what a person keeps in folders that are called as the app’s stays', () => {
  makeFolder('backups', ['own-20260731T120102123Z-v5.sqlite', 'holiday.jpg'])
  makeFolder('logs', ['starkdesk.log', 'starkdesk.log.mine'])
  expect(removeOwnFiles(folder)).toEqual([])
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()).toEqual(
    ['backups', join('backups', 'holiday.jpg'), 'logs', join('logs', 'starkdesk.log.mine')].sort(),
  )
})

test('no link is followed; of a folder that is one it is said that it stays', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'starkdesk-elsewhere-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  writeFileSync(join(elsewhere, 'own-20260731T120102123Z-v5.sqlite'), 'x')
  symlinkSync(elsewhere, join(folder, 'backups'), 'junction')
  symlinkSync(elsewhere, join(folder, 'keys.vault.set-aside-1'), 'junction')
  expect(removeOwnFiles(folder)).toEqual(['backups'])
  expect(readdirSync(elsewhere)).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['backups'])
})

test('a folder that is gone, or none, does not keep the app from ending', () => {
  expect(removeOwnFiles(join(folder, 'gone'))).toEqual([])
  writeFileSync(join(folder, 'file'), 'x')
  expect(removeOwnFiles(join(folder, 'file'))).toEqual(['file'])
})
