// The list of licenses is read as packaging writes it, or not at all.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLicenses } from '../../../src-main/diagnostics/licenses.ts'

let folder: string
let faults: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-licenses-'))
  faults = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openLicenses(join(folder, 'licenses.json'), (error) => faults.push(error))
const write = (value: unknown): void => writeFileSync(join(folder, 'licenses.json'), JSON.stringify(value))

test('it is told by name, and each text by its place in what was told', async () => {
  write([
    { name: 'zod', version: '4.1.0', license: 'MIT', text: 'of zod' },
    { name: 'big.js', version: '7.0.0', license: 'MIT', text: 'of big.js' },
  ])
  const licenses = open()
  expect(await licenses.list()).toEqual([
    { name: 'big.js', version: '7.0.0', license: 'MIT' },
    { name: 'zod', version: '4.1.0', license: 'MIT' },
  ])
  expect(await licenses.text(1)).toBe('of zod')
  await expect(licenses.text(2)).rejects.toMatchObject({ code: 'notFound' })
  expect(faults).toEqual([])
})

test('a build without it has none, which is no fault', async () => {
  expect(await open().list()).toBeNull()
  expect(faults).toEqual([])
})

test('one that is damaged or of another shape is none, and is a fault', async () => {
  write([{ name: 'zod' }])
  expect(await open().list()).toBeNull()
  writeFileSync(join(folder, 'licenses.json'), '[{')
  expect(await open().list()).toBeNull()
  expect(faults).toHaveLength(2)
})
