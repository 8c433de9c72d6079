// No key goes, is locked away or is used at a new address before a person has said yes in the window.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { noOrderBusiness } from '../../fixtures/no-order-business.ts'
import { startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, walletKey } from '../../fixtures/test-client.ts'
import { chosen, newUrl, start } from './guarded-world.ts'
import { account } from '../world.ts'

const removal = { id: account.id, label: account.label, leaveSecrets: false }

describe('removing an account', () => {
  it('shows whose key goes, and happens after a yes', async () => {
    const { services, desk, yes, ids, hasKey } = await start()
    const removed = services.accounts.remove(removal)
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toEqual({
      kind: 'removal',
      label: account.label,
      keyKind: 'ethereum',
      network: 'custom',
      baseUrl: account.baseUrl,
      ethereumAddress: account.ethereumAddress,
      ...noOrderBusiness,
    })
    expect([await ids(), await hasKey()]).toEqual([['a', 'p'], true])
    await yes()
    expect(await removed).toMatchObject({ secrets: 'removed' })
    expect([await ids(), await hasKey()]).toEqual([['p'], false])
  })

  it('leaves all as it was after a no', async () => {
    const { services, no, ids, hasKey } = await start()
    const failed = failureOf(services.accounts.remove(removal))
    await no()
    expect((await failed).code).toBe('userDeclined')
    expect([await ids(), await hasKey()]).toEqual([['a', 'p'], true])
  })

  it('opens no window for another name or an account that is not here', async () => {
    const { services, desk, ids } = await start()
    expect(await failureOf(services.accounts.remove({ ...removal, label: 'Other' }))).toMatchObject({
      code: 'validation',
      data: { field: 'label', reason: 'otherAccount' },
    })
    expect((await failureOf(services.accounts.remove({ ...removal, id: 'x' }))).code).toBe('notFound')
    expect([desk.windows.length, await ids()]).toEqual([0, ['a', 'p']])
  })

  it('asks nothing where there is no key to lose', async () => {
    const { services, desk, ids } = await start()
    await services.accounts.remove({ id: 'p', label: 'Play', leaveSecrets: false })
    expect([desk.windows.length, await ids()]).toEqual([0, ['a']])
  })
})

