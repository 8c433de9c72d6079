// Proof of when Starkdesk locks, what may be asked then, and that the options last, over real places and a real store.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ChannelName, channelNames } from '../../../src-preload/contract/contract.ts'
import { lockMinutes } from '../../../src-preload/contract/accounts/security.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { SecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import type { Log } from '../../../src-main/diagnostics/log.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { createSecurity, type Security } from '../../../src-main/accounts/app-lock.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { cheap } from '../keychain/vault/cheap-scrypt.ts'
import { faultOf, makeVaultFile, MovableClock } from '../keychain/vault/support.ts'
import { sampleOrder } from '../store/support.ts'
import { makeEvents, makeStore } from '../world.ts'

const password = 'correct horse battery'
const wrong = 'not the password'

/** A computer with one store, one keychain and one vault file, on which the app is started again and again. */
class Desk {
  readonly file = makeVaultFile()
  readonly clock = new MovableClock()
  readonly keychain = new CountingKeychain()
  readonly store: Store
  readonly logged: { what: string; facts: unknown }[] = []
  readonly faults: string[] = []
  readonly told = makeEvents()
  /** What happened to the sessions, in order. */
  readonly turns: string[] = []
  idleSeconds = 0
  /** The looks that are asked for now, by how often. */
  readonly looks = new Map<() => void, number>()
  onUnlock: () => void = () => undefined
  onClear: () => Promise<void> = () => Promise.resolve()

  constructor(store: Store) {
    this.store = store
  }

  async start(): Promise<{ security: Security; places: SecretBackends }> {
    const log: Log = {
      info: (_area, what, facts) => this.logged.push({ what, facts }),
      fault: (_area, what) => this.faults.push(what),
    }
    const places = await openSecretBackends({
      ledger: createKeychainLedger(this.store),
      vaultFile: this.file,
      clock: this.clock,
      onFault: (what) => this.faults.push(what),
      listAccounts: async () => (await this.store.listAccounts()).map(({ id }) => id),
      load: () => Promise.resolve(this.keychain),
      scrypt: cheap,
    })
    const security = await createSecurity({
      places,
      store: this.store,
      clock: this.clock,
      emit: this.told.emit,
      log,
      idleSeconds: () => this.idleSeconds,
      every: (ms, work) => {
        this.looks.set(work, ms)
        return () => this.looks.delete(work)
      },
    })
    security.beforeClear(() => this.onClear())
    security.events.on('locked', () => this.turns.push('locked'))
    security.events.on('unlocked', () => {
      this.turns.push('unlocked')
      this.onUnlock()
    })
    security.start()
    return { security, places }
  }

  /** Time goes on to the next look. */
  look(): void {
    for (const [work, ms] of [...this.looks]) {
      this.clock.nowMs += ms
      work()
    }
  }
}

const makeDesk = async (): Promise<Desk> => new Desk(await makeStore())

/** A desk whose app has a password and is started, locked. */
async function makeLocked(options: Parameters<Security['setOptions']>[0] = {}) {
  const desk = await makeDesk()
  const { security, places } = await desk.start()
  await places.set('a', 'refreshToken', 'token')
  await security.setOptions(options)
  await security.setPassword(password)
  security.close()
  desk.logged.length = 0
  return { desk, ...(await desk.start()) }
}

function refusalOf(security: Security, channel: string): string {
  try {
    security.assertReadable(channel)
    return 'answered'
  } catch (error) {
    if (isAppError(error)) return error.code
    throw error
  }
}

