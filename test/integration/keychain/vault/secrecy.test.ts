// Secrets, keys and passwords are where they must be and nowhere else: file, errors, memory.
import { spawn } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deriveNewKey, sealVault } from '../../../../src-main/keychain/vault/vault-crypto.ts'
import { wipeVault } from '../../../../src-main/keychain/vault/vault-access.ts'
import {
  decodeEntries,
  encodeEntries,
  secretToBytes,
} from '../../../../src-main/keychain/vault/vault-content.ts'
import { decodeVault } from '../../../../src-main/keychain/vault/vault-format.ts'
import { moveSecrets } from '../../../../src-main/keychain/move-secrets.ts'
import { cheap } from './cheap-scrypt.ts'
import { faultOf, makeVaultFile, MovableClock, password, restart } from './support.ts'

const secrets = {
  ethereumPrivateKey: `0x${'c0ffee15dead'.repeat(6).slice(0, 64)}`,
  refreshToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl',
  apiKey: 'api-key-that-nobody-may-see',
} as const

/** A text in every spelling in which it could lie in a file; base64 at each of its three offsets, without its edges. */
function spellings(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'utf8')
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  const hex = bytes.toString('hex')
  const words = [text, hex, hex.toUpperCase(), ...base64, encodeURIComponent(text)]
  return [...words.map((word) => Buffer.from(word)), Buffer.from(text, 'utf16le')]
}

const finds = (where: Buffer, text: string): boolean =>
  spellings(text).some((spelling) => where.includes(spelling))

test('no file has a secret or the password in any spelling', async () => {
  const file = makeVaultFile()
  const vault = restart(file)
  await vault.create(password)
  for (const name of ['ethereumPrivateKey', 'refreshToken', 'apiKey'] as const) {
    await vault.store.set('account-1', name, secrets[name])
  }
  await faultOf(vault.verify('not the password'))
  const folder = dirname(file)
  expect(readdirSync(folder).sort()).toEqual(['vault', 'vault.attempts'])
  const hidden = [
    ...Object.values(secrets),
    secrets.ethereumPrivateKey.slice(2),
    password,
    'not the password',
  ]
  for (const text of [...hidden, 'account-1', 'refreshToken']) {
    for (const name of readdirSync(folder)) {
      expect({ name, text, isFound: finds(readFileSync(join(folder, name)), text) }).toMatchObject({
        isFound: false,
      })
    }
    // The look itself works.
    for (const encoding of ['utf8', 'hex', 'base64', 'utf16le'] as const) {
      const plain = Buffer.from(text, 'utf8')
      const written =
        encoding === 'utf16le' ? Buffer.from(text, encoding) : Buffer.from(plain.toString(encoding))
      expect(finds(Buffer.concat([Buffer.from('around '), written, Buffer.from(' it')]), text)).toBe(true)
    }
  }
})

test('no error says a secret or a password, in its words, data, causes or stack', async () => {
  const file = makeVaultFile()
  const vault = restart(file)
  const clock = new MovableClock()
  const secret = secrets.ethereumPrivateKey
  const faults = [
    await faultOf(vault.create(secret.slice(0, 7))),
    await faultOf(vault.store.set('a', 'apiKey', secret)),
    await faultOf(vault.unlock(password)),
  ]
  await vault.create(password)
  faults.push(
    await faultOf(vault.create(password)),
    await faultOf(vault.store.set('a', 'apiKey', `${secret}\ud83d`)),
    await faultOf(vault.store.set('a', 'apiKey', secret.repeat(2000))),
    await faultOf(vault.store.set('\ud83d', 'apiKey', secret)),
    await faultOf(vault.unlock(`${password}${secret}`)),
    await faultOf(vault.changePassword(password, `${secret}\ud83d`)),
    await faultOf(vault.changePassword(`${password}!`, secret)),
  )
  await vault.store.set('a', 'apiKey', secret)
  const broken = {
    ...vault.store,
    get: () => Promise.resolve(`${secret}?`),
    delete: () => Promise.reject(new Error('gone')),
  }
  faults.push(await faultOf(moveSecrets({ accounts: ['a'], from: vault.store, to: broken })))
  const whole = readFileSync(file)
  for (const damaged of [whole.subarray(0, 100), Buffer.concat([whole, whole]), Buffer.from(secret)]) {
    writeFileSync(file, damaged)
    faults.push(await faultOf(restart(file, clock).unlock(password)))
  }
  const flipped = Buffer.from(whole)
  flipped.writeUInt8((whole.at(-1) ?? 0) ^ 1, whole.length - 1)
  writeFileSync(file, flipped)
  clock.nowMs += 300_000
  faults.push(await faultOf(restart(file, clock).unlock(password)))

  expect(new Set(faults.map(({ code }) => code)).size).toBeGreaterThanOrEqual(7)
  for (const fault of faults) {
    const said = [JSON.stringify(fault), JSON.stringify(fault.data), fault.message, fault.stack ?? '']
    said.push(inspect(fault, { depth: 20, showHidden: true }))
    for (const hidden of [secret, secret.slice(2, 40), password, 'c0ffee15']) {
      expect(said.filter((text) => finds(Buffer.from(text), hidden))).toEqual([])
    }
  }
})

