// The vault's files are whole at any time: faults of the disk, leftovers, odd things in their place.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Durability,
  readBounded,
  removeDurably,
  removeTemporaryFiles,
  writeAtomically,
} from '../../../../src-main/keychain/vault/vault-file.ts'
import { faultOf, makeVaultFile, password, restart } from './support.ts'

const onDisk: Durability = {
  onUnsynced: (error) => {
    throw error
  },
}

describe('a file that is written at once', () => {
  test('is there whole, for its owner only, in a folder that is made when missing', async () => {
    const file = join(dirname(makeVaultFile()), 'new', 'folder', 'vault')
    await writeAtomically(file, Buffer.from('content'), onDisk)
    expect(await readBounded(file, 100)).toEqual(Buffer.from('content'))
    if (process.platform === 'win32') return
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
  })

  test.skipIf(process.platform === 'win32')('closes what others could read before', async () => {
    const file = makeVaultFile()
    writeFileSync(file, 'old')
    chmodSync(file, 0o644)
    await writeAtomically(file, Buffer.from('new'), onDisk)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('takes leftovers of killed writes away with it, and nothing else', async () => {
    const file = makeVaultFile()
    const folder = dirname(file)
    const others = ['vault.attempts', 'vault.new', 'vault.0123456789ab.new.txt', 'vaults.0123456789ab.new']
    for (const name of [...others, 'vault.0123456789ab.new', 'vault.ba9876543210.new']) {
      writeFileSync(join(folder, name), 'x')
    }
    await writeAtomically(file, Buffer.from('content'), onDisk)
    expect(readdirSync(folder).sort()).toEqual([...others, 'vault'].sort())
  })

  test('keeps the old content where the new one cannot be put, and leaves nothing beside it', async () => {
    const file = makeVaultFile()
    mkdirSync(join(file, 'inside'), { recursive: true })
    const fault = await faultOf(writeAtomically(file, Buffer.from('new'), onDisk))
    expect(fault).toMatchObject({ code: 'databaseUnavailable', data: { file } })
    expect(readdirSync(dirname(file))).toEqual(['vault'])
    expect(readdirSync(file)).toEqual(['inside'])
  })

  test('says what the system says where there is no way to it', async () => {
    const folder = dirname(makeVaultFile())
    writeFileSync(join(folder, 'not-a-folder'), '')
    const file = join(folder, 'not-a-folder', 'vault')
    for (const work of [() => writeAtomically(file, Buffer.alloc(1), onDisk), () => readBounded(file, 100)]) {
      expect((await faultOf(work())).data['reason']).toMatch(/^(ENOTDIR|EEXIST)$/)
    }
  })

  test('is not read where something else stands in its place, nor beyond its limit', async () => {
    const file = makeVaultFile()
    expect(await readBounded(file, 100)).toBeNull()
    writeFileSync(file, 'x'.repeat(101))
    expect(await readBounded(file, 100)).toBe('tooLarge')
    mkdirSync(`${file}-folder`)
    expect(await faultOf(readBounded(`${file}-folder`, 100))).toMatchObject({ data: { reason: 'notFile' } })
  })

  test('can be removed twice, and where its folder never was', async () => {
    const file = makeVaultFile()
    writeFileSync(file, 'x')
    writeFileSync(`${file}.0123456789ab.new`, 'x')
    await removeDurably(file, onDisk)
    await removeDurably(file, onDisk)
    expect(readdirSync(dirname(file))).toEqual([])
    await removeDurably(join(file, 'nowhere', 'vault'), onDisk)
    await removeTemporaryFiles(join(file, 'nowhere', 'vault'))
  })
})

test('unlocking cleans up what a killed write left, and reads the vault as it was', async () => {
  const file = makeVaultFile()
  const vault = restart(file)
  await vault.create(password)
  await vault.store.set('a', 'apiKey', '1')
  const half = readFileSync(file).subarray(0, 40)
  writeFileSync(`${file}.0123456789ab.new`, half)
  writeFileSync(`${file}.attempts.0123456789ab.new`, half)
  const later = restart(file)
  await later.unlock(password)
  expect(await later.store.get('a', 'apiKey')).toBe('1')
  expect(readdirSync(dirname(file))).toEqual(['vault'])
})