describe('what the page may ask', () => {
  // Written out once more, so that a change of one of the two lists is a decision.
  const always: readonly ChannelName[] = [
    'app:getInfo',
    'app:setTheme',
    'app:setDisplay',
    'app:openDataFolder',
    'app:openLog',
    'app:openLink',
    'app:restart',
    'app:setTray',
    'app:zoom',
    'app:confirmKept',
    'app:confirmShown',
    'language:getState',
    'language:choose',
    'accounts:cancelConnect',
    'security:getState',
    'security:setPassword',
    'security:changePassword',
    'security:removePassword',
    'security:unlock',
    'security:lock',
    'security:setVaultAside',
    'security:setOptions',
    'connection:cancelTest',
    'exports:cancel',
    'sync:setView',
    'updates:getState',
    'updates:cancelDownload',
    'diagnostics:getVersions',
    'diagnostics:listLicenses',
    'diagnostics:getLicense',
  ]
  const reading: readonly ChannelName[] = [
    'accounts:getState',
    'accounts:activate',
    'accounts:showAll',
    'book:watch',
    'book:getChoices',
    'book:setChoices',
    'markets:list',
    'markets:listAll',
    'markets:getListSettings',
    'markets:setListSettings',
    'markets:getCandles',
    'markets:listTrades',
    'markets:watch',
    'orders:list',
    'orders:getTotals',
    'orders:get',
    'orders:listFacets',
    'orders:getSyncState',
    'orders:listAccounts',
    'orders:listStopPlaces',
    'orders:listFills',
    'orders:getFillTotals',
    'orders:getTable',
    'orders:setTable',
    'orders:listViews',
    'orders:setViews',
    'portfolio:getPnl',
    'portfolio:getResults',
    'portfolio:getAllAccounts',
    'portfolio:getDisplayPrices',
    'portfolio:getBalances',
    'portfolio:getBooks',
    'portfolio:listMovements',
    'portfolio:addMovement',
    'portfolio:removeMovement',
    'portfolio:getEquity',
    'portfolio:getEquityPoint',
    'portfolio:getPerformance',
    'portfolio:listLots',
    'portfolio:getOpening',
    'portfolio:splitOpening',
    'portfolio:resetOpening',
    'portfolio:getCostMethod',
    'portfolio:setCostMethod',
    'portfolio:getRowChoices',
    'portfolio:setRowChoices',
    'portfolio:getReport',
    'connection:getState',
    'connection:retry',
    'connection:getActivity',
    'connection:test',
    'connection:getReport',
    'transfers:getSetup',
    'trading:listPlaced',
    'trading:getTour',
    'trading:getSession',
    'trading:getBounds',
    'trading:getCancelAll',
    'trading:getMarketRules',
    'transfers:get',
    'transfers:list',
    'markets:getCandleRange',
    'sync:getFreshness',
    'sync:getState',
    'sync:setPaused',
    'data:getState',
    'data:measure',
    'data:check',
    'data:backUp',
    'data:acceptRepair',
    'updates:check',
    'updates:download',
    'updates:openPage',
    'app:takeDestination',
    'app:setPlace',
    'app:getLeftOpen',
    'app:dropLeftOpen',
    'markets:add',
    'markets:remove',
    'markets:reorder',
    'charts:getLayout',
    'charts:listLayouts',
    'charts:setLayouts',
    'charts:getTradeView',
    'charts:setTradeView',
    'charts:getIndicatorLibrary',
    'charts:setIndicatorLibrary',
    'charts:setLayout',
    'charts:listDrawings',
    'charts:putDrawing',
    'charts:removeDrawing',
    'charts:listMarks',
    'alerts:list',
    'alerts:put',
    'alerts:remove',
    'alerts:listNotices',
    'alerts:markRead',
    'alerts:clearRead',
    'alerts:getOptions',
    'alerts:setOptions',
  ]
  const keys: readonly ChannelName[] = [
    'accounts:connectPractice',
    'accounts:connectWallet',
    'accounts:createWallet',
    'accounts:giveSignature',
    'accounts:rename',
    'accounts:remove',
    'accounts:setServiceKey',
    'accounts:forgetServiceKey',
    'accounts:exportKeystore',
    'accounts:signIn',
    'accounts:signOut',
    'transfers:checkRecipient',
    'transfers:create',
    'trading:openTicket',
    'trading:place',
    'trading:cancel',
    'trading:cancelMarket',
    'trading:startSession',
    'trading:endSession',
    'trading:endTour',
    'trading:setBounds',
    'trading:reviewDifference',
    'trading:cancelAll',
    'trading:move',
    'trading:stopCancelAll',
    'transfers:proceed',
    'transfers:abandon',
    'transfers:lookUp',
    'transfers:find',
    'transfers:setNote',
    'transfers:export',
    'transfers:saveReceipt',
    'transfers:setLimits',
    'transfers:noteReviewed',
    'transfers:putRecipient',
    'transfers:removeRecipient',
    'data:setKeepDays',
    'data:clear',
    'charts:savePicture',
    'charts:copyPicture',
    'charts:saveCandles',
    'exports:start',
    'app:showSavedFile',
    'updates:install',
    'updates:setOptions',
    'diagnostics:gather',
    'diagnostics:save',
    'removal:getFacts',
    'removal:removeAll',
  ]

  test('every channel is in one of the classes', () => {
    expect([...always, ...reading, ...keys].sort()).toEqual([...channelNames].sort())
  })

  test('is everything without a password, and when unlocked', async () => {
    const desk = await makeDesk()
    const { security } = await desk.start()
    for (const name of channelNames) expect([name, refusalOf(security, name)]).toEqual([name, 'answered'])
    await security.setPassword(password)
    for (const name of channelNames) expect([name, refusalOf(security, name)]).toEqual([name, 'answered'])
    expect(security.isHidden()).toBe(false)
  })

  test('is only what shows nothing when locked', async () => {
    const { security } = await makeLocked()
    expect(security.isHidden()).toBe(true)
    for (const name of channelNames) {
      const expected = always.includes(name) ? 'answered' : 'vaultLocked'
      expect([name, refusalOf(security, name)]).toEqual([name, expected])
    }
    expect(refusalOf(security, 'orders:somethingNew')).toBe('vaultLocked')
    expect(refusalOf(security, 'toString')).toBe('vaultLocked')
  })

  test('is, of the account behind the lock, its name and network alone, and only while the lock hides everything', async () => {
    const { desk, security } = await makeLocked()
    expect((await security.getState()).behindLock).toEqual({ label: 'Test', network: 'custom' })
    await desk.store.setSetting('activeAccount', 'gone')
    expect((await security.getState()).behindLock).toEqual({ label: 'Test', network: 'custom' })
    await security.unlock(password)
    expect((await security.getState()).behindLock).toBeNull()
    await security.setOptions({ readableWhenLocked: true })
    security.lock()
    expect((await security.getState()).behindLock).toBeNull()
  })

  test('is also what only reads when locked and readable', async () => {
    const { security } = await makeLocked({ readableWhenLocked: true })
    expect(security.isHidden()).toBe(false)
    for (const name of channelNames) {
      const expected = keys.includes(name) ? 'vaultLocked' : 'answered'
      expect([name, refusalOf(security, name)]).toEqual([name, expected])
    }
    expect(refusalOf(security, 'orders:somethingNew')).toBe('vaultLocked')
  })

  test('is no more with a damaged vault than with a locked one', async () => {
    const { desk } = await makeLocked()
    writeFileSync(desk.file, 'not a vault')
    const { security } = await desk.start()
    expect(await security.getState()).toMatchObject({
      password: 'damaged',
      fault: { code: 'vaultDamaged', ref: null },
    })
    expect([security.isHidden(), refusalOf(security, 'orders:list')]).toEqual([true, 'vaultLocked'])
    expect(await faultOf(security.setOptions({ readableWhenLocked: true }))).toMatchObject({
      code: 'vaultLocked',
    })
  })
})

