// The app knows which service keys are kept without asking the keychain, and never claims one that is not there. Real services, a
// real data file.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src-main/keychain/memory-store.ts'
import type { SecretStore } from '../../../src-main/keychain/secret-store.ts'
import { accountSetting } from '../../../src-main/store/api/account-settings.ts'
import { events } from '../../../src-preload/contract/contract.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { type App, lockedKeychain, noKeychain, useAccountsWorld } from './accounts-world.ts'

const world = useAccountsWorld()
const none = { organizationKey: false, apiKey: false }
const value = 'key-of-the-operator'

async function connect(app: App): Promise<string> {
  const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
  await app.reaches('signedIn')
  return id
}

async function heldOf(app: App, id: string) {
  return (await app.state()).accounts.find((account) => account.id === id)?.serviceKeys
}

describe('a service key', { timeout: 60_000 }, () => {
  test('is kept, told of, replaced and removed, each by itself', async () => {
    const app = world.start()
    const id = await connect(app)
    expect(await heldOf(app, id)).toEqual(none)
    await app.accounts.setServiceKey({ id, name: 'apiKey', value })
    expect(world.entry(id, 'apiKey')).toBe(value)
    expect(await heldOf(app, id)).toEqual({ organizationKey: false, apiKey: true })
    const told = app.told.last('accounts:changed')
    expect(told?.accounts[0]?.serviceKeys.apiKey).toBe(true)
    expect(events['accounts:changed'].safeParse(told).success).toBe(true)

    await app.accounts.setServiceKey({ id, name: 'organizationKey', value: 'first' })
    await app.accounts.setServiceKey({ id, name: 'organizationKey', value: 'second' })
    expect(world.entry(id, 'organizationKey')).toBe('second')
    await app.accounts.setServiceKey({ id, name: 'apiKey', value: null })
    expect(world.entry(id, 'apiKey')).toBeUndefined()
    expect(await heldOf(app, id)).toEqual({ organizationKey: true, apiKey: false })
    await app.accounts.setServiceKey({ id, name: 'apiKey', value: null })
    expect(await heldOf(app, id)).toEqual({ organizationKey: true, apiKey: false })
  })

  test('is known after a restart without asking the keychain for it', async () => {
    const first = world.start()
    const id = await connect(first)
    await first.accounts.setServiceKey({ id, name: 'organizationKey', value })
    first.stop()
    const app = world.start()
    const touched = world.keychain.touched
    expect(await heldOf(app, id)).toEqual({ organizationKey: true, apiKey: false })
    expect(world.keychain.touched).toBe(touched)
  })

  test('is not claimed when the keychain or the data file did not take it', async () => {
    let isFull = false
    const app = world.start({
      store: {
        setSetting: (key, text) =>
          isFull ? Promise.reject(new Error('the disk is full')) : world.store.setSetting(key, text),
      },
    })
    const id = await connect(app)
    world.keychain.fault = lockedKeychain
    expect(await failureOf(app.accounts.setServiceKey({ id, name: 'apiKey', value }))).toMatchObject({
      code: 'keychainLocked',
    })
    expect(await heldOf(app, id)).toEqual(none)
    world.keychain.fault = null
    isFull = true
    await expect(app.accounts.setServiceKey({ id, name: 'apiKey', value })).rejects.toThrow(
      'the disk is full',
    )
    expect(await heldOf(app, id)).toEqual(none)
  })

  test('is still told of when a locked keychain did not remove it', async () => {
    const app = world.start()
    const id = await connect(app)
    await app.accounts.setServiceKey({ id, name: 'apiKey', value })
    world.keychain.fault = lockedKeychain
    expect(await failureOf(app.accounts.setServiceKey({ id, name: 'apiKey', value: null }))).toMatchObject({
      code: 'keychainLocked',
    })
    expect(await heldOf(app, id)).toEqual({ organizationKey: false, apiKey: true })
    world.keychain.fault = null
    await app.accounts.setServiceKey({ id, name: 'apiKey', value: null })
    expect(await heldOf(app, id)).toEqual(none)
    expect(world.entry(id, 'apiKey')).toBeUndefined()
  })

  test('that only memory holds is not claimed after a restart', async () => {
    world.keychain.fault = noKeychain
    const first = world.start()
    const id = await connect(first)
    await first.accounts.setServiceKey({ id, name: 'apiKey', value })
    expect((await first.state()).protection.kind).toBe('memory')
    expect(await heldOf(first, id)).toEqual({ organizationKey: false, apiKey: true })
    first.stop()
    expect(await heldOf(world.start(), id)).toEqual(none)
  })

  test('goes with its account', async () => {
    const app = world.start()
    const id = await connect(app)
    await app.accounts.setServiceKey({ id, name: 'apiKey', value })
    await app.accounts.setServiceKey({ id, name: 'organizationKey', value })
    await app.accounts.remove({ id, label: 'Mine', leaveSecrets: false })
    expect(world.keychain.entries.size).toBe(0)
    expect(await world.store.getSetting(accountSetting(id, 'apiKey'))).toBeNull()
    expect(await world.store.getSetting(accountSetting(id, 'organizationKey'))).toBeNull()
    expect(await failureOf(app.accounts.setServiceKey({ id, name: 'apiKey', value }))).toMatchObject({
      code: 'notFound',
    })
    expect(world.keychain.entries.size).toBe(0)
  })

  test('is nowhere but in the keychain', async () => {
    const app = world.start()
    const id = await connect(app)
    await app.accounts.setServiceKey({ id, name: 'apiKey', value })
    const files = readdirSync(world.folder).map((name) => readFileSync(join(world.folder, name), 'latin1'))
    const everything = [JSON.stringify(await app.state()), ...files, ...world.lines].join('\n')
    expect(everything).not.toContain(value)
  })
})

describe('after the secrets went to another place', { timeout: 60_000 }, () => {
  /** A place that can be changed under the app, as setting a password does it. */
  function makePlace() {
    let current: SecretStore = createMemoryStore('noService')
    let kind: SecretStore['kind'] = 'memory'
    const place: SecretStore = {
      get kind() {
        return kind
      },
      get reason() {
        return null
      },
      get: (...args) => current.get(...args),
      set: (...args) => current.set(...args),
      delete: (...args) => current.delete(...args),
      deleteAll: (...args) => current.deleteAll(...args),
    }
    return {
      place,
      moveTo: (next: SecretStore, nextKind: SecretStore['kind']) => {
        current = next
        kind = nextKind
      },
      current: () => current,
    }
  }

  test('that outlives the app, keys that memory held are known after a restart', async () => {
    const { place, moveTo, current } = makePlace()
    const first = world.start({ secrets: place })
    const id = await connect(first)
    await first.accounts.setServiceKey({ id, name: 'apiKey', value })
    moveTo(current(), 'keychain')
    await first.accounts.recheckServiceKeys()
    first.stop()
    expect(await heldOf(world.start({ secrets: place }), id)).toEqual({
      organizationKey: false,
      apiKey: true,
    })
  })

  test('that is empty, none is claimed once the app was unlocked', async () => {
    const { place, moveTo } = makePlace()
    moveTo(createMemoryStore(null), 'keychain')
    const app = world.start({ secrets: place })
    const id = await connect(app)
    await app.accounts.setServiceKey({ id, name: 'apiKey', value })
    expect(await heldOf(app, id)).toEqual({ organizationKey: false, apiKey: true })
    moveTo(createMemoryStore(null), 'keychain')
    app.accounts.unlock()
    await eventually(async () => expect(await heldOf(app, id)).toEqual(none))
  })
})
