// Secrets that move are at any moment in at least one of the two places, whatever fails.
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src-main/keychain/memory-store.ts'
import { moveSecrets, type SecretAccess } from '../../../src-main/keychain/move-secrets.ts'
import { secretNames } from '../../../src-main/keychain/secret-store.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { faultOf, makeVaultFile, password, restart } from './vault/support.ts'

type Call = 'get' | 'set' | 'delete'

/** Lets calls through until told to fail, then fails that one, before or after it has worked. */
class FailingShelf implements SecretAccess {
  readonly inner: SecretAccess
  readonly calls: Call[] = []
  failAt = Infinity
  failsFor: 'once' | 'good' = 'once'
  hasEffect = false
  constructor(inner: SecretAccess) {
    this.inner = inner
  }
  private async pass<T>(call: Call, work: () => Promise<T>): Promise<T> {
    this.calls.push(call)
    const isFailing =
      this.calls.length === this.failAt || (this.failsFor === 'good' && this.calls.length > this.failAt)
    if (!isFailing) return work()
    if (this.hasEffect) await work()
    throw new AppError('keychainLocked', { reason: 'locked' })
  }
  get: SecretAccess['get'] = (account, name) => this.pass('get', () => this.inner.get(account, name))
  set: SecretAccess['set'] = (account, name, secret) =>
    this.pass('set', () => this.inner.set(account, name, secret))
  delete: SecretAccess['delete'] = (account, name) =>
    this.pass('delete', () => this.inner.delete(account, name))
}

async function contentOf(shelf: SecretAccess): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const account of ['a', 'b', 'c']) {
    for (const name of secretNames) {
      const secret = await shelf.get(account, name)
      if (secret !== null) content[`${account}/${name}`] = secret
    }
  }
  return content
}

const full = {
  'a/ethereumPrivateKey': 'key of a',
  'a/refreshToken': 'token of a',
  'b/starkPrivateKey': 'key of b',
}

async function makeSource(): Promise<SecretAccess> {
  const source = createMemoryStore(null)
  await source.set('a', 'ethereumPrivateKey', 'key of a')
  await source.set('a', 'refreshToken', 'token of a')
  await source.set('b', 'starkPrivateKey', 'key of b')
  return source
}

const accounts = ['a', 'b']

