// Every recorded answer is read to its exact value over real HTTP, and fits the interface as tests know it.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointNames } from '../../../../src-preload/domain/endpoints.ts'
import { isAppError } from '../../../../src-preload/domain/errors.ts'
import { errorAnswers, fixtureEndpoints, type FixtureName, fixtureText } from '../../../fixtures/fixtures.ts'
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../../fixtures/scripted-server.ts'
import { makeTestClient, type TestClient } from '../../../fixtures/test-client.ts'
import { askerOver, askFor, someAddress, someKeys } from './interface/calls.ts'
import { readJson } from './interface/json-text.ts'
import { unknownFields } from './interface/places.ts'
import { friend, recordedValues } from './interface/recorded-values.ts'
import { envelopeOf, judgeAnswer } from './interface/table.ts'

const tokens: Readonly<Record<string, ScriptedAnswer>> = {
  '/sapi/v2/auth/nonce/': { text: fixtureText('nonce') },
  '/sapi/v2/auth/login/': { text: fixtureText('login') },
}

let server: ScriptedServer
let made: TestClient

beforeAll(async () => {
  server = await startScriptedServer(({ path }) => tokens[path] ?? { status: 404 })
  made = makeTestClient(server.baseUrl)
  await made.client.signIn()
})

afterAll(async () => {
  made.client.close()
  await server.stop()
})

const names = Object.keys(fixtureEndpoints) as FixtureName[]

describe('the recorded answers', () => {
  test('are all of the folder, and of every endpoint one at least', () => {
    const folder = readdirSync(new URL('../../../fixtures/', import.meta.url))
    const files = folder.filter((file) => file.endsWith('.json'))
    expect(files.sort()).toEqual([...names.map((name) => `${name}.json`), 'errors.json'].sort())
    expect(new Set(Object.values(fixtureEndpoints))).toEqual(new Set(endpointNames))
  })

  test.each(names)('%s is read to its exact value', async (name) => {
    const text = fixtureText(name)
    server.play(() => ({ text }))
    const endpoint = fixtureEndpoints[name]
    expect(await askFor[endpoint](askerOver(made.client), readJson(text))).toEqual(recordedValues[name])
  })

  test.each(names)('%s is what the interface shows, and nothing else', (name) => {
    const answer = readJson(fixtureText(name))
    const endpoint = fixtureEndpoints[name]
    expect(judgeAnswer(endpoint, answer, answer)).toEqual({ values: [recordedValues[name]], refusals: [] })
    expect(unknownFields(envelopeOf(endpoint), answer)).toEqual([])
  })

  test('the text to sign keeps its apostrophe, which is two bytes longer than it looks', () => {
    const nonce = String(recordedValues.nonce)
    expect([nonce.length, Buffer.byteLength(nonce)]).toEqual([126, 128])
  })
})

type Ask = (client: TestClient['client']) => Promise<unknown>
const askTrades: Ask = (client) => client.listMarketTrades({ market: 'ethusdc' })
const askProfile: Ask = (client) => client.getProfile()
const askUser: Ask = (client) => client.checkUserExists({ ...someKeys, destinationAddress: friend })
const askNonce: Ask = (client) => askerOver(client).requestNonce(someAddress)
const askLogin: Ask = (client) => askerOver(client).logIn(someAddress, '0x12')
const askRefresh: Ask = (client) => askerOver(client).refresh('refresh-1')
const askTransfer: Ask = (client) => client.getTransfer('6462569061361987')

/** Who may be answered so, and with what: an answer, or the error's code. */
const refusals: Readonly<Record<string, { readonly ask: Ask; readonly outcome: unknown }>> = {
  unknownMarket: { ask: askTrades, outcome: 'rejectedByExchange' },
  missingMarket: { ask: askTrades, outcome: 'rejectedByExchange' },
  shortAddress: { ask: askNonce, outcome: 'rejectedByExchange' },
  badLogin: { ask: askLogin, outcome: 'rejectedByExchange' },
  badLoginUnder200: { ask: askLogin, outcome: 'rejectedByExchange' },
  accessTokenExpired: { ask: askProfile, outcome: 'unauthenticated' },
  refreshTokenExpired: { ask: askRefresh, outcome: 'rejectedByExchange' },
  noCredentials: { ask: askProfile, outcome: 'unauthenticated' },
  invalidOrganizationKey: { ask: askUser, outcome: 'rejectedByExchange' },
  unknownTransfer: { ask: askTransfer, outcome: { isKnown: false } },
  unknownUser: { ask: askUser, outcome: false },
  unknownUserUnder404: { ask: askUser, outcome: false },
  oldSample: { ask: askTrades, outcome: 'rejectedByExchange' },
  serverError: { ask: askTrades, outcome: 'rejectedByExchange' },
}

describe('the recorded refusals', () => {
  test('are all of the file', () => {
    expect(Object.keys(errorAnswers).sort()).toEqual(Object.keys(refusals).sort())
  })

  test.each(Object.entries(refusals))('%s is taken for what it says', async (name, { ask, outcome }) => {
    const recorded = errorAnswers[name]
    // Signing in again works; what is asked for is refused each time.
    const isAboutTokens = ask === askNonce || ask === askLogin || ask === askRefresh
    server.play(({ path }) => {
      const own = isAboutTokens ? undefined : tokens[path]
      return own ?? { status: recorded?.status ?? 0, json: recorded?.body }
    })
    const client = makeTestClient(server.baseUrl).client
    try {
      expect(await ask(client)).toEqual(outcome)
    } catch (error) {
      if (!isAppError(error)) throw error
      const message = (recorded?.body as { message: string }).message
      expect({ code: error.code, message: error.data['message'] ?? message }).toEqual({
        code: outcome,
        message,
      })
    } finally {
      client.close()
    }
  })
})
