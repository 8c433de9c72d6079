// A vault file that is not what was written is told from a wrong password, and is never believed.
import { createHash } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { headerLength } from '../../../../src-main/keychain/vault/vault-format.ts'
import { faultOf, makeVaultFile, password, restart } from './support.ts'

const secret = 'the secret of account a'

async function makeVault(): Promise<{ file: string; whole: Buffer }> {
  const file = makeVaultFile()
  const vault = restart(file)
  await vault.create(password)
  await vault.store.set('a', 'apiKey', secret)
  return { file, whole: readFileSync(file) }
}

/** Changes the header and makes its checksum right again, as someone who means harm would. */
function forge(whole: Buffer, edit: (header: Buffer) => void): Buffer {
  const forged = Buffer.from(whole)
  edit(forged)
  const end = headerLength - 32
  createHash('sha256').update(forged.subarray(0, end)).digest().copy(forged, end)
  return forged
}

describe('a damaged vault', () => {
  test('with any one byte changed is called damaged, in the header before the password is used', async () => {
    const { file, whole } = await makeVault()
    const vault = restart(file)
    for (let at = 0; at < whole.length; at += 1) {
      for (const flip of [0x01, 0xff]) {
        const flipped = Buffer.from(whole)
        flipped.writeUInt8((whole[at] ?? 0) ^ flip, at)
        writeFileSync(file, flipped)
        const fault = await faultOf(vault.unlock(password))
        expect({ at, code: fault.code, file: fault.data['file'] }).toEqual({ at, code: 'vaultDamaged', file })
        const reasons = at < headerLength ? ['notVault', 'header', 'truncated'] : ['content']
        expect(reasons).toContain(fault.data['reason'])
        expect(vault.isLocked).toBe(true)
      }
    }
    writeFileSync(file, whole)
    await vault.unlock(password)
    expect(await vault.store.get('a', 'apiKey')).toBe(secret)
  })

  test('with a changed content still says of a wrong password that it is wrong', async () => {
    const { file, whole } = await makeVault()
    const flipped = Buffer.from(whole)
    flipped.writeUInt8((whole[headerLength] ?? 0) ^ 1, headerLength)
    writeFileSync(file, flipped)
    expect(await faultOf(restart(file).unlock('not the password'))).toMatchObject({ code: 'wrongPassword' })
  })

  test('cut off at any length, or longer than it was, is called damaged', async () => {
    const { file, whole } = await makeVault()
    const vault = restart(file)
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length))
      const { code, data } = await faultOf(vault.unlock(password))
      expect({ length, code, reason: data['reason'] }).toEqual({
        length,
        code: 'vaultDamaged',
        reason: 'truncated',
      })
    }
    for (const more of [1, 16, 10_000]) {
      writeFileSync(file, Buffer.concat([whole, Buffer.alloc(more)]))
      expect(await faultOf(vault.unlock(password))).toMatchObject({
        code: 'vaultDamaged',
        data: { reason: 'length' },
      })
    }
  })

  test('of a size that no vault has is not read at all', async () => {
    const { file } = await makeVault()
    const handle = openSync(file, 'r+')
    ftruncateSync(handle, 3 * 2 ** 30)
    closeSync(handle)
    const before = process.memoryUsage().rss
    expect(await faultOf(restart(file).unlock(password))).toMatchObject({ data: { reason: 'length' } })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20)
  })

  test('that is another file is not a vault', async () => {
    const { file } = await makeVault()
    for (const content of ['{"crypto":{"cipher":"aes-128-ctr"}}', 'x', 'SQLite format 3\0'.repeat(50)]) {
      writeFileSync(file, content)
      expect(await faultOf(restart(file).unlock(password))).toMatchObject({ data: { reason: 'notVault' } })
    }
  })
})

describe('a forged header', () => {
  // N = 2^log2N at byte 14, r at 16, p at 18; see vault-format.ts.
  test.each([
    ['100 GB of memory', [27, 8, 1]],
    ['the largest numbers there are', [255, 65_535, 65_535]],
    ['more memory than is allowed by large blocks', [22, 64, 1]],
    ['an hour of work', [17, 8, 10_000]],
    ['no work at all', [1, 8, 1]],
    ['blocks of nothing', [17, 0, 1]],
    ['what scrypt does not allow', [16, 1, 1]],
  ] as const)('that asks for %s is refused before any of it is spent', async (_what, [log2N, r, p]) => {
    const { file, whole } = await makeVault()
    const forged = forge(whole, (header) => {
      header.writeUInt8(log2N, 14)
      header.writeUInt16BE(r, 16)
      header.writeUInt16BE(p, 18)
    })
    writeFileSync(file, forged)
    const before = { rss: process.memoryUsage().rss, at: performance.now() }
    expect(await faultOf(restart(file).unlock(password))).toMatchObject({
      code: 'vaultDamaged',
      data: { reason: 'parameters' },
    })
    expect(process.memoryUsage().rss - before.rss).toBeLessThan(64 * 2 ** 20)
    expect(performance.now() - before.at).toBeLessThan(1000)
  })

  test('with another salt, cost or check value makes the right password a wrong one', async () => {
    const { file, whole } = await makeVault()
    const edits: ((header: Buffer) => void)[] = [
      (header) => header.writeUInt8((header[20] ?? 0) ^ 1, 20),
      (header) => header.writeUInt8((header[52] ?? 0) ^ 1, 52),
      (header) => header.writeUInt8(11, 14),
    ]
    for (const edit of edits) {
      writeFileSync(file, forge(whole, edit))
      expect(await faultOf(restart(file).unlock(password))).toMatchObject({ code: 'wrongPassword' })
      writeFileSync(file, whole)
      await restart(file).unlock(password)
    }
  })

  test('with another nonce does not open the content, nor does the header of an earlier write', async () => {
    const { file, whole } = await makeVault()
    writeFileSync(
      file,
      forge(whole, (header) => header.writeUInt8((header[84] ?? 0) ^ 1, 84)),
    )
    const damaged = { code: 'vaultDamaged', data: { reason: 'content' } }
    expect(await faultOf(restart(file).unlock(password))).toMatchObject(damaged)
    writeFileSync(file, whole)
    const vault = restart(file)
    await vault.unlock(password)
    await vault.store.set('a', 'apiKey', secret)
    const again = readFileSync(file)
    expect(again.subarray(84, 96)).not.toEqual(whole.subarray(84, 96))
    writeFileSync(file, Buffer.concat([again.subarray(0, headerLength), whole.subarray(headerLength)]))
    expect(await faultOf(restart(file).unlock(password))).toMatchObject(damaged)
  })

  test('of a newer version is left alone, and said to be newer', async () => {
    const { file, whole } = await makeVault()
    const newer = forge(whole, (header) => header.writeUInt16BE(2, 8))
    writeFileSync(file, newer)
    const vault = restart(file)
    expect(await faultOf(vault.unlock(password))).toMatchObject({
      code: 'databaseTooNew',
      data: { file, found: 2, supported: 1 },
    })
    expect(await faultOf(vault.create(password))).toMatchObject({ data: { reason: 'exists' } })
    expect(readFileSync(file)).toEqual(newer)
  })
})