describe('the app password', () => {
  test('lets the session go on when it is set, and is told to the page', async () => {
    const desk = await makeDesk()
    const { security, places } = await desk.start()
    await places.set('a', 'refreshToken', 'token')
    await security.setPassword(password)
    expect(desk.turns).toEqual([])
    expect(desk.told.last('security:changed')).toMatchObject({ password: 'unlocked', leftInKeychain: false })
    expect(await places.get('a', 'refreshToken')).toBe('token')
    expect(desk.keychain.entries.size).toBe(0)
    expect(await desk.store.getSetting('accountsInKeychain')).toBe('')
  })

  test('opens a locked app, after which the sessions go on', async () => {
    const { desk, security, places } = await makeLocked()
    expect((await security.getState()).password).toBe('locked')
    await security.unlock(password)
    expect(desk.turns).toEqual(['unlocked'])
    expect(desk.told.last('security:changed')?.password).toBe('unlocked')
    expect(await places.get('a', 'refreshToken')).toBe('token')
  })

  test('that is wrong opens nothing, and the page learns how long to wait', async () => {
    const { desk, security } = await makeLocked()
    for (let time = 0; time < 4; time += 1) {
      expect(await faultOf(security.unlock(wrong))).toMatchObject({ code: 'wrongPassword' })
    }
    expect(desk.told.last('security:changed')).toMatchObject({ password: 'locked', retryAfterMs: 1000 })
    expect(await faultOf(security.unlock(password))).toMatchObject({ code: 'passwordDelayed' })
    expect(desk.turns).toEqual([])
    expect(desk.logged.filter(({ what }) => what === 'wrong password')).toHaveLength(4)
  })

  test('can be changed and removed', async () => {
    const { desk, security, places } = await makeLocked()
    await security.unlock(password)
    await security.changePassword(password, 'another password')
    expect(await faultOf(security.removePassword(password))).toMatchObject({ code: 'wrongPassword' })
    await security.removePassword('another password')
    expect(desk.told.last('security:changed')?.password).toBe('none')
    expect(await places.get('a', 'refreshToken')).toBe('token')
    expect([...desk.keychain.entries.values()]).toEqual(['token'])
    expect(desk.turns).toEqual(['unlocked'])
  })

  test('never shows in the log or in what is told', async () => {
    const { desk, security } = await makeLocked()
    await faultOf(security.unlock(wrong))
    await security.unlock(password)
    await security.changePassword(password, 'another password')
    await security.removePassword('another password')
    const said = JSON.stringify([desk.logged, desk.faults, desk.told.last('security:changed')])
    for (const hidden of [password, wrong, 'another password', '"token"']) expect(said).not.toContain(hidden)
    expect(desk.logged.map(({ what }) => what)).toEqual([
      'wrong password',
      'unlocked',
      'app password changed',
      'app password removed',
    ])
  })

  test('that is forgotten: setting the vault aside opens the app without keys', async () => {
    const { desk, security, places } = await makeLocked()
    const { fileName } = await security.setVaultAside()
    expect(readFileSync(`${desk.file.slice(0, -'vault'.length)}${fileName}`).length).toBeGreaterThan(0)
    expect([(await security.getState()).password, security.isHidden()]).toEqual(['none', false])
    expect(desk.turns).toEqual(['unlocked'])
    expect(await places.get('a', 'refreshToken')).toBeNull()
  })

  test('that is forgotten: what the lock hid is gone from the disk before the vault is set aside', async () => {
    const { desk, security, places } = await makeLocked()
    const seen: unknown[] = []
    await desk.store.putOrders('a', [sampleOrder(1)], null)
    desk.onClear = async () => {
      seen.push(await desk.store.countOrders('a'), places.passwordState())
    }
    const setVaultAside = places.setVaultAside.bind(places)
    places.setVaultAside = async () => {
      seen.push(await desk.store.countOrders('a'), places.passwordState(), existsSync(desk.file))
      return setVaultAside()
    }
    await security.setVaultAside()
    expect(seen).toEqual([1, 'locked', 0, 'locked', true])
    expect((await desk.store.listAccounts()).map(({ id, label }) => [id, label])).toEqual([['a', 'Test']])
  })

  test('of a damaged vault opens nothing that the lock hid either', async () => {
    const desk = await makeDesk()
    writeFileSync(desk.file, 'no vault')
    await desk.store.putOrders('a', [sampleOrder(1)], null)
    const { security } = await desk.start()
    await security.setVaultAside()
    expect([(await security.getState()).password, await desk.store.countOrders('a')]).toEqual(['none', 0])
  })

  test('that is forgotten leaves what could be read all the time', async () => {
    const { desk, security } = await makeLocked({ readableWhenLocked: true })
    await desk.store.putOrders('a', [sampleOrder(1)], null)
    await security.setVaultAside()
    expect([(await security.getState()).password, await desk.store.countOrders('a')]).toEqual(['none', 1])
  })

  test('that was given, or was never set, leaves what is cached', async () => {
    const { desk, security } = await makeLocked()
    await desk.store.putOrders('a', [sampleOrder(1)], null)
    await security.unlock(password)
    await security.setVaultAside()
    expect(await faultOf(security.setVaultAside())).toMatchObject({ code: 'notFound' })
    expect(await desk.store.countOrders('a')).toBe(1)
  })

  test.each(['sessions', 'store'] as const)(
    'stays the only way in where the %s cannot be brought to an end',
    async (what) => {
      const { desk, security } = await makeLocked()
      await desk.store.putOrders('a', [sampleOrder(1)], null)
      const fault = new AppError('databaseUnavailable', { file: 'data', reason: 'SQLITE_FULL' })
      if (what === 'sessions') desk.onClear = () => Promise.reject(fault)
      else Object.assign(desk.store, { clearPrivateCache: () => Promise.reject(fault) })
      expect(await faultOf(security.setVaultAside())).toBe(fault)
      expect([(await security.getState()).password, security.isHidden(), existsSync(desk.file)]).toEqual([
        'locked',
        true,
        true,
      ])
      await security.unlock(password)
      expect(await desk.store.countOrders('a')).toBe(1)
    },
  )

  test('sessions forget what they hold when the vault is set aside while it is open', async () => {
    const { desk, security } = await makeLocked()
    await security.unlock(password)
    await security.setVaultAside()
    expect(desk.turns).toEqual(['unlocked', 'locked', 'unlocked'])
  })

  test('opens the app even where the sessions cannot go on', async () => {
    const { desk, security } = await makeLocked()
    desk.onUnlock = () => {
      throw new Error('no session')
    }
    await security.unlock(password)
    expect(desk.faults).toEqual(['go on after unlocking'])
    expect((await security.getState()).password).toBe('unlocked')
  })
})

