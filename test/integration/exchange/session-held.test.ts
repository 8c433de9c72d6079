// Tokens that are held while the app is locked: they serve own orders alone, are renewed without store and wallet, and the renewed
// one is kept after the unlock. Over real HTTP.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createExchangeClient, type ExchangeClient } from '../../../src-main/exchange/client.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { errorAnswers, fixtureText } from '../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, movableClock, type TestWallet, testSession } from '../../fixtures/test-client.ts'

let server: ScriptedServer
let wallet: TestWallet
let issued: number
let isRefreshDead: boolean

const pair = () => {
  issued += 1
  return { access: `access-${String(issued)}`, refresh: `refresh-${String(issued)}` }
}
const refused = (name: string) => {
  const { status, body: json } = errorAnswers[name] ?? { status: 401, body: {} }
  return { status, json }
}

beforeEach(async () => {
  wallet = {
    hasKey: true,
    fault: null,
    signed: [],
    stored: null,
    storeFault: null,
    storeFaults: [],
    states: [],
  }
  issued = 0
  isRefreshDead = false
  server = await startScriptedServer(({ path, headers }) => {
    switch (path) {
      case '/sapi/v2/auth/nonce/':
        return { text: fixtureText('nonce') }
      case '/sapi/v2/auth/login/':
        return { json: { status: 'success', message: '', payload: { uid: 'ID1' }, token: pair() } }
      case '/sapi/v1/auth/token/refresh/':
        return isRefreshDead
          ? refused('refreshTokenExpired')
          : { json: { status: 'success', message: '', payload: pair() } }
      default:
        return headers.authorization === `JWT access-${String(issued)}`
          ? { json: { status: 'success', message: '', payload: [] } }
          : refused('accessTokenExpired')
    }
  })
})
afterEach(() => server.stop())

async function signedIn(): Promise<ExchangeClient> {
  const client = createExchangeClient({
    baseUrl: server.baseUrl,
    fetch: globalThis.fetch,
    clock: movableClock(),
    userAgent: 'Starkdesk/0.1.0 (test)',
    session: testSession(wallet),
  })
  onTestFinished(() => client.close())
  await client.signIn()
  return client
}

/** As the vault does while the app is locked. */
function lock(client: ExchangeClient): void {
  wallet.fault = wallet.storeFault = new AppError('vaultLocked')
  client.hold()
}

function unlock(client: ExchangeClient): void {
  wallet.fault = wallet.storeFault = null
  client.resume()
}

describe('held tokens', () => {
  test('read and cancel own orders, and nothing else', async () => {
    const client = await signedIn()
    lock(client)
    expect(client.sessionState()).toBe('appLocked')
    expect(client.isHeld()).toBe(true)
    expect((await client.listOrders({})).orders).toEqual([])
    await client.cancelOrders({ market: 'ethusdc' })
    const sent = server.requests.length
    const vaultLocked = { code: 'vaultLocked' }
    for (const call of [
      client.getProfile(),
      client.listBalances({}),
      client.listOwnTrades({}),
      client.signIn(),
      client.prepareOrder({ type: 'limit', market: 'ethusdc', side: 'buy', volume: '1', price: '1' }),
    ]) {
      expect(await failureOf(call)).toMatchObject(vaultLocked)
    }
    expect(server.requests).toHaveLength(sent)
  })

  test('are renewed by the token in memory, and the new one is kept after the unlock', async () => {
    const client = await signedIn()
    expect(wallet.stored).toBe('refresh-1')
    lock(client)
    // The service takes no old access token any more.
    issued += 1
    await client.listOrders({})
    expect(client.sessionState()).toBe('appLocked')
    expect(wallet).toMatchObject({ stored: 'refresh-1', storeFaults: [], signed: { length: 1 } })
    unlock(client)
    expect(client.sessionState()).toBe('signedIn')
    await eventually(() => expect(wallet.stored).toBe('refresh-3'))
  })

  test('that are dead end it until the unlock, without a signature', async () => {
    const client = await signedIn()
    lock(client)
    issued += 1
    isRefreshDead = true
    await failureOf(client.listOrders({}))
    expect(client.isHeld()).toBe(false)
    expect(await failureOf(client.listOrders({}))).toMatchObject({ code: 'vaultLocked' })
    expect(wallet.signed).toHaveLength(1)
    unlock(client)
    await client.listOrders({})
    expect(wallet.signed).toHaveLength(2)
  })

  test('are gone after forget, and after signing out', async () => {
    const client = await signedIn()
    lock(client)
    client.forget()
    expect(client.isHeld()).toBe(false)
    expect(await failureOf(client.listOrders({}))).toMatchObject({ code: 'vaultLocked' })
  })

  test('do not come of a session without tokens', async () => {
    const client = await signedIn()
    client.forget()
    client.resume()
    lock(client)
    expect(client.isHeld()).toBe(false)
    expect(await failureOf(client.listOrders({}))).toMatchObject({ code: 'vaultLocked' })
  })
})
