// Proof of when the keychain is touched and what the store claims, with a keychain that we can make fail.
import { describe, expect, test } from 'vitest'
import type { KeychainLedger } from '../../../src-main/keychain/keychain-ledger.ts'
import type { KeychainModule } from '../../../src-main/keychain/keychain-module.ts'
import { createMemoryStore } from '../../../src-main/keychain/memory-store.ts'
import { openSecretStore } from '../../../src-main/keychain/open-secret-store.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'

/** Notes in memory; a test that restarts the app hands the same ones to the next store. */
function makeLedger(): KeychainLedger & { notes: Set<string> } {
  const notes = new Set<string>()
  return {
    notes,
    mayHold: (account) => Promise.resolve(notes.has(account)),
    list: () => Promise.resolve([...notes]),
    noteStored: (account) => Promise.resolve(void notes.add(account)),
    noteRemoved: (account) => Promise.resolve(void notes.delete(account)),
  }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (isAppError(error)) return `${error.code} ${String(error.data['reason'])}`
    throw error
  }
  return 'ok'
}

describe('the secret store', () => {
  test('does not touch the keychain before there is something to store', () => {
    let loads = 0
    const store = openSecretStore({
      ledger: makeLedger(),
      load: () => {
        loads += 1
        return Promise.resolve(new CountingKeychain())
      },
    })
    expect({ kind: store.kind, reason: store.reason, loads }).toEqual({
      kind: 'untouched',
      reason: null,
      loads: 0,
    })
  })

  test('probes once for many first secrets, and leaves nothing of the probe', async () => {
    const keychain = new CountingKeychain()
    const choices: string[] = []
    const store = openSecretStore({
      ledger: makeLedger(),
      load: () => Promise.resolve(keychain),
      onChoice: (kind) => choices.push(kind),
    })
    await Promise.all([store.set('a', 'apiKey', '1'), store.set('a', 'organizationKey', '2')])
    expect(choices).toEqual(['keychain'])
    expect([...keychain.entries]).toEqual([
      ['Starkdesk|a/apiKey', '1'],
      ['Starkdesk|a/organizationKey', '2'],
    ])
  })

  test.each([
    ['Cannot create an item in a locked collection', 'locked'],
    ['Prompt dismissed', 'locked'],
    ['User canceled the operation.', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'noService'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'noService'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'noCollection'],
    ['Something else', 'failed'],
  ])('stays in memory when the system says %j, and knows why: %s', async (sentence, reason) => {
    const keychain = new CountingKeychain()
    keychain.fault = sentence
    const store = openSecretStore({ ledger: makeLedger(), load: () => Promise.resolve(keychain) })
    await store.set('a', 'apiKey', 'secret')
    expect({ kind: store.kind, reason: store.reason }).toEqual({ kind: 'memory', reason })
    expect(await store.get('a', 'apiKey')).toBe('secret')
    expect(keychain.entries.size).toBe(0)
  })

  test('stays in memory when the keychain gives back something else than was written', async () => {
    const keychain = new CountingKeychain()
    keychain.corrupts = true
    const store = openSecretStore({ ledger: makeLedger(), load: () => Promise.resolve(keychain) })
    await store.set('a', 'apiKey', 'secret')
    expect({ kind: store.kind, reason: store.reason }).toEqual({ kind: 'memory', reason: 'mismatch' })
  })

  test('never moves to memory by itself once secrets lie in the keychain', async () => {
    const keychain = new CountingKeychain()
    const store = openSecretStore({ ledger: makeLedger(), load: () => Promise.resolve(keychain) })
    await store.set('a', 'apiKey', '1')
    keychain.fault = 'Cannot create an item in a locked collection'
    expect(await codeOf(store.set('a', 'apiKey', '2'))).toBe('keychainLocked locked')
    expect(await codeOf(store.get('a', 'apiKey'))).toBe('keychainLocked locked')
    expect(store.kind).toBe('keychain')
    keychain.fault = null
    expect(await store.get('a', 'apiKey')).toBe('1')
  })

  test('finds what an earlier session left, without storing anything first', async () => {
    const keychain = new CountingKeychain()
    keychain.entries.set('Starkdesk|a/apiKey', 'old')
    const store = openSecretStore({ ledger: makeLedger(), load: () => Promise.resolve(keychain) })
    expect(await store.get('a', 'apiKey')).toBe('old')
    expect(store.kind).toBe('keychain')
  })

  test('asks for the keychain no more where there is none', async () => {
    const keychain = new CountingKeychain()
    keychain.fault = 'Cannot autolaunch D-Bus without X11 $DISPLAY'
    const store = openSecretStore({ ledger: makeLedger(), load: () => Promise.resolve(keychain) })
    await store.set('a', 'apiKey', '1')
    const { touched } = keychain
    await store.set('a', 'apiKey', '2')
    await store.delete('a', 'apiKey')
    expect(await store.get('a', 'apiKey')).toBeNull()
    await store.deleteAll('a')
    expect(keychain.touched).toBe(touched)
  })

  test('runs keychain operations one after another, so that prompts do not pile up', async () => {
    const keychain = new CountingKeychain()
    let running = 0
    let most = 0
    const slow: KeychainModule = {
      getPassword: async (service, account) => {
        running += 1
        most = Math.max(most, running)
        const value = await keychain.getPassword(service, account)
        running -= 1
        return value
      },
      setPassword: (service, account, password) => keychain.setPassword(service, account, password),
      deletePassword: (service, account) => keychain.deletePassword(service, account),
    }
    keychain.entries.set('Starkdesk|a/apiKey', 'x')
    const store = openSecretStore({ ledger: makeLedger(), load: () => Promise.resolve(slow) })
    await Promise.all(Array.from({ length: 5 }, () => store.get('a', 'apiKey')))
    expect(most).toBe(1)
  })

  test('keeps accounts and names apart in memory', async () => {
    const store = createMemoryStore('noService')
    await store.set('a', 'apiKey', '1')
    await store.set('a', 'organizationKey', '2')
    await store.set('b', 'apiKey', '3')
    await store.deleteAll('a')
    expect([
      await store.get('a', 'apiKey'),
      await store.get('a', 'organizationKey'),
      await store.get('b', 'apiKey'),
    ]).toEqual([null, null, '3'])
  })
})

