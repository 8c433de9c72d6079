// A vault outlives a disk without room, with a real full file system and a real limit of the system.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { cheap } from './cheap-scrypt.ts'
import { bulkOf, passwordOf } from './killed-content.ts'
import { faultOf, makeVaultFile, MovableClock, password, restart } from './support.ts'

const report = z.strictObject({
  written: z.int(),
  reason: z.string(),
  refused: z.null(),
  isLastThere: z.literal(true),
})

test.skipIf(process.platform === 'win32')(
  'a file that may not become larger keeps its old content, and smaller writes still work',
  async () => {
    const file = makeVaultFile()
    const script = fileURLToPath(new URL('fill-disk.ts', import.meta.url))
    // POSIX counts this limit in blocks of 512 bytes: 128 KiB in sh, 256 KiB where sh is bash.
    const child = spawnSync('sh', ['-c', 'ulimit -f 256 && exec "$0" "$@"', process.execPath, script, file], {
      encoding: 'utf8',
    })
    expect(child.stderr).toBe('')
    const { written, reason } = report.parse(JSON.parse(child.stdout))
    expect(reason).toBe('EFBIG')
    expect(written).toBeGreaterThan(1)
    expect(readdirSync(dirname(file))).toEqual(['vault'])
    const vault = restart(file)
    await vault.unlock(passwordOf(0))
    for (let number = 1; number <= written + 1; number += 1) {
      const isThere = number > 1 && number <= written
      const found = await vault.store.get(`account-${number}`, 'refreshToken')
      expect(found).toBe(isThere ? bulkOf(number) : null)
    }
  },
)

/** A file system of this many bytes, or null where this user may not mount one. */
function mountSmall(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  onTestFinished(() => {
    execFileSync('umount', [folder])
  })
  return folder
}

test('a full disk leaves the vault as it was, locked out of nothing', async ({ skip }) => {
  const folder = mountSmall(128 * 1024)
  if (folder === null) return skip('mounting takes root')
  const file = join(folder, 'vault')
  const faults: string[] = []
  const open = () =>
    openVault({ file, clock: new MovableClock(), scrypt: cheap, onFault: (what) => faults.push(what) })
  const vault = open()
  await vault.create(password)
  await vault.store.set('a', 'refreshToken', bulkOf(1))
  const fault = await faultOf(vault.store.set('b', 'refreshToken', bulkOf(2) + bulkOf(3).slice(0, 20_000)))
  expect(fault).toMatchObject({ code: 'databaseUnavailable', data: { file, reason: 'ENOSPC' } })
  expect(readdirSync(folder)).toEqual(['vault'])
  expect([await vault.store.get('a', 'refreshToken'), await vault.store.get('b', 'refreshToken')]).toEqual([
    bulkOf(1),
    null,
  ])

  // Now to the last byte: not even the count of wrong passwords has room.
  for (const size of [16_384, 4096]) {
    for (let index = 0; ; index += 1) {
      try {
        writeFileSync(join(folder, `filler-${size}-${index}`), Buffer.alloc(size))
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
        break
      }
    }
  }
  const full = readdirSync(folder)
  const changing = await faultOf(vault.changePassword(password, 'another password'))
  expect(changing).toMatchObject({ code: 'databaseUnavailable', data: { reason: 'ENOSPC' } })
  const later = open()
  expect(await faultOf(later.unlock('not the password'))).toMatchObject({ code: 'wrongPassword' })
  await later.unlock(password)
  expect(await later.store.get('a', 'refreshToken')).toBe(bulkOf(1))
  expect(faults).toContain('keep the count of wrong passwords')
  expect(readdirSync(folder)).toEqual(full)
})
