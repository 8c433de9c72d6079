// An exported file is a keystore file of that key, for its owner only, or is not there at all.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import {
  createKeystoreExport,
  type ExportKeystoreOptions,
} from '../../../src-main/accounts/wallet/export-keystore.ts'
import { decryptKeystore, type Scrypt } from '../../../src-main/signing/keystore.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { failureOf, startMs, walletAddress, walletKey } from '../../fixtures/test-client.ts'
import { type Desk, makeDesk } from './confirm-desk.ts'
import { makeLog } from '../world.ts'

const account = {
  id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  label: 'Main',
  keyKind: 'ethereum',
  network: { kind: 'mainnet', baseUrl: null },
  ethereumAddress: walletAddress,
} as const
const password = 'pässword for the file'
const cost = { n: 2, r: 8, p: 1 }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-export-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function makeExport(desk: Desk, patch: Partial<ExportKeystoreOptions> = {}) {
  const read: string[] = []
  const offered: string[] = []
  const exportKeystore = createKeystoreExport({
    confirmations: desk.confirmations,
    hasAppPassword: () => true,
    verifyAppPassword: (typed) =>
      typed === 'app password'
        ? Promise.resolve()
        : Promise.reject(new AppError('wrongPassword', { retryAfterMs: 0 })),
    readEthereumKey: (id) => {
      read.push(id)
      return Promise.resolve(walletKey)
    },
    chooseFile: (name) => {
      offered.push(name)
      return Promise.resolve(join(folder, 'mine.json'))
    },
    making: { scrypt: nodeScrypt, randomBytes: (length) => new Uint8Array(randomBytes(length)), cost },
    clock: { now: () => startMs },
    log: makeLog().log,
    ...patch,
  })
  return { exportKeystore, read, offered }
}

/** Types the passwords. */
async function type(desk: Desk, appPassword: string | null = 'app password'): Promise<void> {
  desk.wait(700)
  await desk.say({ kind: 'passwords', filePassword: password, filePasswordAgain: password, appPassword })
}

describe('exporting a key', () => {
  it('writes a keystore file that opens with its password, readable by its owner only', async () => {
    const desk = makeDesk()
    const { exportKeystore, offered } = makeExport(desk)
    const done = exportKeystore(account)
    expect(await desk.look()).toMatchObject({ ethereumAddress: walletAddress, needsAppPassword: true })
    await type(desk)
    expect(await done).toEqual({ fileName: 'mine.json' })
    const file = join(folder, 'mine.json')
    const text = readFileSync(file, 'utf8')
    expect((await decryptKeystore(text, password, nodeScrypt)).ethereumPrivateKey).toBe(walletKey)
    expect(text).not.toContain(walletKey.slice(-20))
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['mine.json'])
    expect(offered).toEqual([
      `UTC--2026-11-20T12-00-00.000000000Z--${walletAddress.slice(2).toLowerCase()}.json`,
    ])
  })

  it('asks for no app password where there is none', async () => {
    const desk = makeDesk()
    const { exportKeystore } = makeExport(desk, { hasAppPassword: () => false })
    const done = exportKeystore(account)
    expect(await desk.look()).toMatchObject({ needsAppPassword: false })
    await type(desk, null)
    expect(await done).toEqual({ fileName: 'mine.json' })
  })

  it('reads no key and asks for no place while the app password is wrong', async () => {
    const desk = makeDesk()
    const { exportKeystore, read, offered } = makeExport(desk)
    const failed = failureOf(exportKeystore(account))
    await type(desk, 'guess')
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
    expect([read, offered, readdirSync(folder)]).toEqual([[], [], []])
  })

  it('reads no key when no place is chosen', async () => {
    const desk = makeDesk()
    const { exportKeystore, read } = makeExport(desk, { chooseFile: () => Promise.resolve(null) })
    const failed = failureOf(exportKeystore(account))
    await type(desk)
    expect((await failed).code).toBe('userDeclined')
    expect(read).toEqual([])
  })

  it('has nothing to export for an account of a mere L2 key, or without a kept key', async () => {
    const desk = makeDesk()
    const { exportKeystore } = makeExport(desk, { readEthereumKey: () => Promise.resolve(null) })
    expect(await failureOf(exportKeystore({ ...account, keyKind: 'stark' }))).toMatchObject({
      code: 'notFound',
    })
    expect(desk.windows).toEqual([])
    const failed = failureOf(exportKeystore(account))
    await type(desk)
    expect((await failed).code).toBe('notFound')
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes a file away that cannot be opened again', async () => {
    const desk = makeDesk()
    let calls = 0
    // As if memory or disk had failed between writing and reading.
    const scrypt: Scrypt = async (...given) => {
      const derived = await nodeScrypt(...given)
      calls += 1
      if (calls > 1) derived[0] = (derived[0] ?? 0) ^ 1
      if (calls > 1) derived[20] = (derived[20] ?? 0) ^ 1
      return derived
    }
    const making = { scrypt, randomBytes: (length: number) => new Uint8Array(randomBytes(length)), cost }
    const { exportKeystore } = makeExport(desk, { making })
    const failed = failureOf(exportKeystore(account))
    await type(desk)
    expect((await failed).code).toBe('internal')
    expect(readdirSync(folder)).toEqual([])
  })

  it('says where it could not write, and leaves what was there', async () => {
    const desk = makeDesk()
    const blocked = join(folder, 'file')
    writeFileSync(blocked, 'kept')
    const { exportKeystore } = makeExport(desk, {
      chooseFile: () => Promise.resolve(join(blocked, 'a.json')),
    })
    const failed = failureOf(exportKeystore(account))
    await type(desk)
    expect((await failed).code).toBe('fileUnavailable')
    expect(readFileSync(blocked, 'utf8')).toBe('kept')
  })
})