describe('removing every secret of an account', () => {
  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychainUnavailable noService'],
    ['Something else', 'keychainUnavailable failed'],
    ['Cannot create an item in a locked collection', 'keychainLocked locked'],
  ])('is not claimed while the keychain of an earlier session says %j', async (sentence, code) => {
    const keychain = new CountingKeychain()
    const ledger = makeLedger()
    const load = () => Promise.resolve(keychain)
    await openSecretStore({ ledger, load }).set('a', 'ethereumPrivateKey', 'key')
    const next = openSecretStore({ ledger, load })
    keychain.fault = sentence
    await codeOf(next.get('a', 'refreshToken'))
    expect(await codeOf(next.deleteAll('a'))).toBe(code)
    keychain.fault = null
    expect(await codeOf(next.deleteAll('a'))).toBe('ok')
    expect(keychain.entries.size).toBe(0)
    expect(ledger.notes.size).toBe(0)
  })

  test('is not claimed when the keychain gives back something else than was written', async () => {
    const keychain = new CountingKeychain()
    const ledger = makeLedger()
    const load = () => Promise.resolve(keychain)
    await openSecretStore({ ledger, load }).set('a', 'ethereumPrivateKey', 'key')
    keychain.corrupts = true
    const next = openSecretStore({ ledger, load })
    await next.set('b', 'apiKey', 'other')
    expect(next).toMatchObject({ kind: 'memory', reason: 'mismatch' })
    expect(await codeOf(next.deleteAll('a'))).toBe('keychainUnavailable mismatch')
    expect(await codeOf(next.deleteAll('b'))).toBe('ok')
  })

  test('includes a secret that is found without a note of it', async () => {
    const keychain = new CountingKeychain()
    keychain.entries.set('Starkdesk|a/apiKey', 'old')
    const ledger = makeLedger()
    const store = openSecretStore({ ledger, load: () => Promise.resolve(keychain) })
    await store.get('a', 'apiKey')
    expect([...ledger.notes]).toEqual(['a'])
    await store.deleteAll('a')
    expect(keychain.entries.size).toBe(0)
  })

  test('has its note before the keychain has the secret', async () => {
    const keychain = new CountingKeychain()
    const ledger: KeychainLedger = {
      ...makeLedger(),
      noteStored: () => Promise.reject(new Error('the disk is full')),
    }
    const store = openSecretStore({ ledger, load: () => Promise.resolve(keychain) })
    await expect(store.set('a', 'ethereumPrivateKey', 'key')).rejects.toThrow('the disk is full')
    expect(keychain.entries.size).toBe(0)
  })
})