describe('an address that was never spoken to', () => {
  it('is shown as it is, and hears nothing before a yes', async () => {
    const { services, desk, yes, type, privateKey, wallet, spokenTo } = await start()
    const connected = services.accounts.connectWallet(
      wallet({ baseUrl: ' HTTPS://New.Example:443/service/ ' }),
    )
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toEqual({ kind: 'host', host: 'new.example', baseUrl: newUrl })
    expect(spokenTo).not.toContain('new.example')
    await yes()
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await type(privateKey())).toMatchObject({ ok: true })
    expect((await connected).network).toEqual({ kind: 'custom', baseUrl: newUrl })
    expect(spokenTo).toContain('new.example')
  })

  it('hears nothing after a no, and no account is made', async () => {
    const { services, no, wallet, ids, spokenTo } = await start()
    const failed = failureOf(services.accounts.connectWallet(wallet()))
    await no()
    expect((await failed).code).toBe('userDeclined')
    expect(await ids()).toEqual(['a', 'p'])
    expect(spokenTo).not.toContain('new.example')
  })

  it('is shown in its ASCII form, so that a letter of another alphabet is seen', async () => {
    const { services, desk, no, wallet } = await start()
    const failed = failureOf(services.accounts.connectWallet(wallet({ baseUrl: 'https://tаnx.example' })))
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toMatchObject({ host: 'xn--tnx-6cd.example' })
    await no()
    await failed
  })

  it('is asked about once: what failed there can be tried again, in the same window and in another', async () => {
    const { services, desk, yes, no, type, privateKey, wallet, ids } = await start()
    const failed = failureOf(services.accounts.connectWallet(wallet()))
    await yes()
    await eventually(() => expect(desk.windows).toHaveLength(2))
    // The service does not know this wallet.
    expect(await type(privateKey(`0x${'2'.repeat(64)}`))).toMatchObject({ ok: false })
    expect(desk.windows[1]?.isOpen).toBe(true)
    await no()
    expect((await failed).code).toBe('userDeclined')
    const connected = services.accounts.connectWallet(wallet())
    await eventually(() => expect(desk.windows).toHaveLength(3))
    expect(await desk.look()).toMatchObject({ kind: 'wallet', host: 'new.example', again: null })
    await type(privateKey())
    await connected
    expect([desk.windows.length, (await ids()).length]).toEqual([3, 3])
  })

  it('is given up with the attempt, and its window closes', async () => {
    const { services, desk, wallet, spokenTo } = await start()
    const failed = failureOf(services.accounts.connectWallet(wallet()))
    await eventually(() => expect(desk.windows).toHaveLength(1))
    await services.accounts.cancelConnect()
    expect((await failed).code).toBe('cancelled')
    expect(desk.windows[0]?.isOpen).toBe(false)
    expect(spokenTo).not.toContain('new.example')
  })

  it.each(['this computer', 'an address that is asked about'])(
    'is given up also where giving up comes in the same moment, at %s',
    async (place) => {
      const silent = await startScriptedServer(() => ({ headersDelayMs: Infinity }))
      onTestFinished(() => silent.stop())
      const { services, wallet, ids } = await start()
      const baseUrl = place === 'this computer' ? silent.baseUrl : newUrl
      const failed = failureOf(services.accounts.connectWallet(wallet({ baseUrl })))
      await services.accounts.cancelConnect()
      expect((await failed).code).toBe('cancelled')
      expect(await ids()).toEqual(['a', 'p'])
    },
  )

  it('is asked about before the words of a new wallet are shown', async () => {
    const { services, desk, yes, no, ids } = await start()
    const failed = failureOf(
      services.accounts.createWallet({ label: 'Made', network: 'custom', baseUrl: newUrl }),
    )
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toMatchObject({ kind: 'host', baseUrl: newUrl })
    await yes()
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await desk.look()).toMatchObject({ kind: 'backup' })
    await no()
    expect((await failed).code).toBe('userDeclined')
    expect(await ids()).toEqual(['a', 'p'])
  })

  it('is no window where the address is none', async () => {
    const { services, desk, wallet } = await start()
    for (const baseUrl of ['', 'http://new.example', 'https://a:b@new.example']) {
      expect((await failureOf(services.accounts.connectWallet(wallet({ baseUrl })))).data['field']).toBe(
        'baseUrl',
      )
    }
    expect(desk.windows).toHaveLength(0)
  })
})

describe('a service on this computer', () => {
  it('is asked about like any other', async () => {
    const { services, desk, no, wallet, exchange, ids } = await start()
    const failed = failureOf(services.accounts.connectWallet(wallet({ baseUrl: exchange.baseUrl })))
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toMatchObject({ kind: 'host', baseUrl: exchange.baseUrl })
    await no()
    expect((await failed).code).toBe('userDeclined')
    expect(await ids()).toEqual(['a', 'p'])
  })
})