describe('moving secrets', () => {
  test('brings those of the given accounts into a real vault and back, and says which', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    const keychain = createMemoryStore(null)
    await keychain.set('a', 'ethereumPrivateKey', 'key of a')
    await keychain.set('b', 'apiKey', 'api of b')
    await keychain.set('c', 'apiKey', 'stays')
    const moved = [
      { account: 'a', name: 'ethereumPrivateKey' },
      { account: 'b', name: 'apiKey' },
    ]
    const there = await moveSecrets({ accounts: ['a', 'b', 'a', 'none'], from: keychain, to: vault.store })
    expect(there).toEqual({ kind: 'moved', moved })
    expect(await contentOf(keychain)).toEqual({ 'c/apiKey': 'stays' })
    const later = restart(file)
    await later.unlock(password)
    expect(await contentOf(later.store)).toEqual({
      'a/ethereumPrivateKey': 'key of a',
      'b/apiKey': 'api of b',
    })
    expect(await moveSecrets({ accounts, from: later.store, to: keychain })).toEqual({ kind: 'moved', moved })
    expect(await contentOf(later.store)).toEqual({})
  })

  test('to a locked vault touches nothing', async () => {
    const vault = restart(makeVaultFile())
    await vault.create(password)
    vault.lock()
    const from = await makeSource()
    expect(await faultOf(moveSecrets({ accounts, from, to: vault.store }))).toMatchObject({
      code: 'vaultLocked',
    })
    expect(await contentOf(from)).toEqual(full)
  })

  test('deletes nothing before everything was read back', async () => {
    const from = new FailingShelf(await makeSource())
    const order: string[] = []
    const target = createMemoryStore(null)
    const to: SecretAccess = {
      get: (account, name) => {
        order.push('get')
        return target.get(account, name)
      },
      set: (account, name, secret) => {
        order.push('set')
        return target.set(account, name, secret)
      },
      delete: (account, name) => target.delete(account, name),
    }
    const deleting: SecretAccess = {
      get: from.get,
      set: from.set,
      delete: (account, name) => {
        order.push('delete')
        return from.delete(account, name)
      },
    }
    await moveSecrets({ accounts, from: deleting, to })
    expect(order.indexOf('delete')).toBeGreaterThan(order.lastIndexOf('set') + 1)
  })

  test('to a place that gives back something else is undone, with the source untouched', async () => {
    const from = await makeSource()
    const target = createMemoryStore(null)
    const corrupting: SecretAccess = {
      get: (account, name) => target.get(account, name),
      set: (account, name, secret) => target.set(account, name, account === 'b' ? `${secret}?` : secret),
      delete: (account, name) => target.delete(account, name),
    }
    expect(await faultOf(moveSecrets({ accounts, from, to: corrupting }))).toMatchObject({
      code: 'keychainUnavailable',
      data: { reason: 'mismatch' },
    })
    expect([await contentOf(from), await contentOf(target)]).toEqual([full, {}])
  })

  test('that fails at any call of either side loses nothing, and completes when done again', async () => {
    const rehearsal = {
      from: new FailingShelf(await makeSource()),
      to: new FailingShelf(createMemoryStore(null)),
    }
    await moveSecrets({ accounts, ...rehearsal })
    let thrown = 0
    let copied = 0
    for (const side of ['from', 'to'] as const) {
      for (let failAt = 1; failAt <= rehearsal[side].calls.length; failAt += 1) {
        for (const [failsFor, hasEffect] of [
          ['once', false],
          ['once', true],
          ['good', false],
        ] as const) {
          const shelves = {
            from: new FailingShelf(await makeSource()),
            to: new FailingShelf(createMemoryStore(null)),
          }
          // What an earlier life left in the new place comes back when the move is undone.
          await shelves.to.inner.set('b', 'starkPrivateKey', 'older')
          Object.assign(shelves[side], { failAt, failsFor, hasEffect })
          const outcome = await moveSecrets({ accounts, ...shelves }).then(
            (result) => result,
            (error: unknown) => error,
          )
          const now = { from: await contentOf(shelves.from.inner), to: await contentOf(shelves.to.inner) }
          if (outcome instanceof AppError) {
            thrown += 1
            expect(outcome.code).toBe('keychainLocked')
            expect(now.from).toEqual(full)
            const isUndone = !('leftInNewStore' in outcome.data)
            if (isUndone) expect(now.to).toEqual({ 'b/starkPrivateKey': 'older' })
            else expect({ side, failsFor }).toEqual({ side: 'to', failsFor: 'good' })
          } else {
            expect(outcome).toMatchObject({ kind: 'copied', fault: { code: 'keychainLocked' } })
            copied += 1
            expect(now.to).toEqual(full)
          }
          Object.assign(shelves[side], { failAt: Infinity, failsFor: 'once' })
          expect(await moveSecrets({ accounts, ...shelves })).toMatchObject({ kind: 'moved' })
          expect([await contentOf(shelves.from.inner), await contentOf(shelves.to.inner)]).toEqual([{}, full])
        }
      }
    }
    expect(thrown).toBeGreaterThan(20)
    expect(copied).toBeGreaterThan(10)
  })

  test('that is cut off for good at any call completes when done again', async () => {
    const never = new Promise<never>(() => undefined)
    for (let cutAt = 1; ; cutAt += 1) {
      const from = await makeSource()
      const to = createMemoryStore(null)
      let calls = 0
      let isCut: () => void = () => undefined
      const cut = new Promise<'cut'>((resolve) => (isCut = () => resolve('cut')))
      const until = <T>(work: () => Promise<T>): Promise<T> => {
        calls += 1
        if (calls < cutAt) return work()
        isCut()
        return never
      }
      const cutting = (shelf: SecretAccess): SecretAccess => ({
        get: (account, name) => until(() => shelf.get(account, name)),
        set: (account, name, secret) => until(() => shelf.set(account, name, secret)),
        delete: (account, name) => until(() => shelf.delete(account, name)),
      })
      const end = await Promise.race([moveSecrets({ accounts, from: cutting(from), to: cutting(to) }), cut])
      expect({ ...(await contentOf(from)), ...(await contentOf(to)) }).toEqual(full)
      if (end !== 'cut') {
        expect(cutAt).toBeGreaterThan(25)
        break
      }
      expect(await moveSecrets({ accounts, from, to })).toMatchObject({ kind: 'moved' })
      expect([await contentOf(from), await contentOf(to)]).toEqual([{}, full])
    }
  })

  test('leaves alone what was changed in the old place meanwhile, and says so', async () => {
    const from = await makeSource()
    const to = createMemoryStore(null)
    const changing: SecretAccess = {
      get: (account, name) => to.get(account, name),
      set: async (account, name, secret) => {
        await to.set(account, name, secret)
        if (account === 'b') await from.set('a', 'refreshToken', 'a newer token')
      },
      delete: (account, name) => to.delete(account, name),
    }
    expect(await moveSecrets({ accounts, from, to: changing })).toMatchObject({
      kind: 'copied',
      left: [{ account: 'a', name: 'refreshToken' }],
    })
    expect(await contentOf(from)).toEqual({ 'a/refreshToken': 'a newer token' })
    await moveSecrets({ accounts, from, to })
    expect(await contentOf(to)).toEqual({ ...full, 'a/refreshToken': 'a newer token' })
  })

  test('keeps what the new place has where that is told to be the newer, and clears the old place', async () => {
    const from = await makeSource()
    const to = createMemoryStore(null)
    await to.set('a', 'refreshToken', 'a newer token')
    expect(await moveSecrets({ accounts, from, to, prefer: 'to' })).toMatchObject({ kind: 'moved' })
    expect([await contentOf(from), await contentOf(to)]).toEqual([
      {},
      { ...full, 'a/refreshToken': 'a newer token' },
    ])
  })

  test('into the same store is refused, for it would delete everything', async () => {
    const store = await makeSource()
    expect(await faultOf(moveSecrets({ accounts, from: store, to: store }))).toMatchObject({
      code: 'internal',
    })
    expect(await contentOf(store)).toEqual(full)
  })
})