describe('locking', () => {
  test('by hand takes the keys out of memory, before anything else happens', async () => {
    const { desk, security, places } = await makeLocked()
    await security.unlock(password)
    security.lock()
    expect([desk.turns, places.passwordState()]).toEqual([['unlocked', 'locked'], 'locked'])
    expect(await faultOf(places.get('a', 'refreshToken'))).toMatchObject({ code: 'vaultLocked' })
    await eventually(() => expect(desk.told.last('security:changed')?.password).toBe('locked'))
    expect(desk.logged.at(-1)).toEqual({ what: 'locked', facts: { why: 'byHand' } })
    security.lock()
    expect(desk.turns).toEqual(['unlocked', 'locked'])
  })

  test('by hand needs a password', async () => {
    const { security } = await (await makeDesk()).start()
    expect(() => security.lock()).toThrow('notFound')
  })

  test('comes with the lock or the sleep of the system, and without a password does nothing', async () => {
    const desk = await makeDesk()
    const { security } = await desk.start()
    security.systemLocked()
    expect(desk.turns).toEqual([])
    await security.setPassword(password)
    security.systemLocked()
    expect([desk.turns, (await security.getState()).password]).toEqual([['locked'], 'locked'])
    expect(desk.logged.at(-1)).toEqual({ what: 'locked', facts: { why: 'system' } })
  })

  test('that comes while a password is being set follows it', async () => {
    const desk = await makeDesk()
    const { security } = await desk.start()
    const setting = security.setPassword(password)
    security.systemLocked()
    await setting
    expect([desk.turns, (await security.getState()).password]).toEqual([['locked'], 'locked'])
  })

  test('right after unlocking leaves the sessions where they are', async () => {
    const { desk, security } = await makeLocked()
    const unlocking = faultOf(security.unlock(password))
    security.lock()
    expect(await unlocking).toMatchObject({ code: 'vaultLocked' })
    expect([desk.turns, security.isHidden()]).toEqual([[], true])
  })

  test('comes after five minutes without input, and not a moment before', async () => {
    const { desk, security } = await makeLocked()
    await security.unlock(password)
    expect([...desk.looks.values()]).toEqual([5_000])
    desk.idleSeconds = 299
    desk.look()
    expect(desk.turns).toEqual(['unlocked'])
    desk.idleSeconds = 300
    desk.look()
    expect(desk.turns).toEqual(['unlocked', 'locked'])
    expect(desk.logged.at(-1)).toEqual({ what: 'locked', facts: { why: 'idle' } })
    // Locked, there is nothing to watch.
    expect(desk.looks.size).toBe(0)
  })

  test('comes when the computer has slept longer than that without a word', async () => {
    const { desk, security } = await makeLocked()
    await security.unlock(password)
    desk.clock.nowMs += 3_600_000
    desk.look()
    expect(desk.turns).toEqual(['unlocked', 'locked'])
  })

  test('comes after as many minutes as the user says, or never', async () => {
    const { desk, security } = await makeLocked()
    await security.unlock(password)
    desk.idleSeconds = 3599
    await security.setOptions({ lockAfterMinutes: 60 })
    desk.look()
    expect(desk.turns).toEqual(['unlocked'])
    await security.setOptions({ lockAfterMinutes: 0 })
    expect(desk.looks.size).toBe(0)
    await security.setOptions({ lockAfterMinutes: 1 })
    desk.look()
    expect(desk.turns).toEqual(['unlocked', 'locked'])
  })

  test('is not watched for without a password, before the start, or after the end', async () => {
    const desk = await makeDesk()
    const { security } = await desk.start()
    expect(desk.looks.size).toBe(0)
    await security.setPassword(password)
    expect(desk.looks.size).toBe(1)
    security.close()
    expect(desk.looks.size).toBe(0)
  })
})