describe('what makes the lock weaker, or goes', () => {
  it('setting the vault aside happens after a yes, at a locked app too', async () => {
    const { services, desk, type, yes, no, hasVault } = await start()
    const set = services.security.setPassword()
    await type(chosen)
    await set
    services.security.lock()
    const failed = failureOf(services.security.setVaultAside())
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await desk.look()).toEqual({
      kind: 'change',
      change: { what: 'setVaultAside', ...noOrderBusiness },
    })
    await no()
    expect([(await failed).code, hasVault()]).toEqual(['userDeclined', true])
    const done = services.security.setVaultAside()
    await yes()
    await done
    expect(hasVault()).toBe(false)
  })

  it.each<{
    readonly name: string
    readonly before?: ChannelInput<'security:setOptions'>
    readonly asked: ChannelInput<'security:setOptions'>
    readonly shown: object
  }>([
    { name: 'later', asked: { lockAfterMinutes: 30 }, shown: { lockAfterMinutes: 30 } },
    { name: 'never', asked: { lockAfterMinutes: 0 }, shown: { lockAfterMinutes: 0 } },
    { name: 'readable', asked: { readableWhenLocked: true }, shown: { isReadableWhenLocked: true } },
    {
      name: 'signs in at start',
      before: { signInAtStart: false },
      asked: { signInAtStart: true },
      shown: { signsInAtStart: true },
    },
    {
      name: 'keeps the tokens',
      before: { forgetTokensWhenLocked: true },
      asked: { forgetTokensWhenLocked: false },
      shown: { keepsTokens: true },
    },
  ])('options of the lock ($name) hold after a yes', async ({ before: already = {}, asked, shown }) => {
    const { services, desk, yes, no } = await start()
    await services.security.setOptions(already)
    const before = await services.security.getState()
    const failed = failureOf(services.security.setOptions(asked))
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toMatchObject({ kind: 'change', change: { what: 'weakenLock', ...shown } })
    await no()
    expect((await failed).code).toBe('userDeclined')
    expect(await services.security.getState()).toEqual(before)
    const done = services.security.setOptions(asked)
    await yes()
    await done
    expect(await services.security.getState()).toMatchObject(asked)
  })

  it('what makes the lock stronger is not asked about', async () => {
    const { services, desk } = await start()
    await services.security.setOptions({
      lockAfterMinutes: 1,
      readableWhenLocked: false,
      signInAtStart: false,
      forgetTokensWhenLocked: true,
    })
    expect(desk.windows).toHaveLength(0)
  })

  it('a key of the operator is typed in the window, and goes after a yes', async () => {
    const { services, desk, type, yes, no } = await start()
    const kept = services.accounts.setServiceKey({ id: account.id, name: 'apiKey' })
    await type({ kind: 'serviceKey', value: 'key of the operator' })
    await kept
    const forget = { id: account.id, name: 'apiKey' } as const
    const held = async () => (await services.accounts.find(account.id)).serviceKeys.apiKey
    const failed = failureOf(services.accounts.forgetServiceKey(forget))
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await desk.look()).toMatchObject({
      kind: 'change',
      change: { what: 'forgetServiceKey', name: 'apiKey' },
    })
    await no()
    expect([(await failed).code, await held()]).toEqual(['userDeclined', true])
    const done = services.accounts.forgetServiceKey(forget)
    await yes()
    await done
    expect(await held()).toBe(false)
  })

  it('whoever is told no again and again waits longer and longer, for every kind of question', async () => {
    const { services, desk, no } = await start()
    for (const ask of [
      () => services.security.setOptions({ lockAfterMinutes: 0 }),
      () => services.accounts.remove(removal),
      () => services.security.setPassword(),
    ]) {
      const before = desk.windows.length
      for (let time = 0; time < 2; time += 1) {
        const failed = failureOf(ask())
        await no()
        await failed
      }
      expect(await failureOf(ask())).toMatchObject({
        code: 'userDeclined',
        data: { reason: 'tooSoon', retryAfterMs: 5_000 },
      })
      expect(desk.windows).toHaveLength(before + 2)
    }
  })
})

describe('only the wallet is asked for, no host', () => {
  it('at the address of an account that is here, and at the public networks', async () => {
    const { services, desk, type, privateKey, wallet, spokenTo } = await start()
    for (const baseUrl of [account.baseUrl, 'https://api.tanx.fi/service']) {
      const connected = services.accounts.connectWallet(wallet({ baseUrl }))
      expect(await type(privateKey())).toMatchObject({ ok: true })
      expect((await connected).network.baseUrl).toBe(baseUrl)
    }
    expect(desk.windows).toHaveLength(2)
    expect(spokenTo).toContain('api.tanx.fi')
  })

  it('for a key that is entered again, which goes to the address of its account alone', async () => {
    const { services, desk, no, type, privateKey, wallet, spokenTo } = await start()
    const failed = failureOf(services.accounts.connectWallet(wallet({ accountId: account.id })))
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toMatchObject({
      kind: 'wallet',
      label: account.label,
      host: 'exchange.example',
      again: { ethereumAddress: account.ethereumAddress, keyKind: 'ethereum' },
    })
    expect(await type(privateKey())).toMatchObject({
      error: { code: 'validation', data: { field: 'ethereumPrivateKey', reason: 'otherWallet' } },
    })
    // The exchange does not know this wallet; what matters is whom it was that said so.
    expect(await type(privateKey(walletKey))).toMatchObject({ ok: false })
    await no()
    await failed
    expect(spokenTo).toContain('exchange.example')
    expect(spokenTo).not.toContain('new.example')
  })
})
