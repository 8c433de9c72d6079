// The list of licences is read as packaging writes it, or not at all.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLicences } from '../../../src-main/diagnostics/licences.ts'

let folder: string
let faults: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-licences-'))
  faults = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openLicences(join(folder, 'licences.json'), (error) => faults.push(error))
const write = (value: unknown): void => writeFileSync(join(folder, 'licences.json'), JSON.stringify(value))

test('it is told by name, and each text by its place in what was told', async () => {
  write([
    { name: 'zod', version: '4.1.0', licence: 'MIT', text: 'of zod' },
    { name: 'big.js', version: '7.0.0', licence: 'MIT', text: 'of big.js' },
  ])
  const licences = open()
  expect(await licences.list()).toEqual([
    { name: 'big.js', version: '7.0.0', licence: 'MIT' },
    { name: 'zod', version: '4.1.0', licence: 'MIT' },
  ])
  expect(await licences.text(1)).toBe('of zod')
  await expect(licences.text(2)).rejects.toMatchObject({ code: 'notFound' })
  expect(faults).toEqual([])
})

test('a build without it has none, which is no fault', async () => {
  expect(await open().list()).toBeNull()
  expect(faults).toEqual([])
})

test('one that is damaged or of another shape is none, and is a fault', async () => {
  write([{ name: 'zod' }])
  expect(await open().list()).toBeNull()
  writeFileSync(join(folder, 'licences.json'), '[{')
  expect(await open().list()).toBeNull()
  expect(faults).toHaveLength(2)
})