describe('in memory', () => {
  test('locking fills the key and every secret with zeros', async () => {
    const typed = Buffer.from(password)
    const key = await deriveNewKey(typed, cheap)
    const held = new Map(
      Object.entries(secrets).map(([name, secret]) => [`${name}/a`, secretToBytes(secret)]),
    )
    const plain = encodeEntries(held)
    const read = decodeEntries(plain)
    plain.fill(0)
    expect([...read.values()].map(String)).toEqual(Object.values(secrets))
    sealVault(key, read)
    const buffers = [key.encryptionKey, ...read.values()]
    expect(buffers.every((bytes) => bytes.some((byte) => byte !== 0))).toBe(true)
    wipeVault({ key, entries: read })
    expect(buffers.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
    // The half of scrypt's output that made the check value lies behind the key, and was wiped before.
    const { buffer, byteOffset } = key.encryptionKey
    const both = new Uint8Array(buffer, byteOffset, 64)
    expect(both.every((byte) => byte === 0)).toBe(true)
  })

  /** Which of the needles lie anywhere in the memory of a process. */
  function scan(pid: number, needles: Readonly<Record<string, Buffer>>): string[] {
    const found = new Set<string>()
    const memory = openSync(`/proc/${pid}/mem`, 'r')
    const block = Buffer.alloc(4 * 2 ** 20)
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === undefined || to === undefined) continue
      const end = Number.parseInt(to, 16)
      // Blocks overlap, so that nothing hides on an edge.
      for (let at = Number.parseInt(from, 16); at < end; at += block.length - 256) {
        let length: number
        try {
          length = readSync(memory, block, 0, Math.min(block.length, end - at), at)
        } catch (error) {
          expect(error).toMatchObject({ code: /^(EIO|EFAULT)$/ }) // A page that is not there.
          break
        }
        const part = block.subarray(0, length)
        for (const [name, needle] of Object.entries(needles)) if (part.includes(needle)) found.add(name)
      }
    }
    closeSync(memory)
    block.fill(0)
    return [...found].sort()
  }

  test.skipIf(process.platform !== 'linux').each(['hold-vault.ts', 'hold-places.ts'])(
    'of a whole process (%s) there is the key and every secret while it is unlocked, and none of them once it is locked',
    async (holder) => {
      const file = makeVaultFile()
      const vault = restart(file)
      await vault.create(password)
      for (const name of ['ethereumPrivateKey', 'refreshToken', 'apiKey'] as const) {
        await vault.store.set('a', name, secrets[name])
      }
      await vault.store.set('gone', 'apiKey', 'the secret of an account that goes')
      // A large vault: what is freed of it is not soon written over.
      for (let at = 0; at < 30; at += 1) {
        await vault.store.set(`other-${String(at)}`, 'apiKey', `of account ${String(at)}, `.repeat(20))
      }
      const { salt } = decodeVault(readFileSync(file)).header
      const script = fileURLToPath(new URL(holder, import.meta.url))
      const child = spawn(process.execPath, [script, file, password], { stdio: ['pipe', 'pipe', 'inherit'] })
      onTestFinished(() => {
        child.kill('SIGKILL')
      })
      const lines = createInterface({ input: child.stdout })
      await once(lines, 'line')
      const derived = scryptSync(password, salt, 64, { N: 2 ** cheap.log2N, r: cheap.r, p: cheap.p })
      const needles = {
        key: derived.subarray(0, 32),
        checkKey: derived.subarray(32),
        ethereumPrivateKey: Buffer.from(secrets.ethereumPrivateKey),
        refreshToken: Buffer.from(secrets.refreshToken),
        apiKey: Buffer.from(secrets.apiKey),
        deleted: Buffer.from('the secret of an account that goes'),
        other: Buffer.from('of account 15, '.repeat(20)),
      }
      const { pid } = child
      if (pid === undefined) throw new Error('no process')
      expect(scan(pid, needles)).toEqual(['apiKey', 'ethereumPrivateKey', 'key', 'other', 'refreshToken'])
      child.stdin.write('lock\n')
      await once(lines, 'line')
      expect(scan(pid, needles)).toEqual([])
    },
  )
})