describe('the options', () => {
  test('are careful at first, and last', async () => {
    const desk = await makeDesk()
    const { security } = await desk.start()
    expect(await security.getState()).toEqual({
      password: 'none',
      fault: null,
      retryAfterMs: 0,
      leftInKeychain: false,
      lockAfterMinutes: 5,
      readableWhenLocked: false,
      signInAtStart: true,
      forgetTokensWhenLocked: false,
      behindLock: null,
    })
    expect(security.signInAtStart()).toBe(true)
    await security.setOptions({ signInAtStart: false, lockAfterMinutes: 30 })
    await security.setOptions({ readableWhenLocked: true })
    await security.setOptions({ forgetTokensWhenLocked: true })
    const later = await desk.start()
    const kept = {
      lockAfterMinutes: 30,
      readableWhenLocked: true,
      signInAtStart: false,
      forgetTokensWhenLocked: true,
    }
    expect(await later.security.getState()).toMatchObject(kept)
    expect(desk.told.last('security:changed')).toMatchObject(kept)
    expect(later.security.signInAtStart()).toBe(false)
    expect(later.security.forgetsTokens()).toBe(true)
  })

  test.each(lockMinutes)('lock after %i minutes is kept', async (lockAfterMinutes) => {
    const desk = await makeDesk()
    await (await desk.start()).security.setOptions({ lockAfterMinutes })
    expect(await (await desk.start()).security.getState()).toMatchObject({ lockAfterMinutes })
  })

  test.each(['', '7', 'never', '-1'])('that were written as %j are as at first', async (text) => {
    const desk = await makeDesk()
    for (const name of [
      'lockAfterMinutes',
      'readableWhenLocked',
      'signInAtStart',
      'forgetTokensWhenLocked',
    ]) {
      await desk.store.setSetting(name, text)
    }
    expect(await (await desk.start()).security.getState()).toMatchObject({
      lockAfterMinutes: 5,
      readableWhenLocked: false,
      signInAtStart: true,
      forgetTokensWhenLocked: false,
    })
  })

  test('cannot be changed while locked', async () => {
    const { security } = await makeLocked()
    expect(await faultOf(security.setOptions({ readableWhenLocked: true }))).toMatchObject({
      code: 'vaultLocked',
    })
    expect((await security.getState()).readableWhenLocked).toBe(false)
  })
})
