// Keys and passwords go from the confirmation window to where they are kept, and what happens when one is wrong.
import { describe, expect, it } from 'vitest'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { chosen, password, start } from './guarded-world.ts'
import { account } from '../world.ts'

const typed = (currentPassword: string, newPassword = '') => ({
  kind: 'appPassword',
  currentPassword,
  newPassword,
  newPasswordAgain: newPassword,
})
const newPassword = 'five other quiet words here'

describe('the app password', () => {
  it('is set with what was typed twice, and the keys go into the vault', async () => {
    const { services, desk, type, hasVault } = await start()
    const done = services.security.setPassword()
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toEqual({
      kind: 'appPassword',
      task: 'set',
      keysIn: 'keychain',
      retryAfterMs: 0,
    })
    expect(desk.windows[0]?.isExcludedFromCapture).toBe(true)
    expect(await type({ ...chosen, newPasswordAgain: 'another one' })).toMatchObject({
      error: { code: 'validation', data: { field: 'newPassword', reason: 'notSame' } },
    })
    expect(await type(typed('', 'short'))).toMatchObject({
      error: { code: 'validation', data: { field: 'password', reason: 'tooShort' } },
    })
    expect([hasVault(), desk.windows[0]?.isOpen]).toEqual([false, true])
    expect(await type(chosen)).toMatchObject({ ok: true })
    await done
    expect([hasVault(), (await services.security.getState()).password]).toEqual([true, 'unlocked'])
  })

  it('is not set when the window is closed', async () => {
    const { services, no, hasKey, hasVault } = await start()
    const failed = failureOf(services.security.setPassword())
    await no()
    expect((await failed).code).toBe('userDeclined')
    expect((await services.security.getState()).password).toBe('none')
    expect([hasVault(), await hasKey()]).toEqual([false, true])
  })

  it('says that all is practice where it is', async () => {
    const { services, desk, type, hasVault } = await start({ hasRealAccount: false })
    const done = services.security.setPassword()
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toMatchObject({ keysIn: 'practice' })
    await type(chosen)
    await done
    expect(hasVault()).toBe(true)
  })

  it('unlocks at once when it is right; a wrong one leaves the window open', async () => {
    const { services, desk, type } = await start()
    const set = services.security.setPassword()
    await type(chosen)
    await set
    services.security.lock()
    const done = services.security.unlock()
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await desk.look()).toMatchObject({ task: 'unlock', keysIn: null })
    expect(await desk.lookHowDeaf()).toBe(0)
    // Whoever pressed Unlock types on: no moment of deafness stands before it.
    expect(await desk.say(typed('a wrong password'))).toMatchObject({ error: { code: 'wrongPassword' } })
    expect(desk.windows[1]?.isOpen).toBe(true)
    expect(services.security.isLocked()).toBe(true)
    expect(await desk.say(typed(password))).toMatchObject({ ok: true })
    await done
    expect(services.security.isLocked()).toBe(false)
  })

  it('is changed and removed by whoever knows it', async () => {
    const { services, type, hasVault, hasKey } = await start()
    const set = services.security.setPassword()
    await type(chosen)
    await set
    const changed = services.security.changePassword()
    expect(await type(typed('a wrong password', newPassword))).toMatchObject({
      error: { code: 'wrongPassword' },
    })
    await type(typed(password, newPassword))
    await changed
    const removed = services.security.removePassword()
    expect(await type(typed(password))).toMatchObject({ error: { code: 'wrongPassword' } })
    await type(typed(newPassword))
    await removed
    expect([hasVault(), await hasKey()]).toEqual([false, true])
  })

  it('closes the window for what no other password would mend, and the main window is told of it', async () => {
    const { services, desk, type } = await start()
    const failed = failureOf(services.security.unlock())
    expect(await type(typed(password))).toMatchObject({ ok: true })
    expect((await failed).code).toBe('notFound')
    expect(desk.windows[0]?.isOpen).toBe(false)
  })
})

describe('a wallet', () => {
  it('that is closed upon while the service is asked is given up, and nothing of it is kept', async () => {
    const { services, desk, type, privateKey, wallet, ids } = await start()
    const failed = failureOf(services.accounts.connectWallet(wallet({ baseUrl: account.baseUrl })))
    const answered = type(privateKey())
    await eventually(() => expect(desk.windows[0]?.isOpen).toBe(true))
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
    await answered
    await services.accounts.cancelConnect()
    expect(await ids()).toEqual(['a', 'p'])
  })

  it('closes the window for a mere L2 key, whose signature is pasted in the main window', async () => {
    const { services, desk, type, wallet, exchange } = await start()
    const connected = services.accounts.connectWallet(wallet({ baseUrl: account.baseUrl }))
    connected.catch(() => undefined)
    const [, bob] = exchange.users
    if (bob === undefined) throw new Error('nobody practises')
    const { ethereumAddress, starkPrivateKey } = bob
    expect(
      await type({ kind: 'wallet', wallet: { kind: 'starkKey', ethereumAddress, starkPrivateKey } }),
    ).toMatchObject({ ok: true })
    expect(desk.windows[0]?.isOpen).toBe(false)
    await eventually(async () =>
      expect((await services.accounts.getState()).signatureRequest).toMatchObject({ ethereumAddress }),
    )
    await services.accounts.cancelConnect()
    expect((await failureOf(connected)).code).toBe('cancelled')
  })

  it('of practice cannot be given: its key follows from the seed', async () => {
    const { services, desk, wallet } = await start()
    expect((await failureOf(services.accounts.connectWallet(wallet({ accountId: 'p' })))).code).toBe(
      'notFound',
    )
    expect(desk.windows).toHaveLength(0)
  })

  it('has its addresses listed in its own window alone', async () => {
    const { services, desk, no, wallet } = await start()
    const phrase = `${'test '.repeat(11)}junk`
    const asked = { phrase, passphrase: '', start: 0 }
    expect(await desk.call('confirm:listAddresses', asked)).toMatchObject({ error: { code: 'notFound' } })
    const failed = failureOf(services.accounts.connectWallet(wallet({ baseUrl: account.baseUrl })))
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.call('confirm:listAddresses', asked)).toMatchObject({
      value: {
        addresses: expect.arrayContaining(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']) as string[],
      },
    })
    await no()
    await failed
    const changed = failureOf(services.security.setVaultAside())
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await desk.call('confirm:listAddresses', asked)).toMatchObject({ error: { code: 'notFound' } })
    await no()
    await changed
  })
})

describe('the word of the window', () => {
  it('is chosen in the window and shown by the next one', async () => {
    const { services, desk, no } = await start()
    expect(await desk.call('confirm:setWord', { word: 'heron' })).toMatchObject({
      error: { code: 'notFound' },
    })
    const first = failureOf(services.security.setVaultAside())
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.lookForWord()).toBeNull()
    expect(await desk.call('confirm:setWord', { word: ' ' })).toMatchObject({ error: { code: 'validation' } })
    expect(await desk.call('confirm:setWord', { word: ' heron ' })).toMatchObject({ ok: true })
    await no()
    await first
    const second = failureOf(services.accounts.remove({ id: 'a', label: account.label, leaveSecrets: false }))
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await desk.lookForWord()).toBe('heron')
    await no()
    await second
  })
})
