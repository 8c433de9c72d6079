// A program with a single fuse that does not stand as it must is found out. The wires are flipped by Electron's own tool in a
// file of our making.
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fuseSettings, readFuses } from '../../../scripts/package/fuses.ts'

const folder = mkdtempSync(join(tmpdir(), 'starkdesk-fuses-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** A file such as Electron's binary: bytes, the sentinel, version 1, the length, and the wire as Electron ships it. */
function makeBinary(name: string, wires = 1, length = 9): string {
  const wire = Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([1, length]),
    Buffer.from('101000101').subarray(0, length),
  ])
  const parts = Array.from({ length: wires }, () => [randomBytes(70_000), wire, randomBytes(500)])
  const file = join(folder, name)
  writeFileSync(file, Buffer.concat(parts.flat()))
  return file
}

const right = {
  version: FuseVersion.V1,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
} as const

describe('the fuses of a program', () => {
  test('as they must be are no fault, in both parts of a universal one too', async () => {
    for (const wires of [1, 2]) {
      const file = makeBinary(`right-${wires}`, wires)
      await flipFuses(file, right)
      expect(readFuses(file)).toEqual({ kind: 'read', wires, faults: [] })
    }
  })

  test.each([
    ['runAsNode', { [FuseV1Options.RunAsNode]: true }],
    ['enableCookieEncryption', { [FuseV1Options.EnableCookieEncryption]: false }],
    ['enableNodeOptionsEnvironmentVariable', { [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true }],
    ['enableNodeCliInspectArguments', { [FuseV1Options.EnableNodeCliInspectArguments]: true }],
    [
      'enableEmbeddedAsarIntegrityValidation',
      { [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false },
    ],
    ['onlyLoadAppFromAsar', { [FuseV1Options.OnlyLoadAppFromAsar]: false }],
    ['grantFileProtocolExtraPrivileges', { [FuseV1Options.GrantFileProtocolExtraPrivileges]: true }],
  ])('with %s the wrong way round are a fault, and only that one', async (name, change) => {
    const file = makeBinary(`wrong-${name}`)
    await flipFuses(file, { ...right, ...change })
    const reading = readFuses(file)
    expect(reading).toMatchObject({ kind: 'read', faults: [expect.stringContaining(name)] })
  })

  test('of which only one part of a universal program is right are faults', async () => {
    const file = makeBinary('half')
    await flipFuses(file, right)
    const untouched = makeBinary('untouched')
    writeFileSync(file, Buffer.concat([readFileSync(file), readFileSync(untouched)]))
    const reading = readFuses(file)
    expect(reading).toMatchObject({ kind: 'read', wires: 2 })
    expect(reading.kind === 'read' ? reading.faults.length : 0).toBeGreaterThan(0)
  })

  test('that a wire is too short for are faults', async () => {
    const file = makeBinary('short', 1, 7)
    const shorter = Object.entries(right).filter(
      ([key]) => key !== String(FuseV1Options.GrantFileProtocolExtraPrivileges),
    )
    await flipFuses(file, { ...Object.fromEntries(shorter), version: FuseVersion.V1 })
    expect(readFuses(file)).toMatchObject({
      faults: ['grantFileProtocolExtraPrivileges must be off, and is not in the wire (wire 1)'],
    })
  })

  test('that are in a wire of a later version are a fault', () => {
    const file = join(folder, 'later')
    writeFileSync(file, Buffer.concat([Buffer.from(sentinel), Buffer.from([2, 1, 0x31])]))
    expect(readFuses(file)).toMatchObject({ faults: ['wire 1 is of version 2, which is not known'] })
  })

  test('are not there in a program that is no Electron', () => {
    const file = join(folder, 'no-wire')
    writeFileSync(file, '#!/bin/sh\nexit 0\n')
    expect(readFuses(file)).toEqual({ kind: 'noWire' })
  })
})

test('what electron-builder is told to flip is every fuse that is read back', () => {
  expect(Object.keys(fuseSettings)).toHaveLength(Object.keys(right).length - 1)
})
