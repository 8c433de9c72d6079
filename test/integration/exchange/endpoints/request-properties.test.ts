// Each call sends what the interface asks for and nothing else, and that input outside its rules is named and never sent.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ethereumAddressOf, signMessage } from '../../../../src-main/signing/ethereum.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { failureOf, makeTestClient, type TestClient } from '../../../fixtures/test-client.ts'
import { isObject, type Json, readJson, writeJson } from './interface/json-text.ts'
import { type CallRules, callRules, type Parameter } from './interface/parameters.ts'
import { startWireRecorder, type WireRecorder, type WireRequest } from './interface/wire-recorder.ts'

/** Values under the client's names of the parameters. */
type Given = Readonly<Record<string, string | number>>

let service: WireRecorder
let made: TestClient

beforeAll(async () => {
  service = await startWireRecorder()
  made = makeTestClient(service.baseUrl)
  await made.client.signIn()
})

afterAll(async () => {
  made.client.close()
  await service.stop()
})

/** Sound values for all required parameters and any of the others. */
function anySound(parameters: readonly Parameter[]): fc.Arbitrary<Given> {
  const values = parameters.map((one) =>
    one.isRequired ? one.sound : fc.option(one.sound, { nil: undefined }),
  )
  return fc.tuple(...values).map((list) => {
    const entries = list.flatMap((value, index) =>
      value === undefined ? [] : [[parameters[index]?.input ?? '', value] as const],
    )
    return Object.fromEntries(entries)
  })
}

/** The call's input; a dotted name leads into an object. */
function inputOf(given: Given): never {
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const [outer = '', inner] = name.split('.')
    const within = typeof input[outer] === 'object' ? input[outer] : {}
    input[outer] = inner === undefined ? value : { ...within, [inner]: value }
  }
  return input as never
}

/** Fields with the JSON text of their values, objects laid flat. */
function flat(node: Json, prefix = ''): [string, string][] {
  if (!isObject(node)) return [[prefix, writeJson(node)]]
  return Object.entries(node).flatMap(([name, value]) =>
    flat(value, prefix === '' ? name : `${prefix}.${name}`),
  )
}

const sorted = (pairs: Iterable<readonly [string, string]>): string[] =>
  [...pairs].map(([name, value]) => `${name}: ${value}`).sort()

function expectedParts(rules: CallRules, given: Given): { path: string; parameters: string[] } {
  const written = rules.parameters.flatMap(({ input, wire, write }) => {
    const value = given[input]
    return value === undefined ? [] : [[wire, write(value)] as const]
  })
  const segment = written.find(([wire]) => wire === 'path')?.[1] ?? ''
  return { path: rules.path + segment, parameters: sorted(written.filter(([wire]) => wire !== 'path')) }
}

const runs = (numRuns: number) => ({ numRuns: soakRounds(numRuns), verbose: fc.VerbosityLevel.Verbose })
const described = Object.entries(callRules)

describe.each(described)('%s', (_endpoint, rules) => {
  const { parameters } = rules

  test('sends exactly what the interface asks for', async () => {
    const property = fc.asyncProperty(anySound(parameters), async (given) => {
      const before = service.requests.length
      // The recorder refuses every call; what was sent is all that counts here.
      await rules.run(made.client, inputOf(given)).catch(() => null)
      const [request, ...more] = service.requests.slice(before)
      expect(more).toEqual([])
      const [rawPath = '', query = ''] = request?.target.split('?') ?? []
      const body = request?.body ?? ''
      expect({
        method: request?.method,
        path: decodeURIComponent(rawPath),
        authorization: request?.authorization,
        parameters: sorted(rules.method === 'GET' ? new URLSearchParams(query) : flat(readJson(body))),
      }).toEqual({
        method: rules.method,
        ...expectedParts(rules, given),
        authorization: rules.isPrivate ? 'JWT access-1' : undefined,
      })
      // One segment stays one, whatever a reference holds, and a read has no body.
      expect(rawPath.split('/').length).toBe(expectedParts(rules, given).path.split('/').length)
      expect(rules.method === 'GET' ? body : query).toBe('')
    })
    await fc.assert(property, runs(parameters.length === 0 ? 3 : 150))
  })
})

const withParameters = described.filter(([, { parameters }]) => parameters.length > 0)

describe.each(withParameters)('%s', (_endpoint, rules) => {
  const { parameters } = rules
  const unsound = parameters.flatMap((one) => one.unsound.map((value) => ({ one, value })))
  test('sends nothing for input outside the rules, and names it', async () => {
    const property = fc.asyncProperty(anySound(parameters), fc.nat(), async (given, index) => {
      const { one, value } = unsound[index % unsound.length] ?? { one: parameters[0], value: '' }
      if (one === undefined) throw new Error('no parameter')
      const before = service.requests.length
      // Beside a time that is none, the other end of the range would be one that lies before it.
      const otherEnd = { startMs: 'endMs', endMs: 'startMs' }[one.input] ?? ''
      const others = Object.entries(given).filter(([name]) => name !== otherEnd)
      const input = inputOf({ ...Object.fromEntries(others), [one.input]: value })
      const error = await failureOf(rules.run(made.client, input))
      expect({ code: error.code, field: error.data['field'], value }).toEqual({
        code: 'validation',
        field: one.named,
        value,
      })
      expect(service.requests.length).toBe(before)
    })
    await fc.assert(property, runs(300))
  })
})

test.each(['market.candles', 'orders.list', 'trades.list'] as const)(
  '%s: a range that ends before it starts is never sent',
  async (endpoint) => {
    const at = fc.integer({ min: 0, max: 4_102_444_800_000 })
    const length = fc.integer({ min: 1, max: 100_000_000 })
    const property = fc.asyncProperty(at, length, async (endMs, lengthMs) => {
      const before = service.requests.length
      const input = { market: 'ethusdc', period: 1, startMs: endMs + lengthMs, endMs }
      const error = await failureOf(
        callRules[endpoint]?.run(made.client, input as never) ?? Promise.resolve(),
      )
      expect(error).toMatchObject({ code: 'validation', data: { field: 'endMs' } })
      expect(service.requests.length).toBe(before)
    })
    await fc.assert(property, runs(100))
  },
)

describe('the calls that make tokens', () => {
  const anyKey = fc.stringMatching(/^[1-9a-f][0-9a-f]{62}$/).map((digits) => `0x0${digits}`)
  const bodyOf = (request: WireRequest | undefined): string[] => sorted(flat(readJson(request?.body ?? '{}')))

  test('send the address, and its signature of the text, and nothing else', async () => {
    const property = fc.asyncProperty(anyKey, async (privateKey) => {
      const before = service.requests.length
      const { client, wallet } = makeTestClient(service.baseUrl, { privateKey })
      await client.signIn()
      client.close()
      const [nonce, login, ...more] = service.requests.slice(before)
      const address = JSON.stringify(ethereumAddressOf(privateKey))
      const signature = JSON.stringify(signMessage(wallet.signed[0] ?? '', privateKey))
      expect(more).toEqual([])
      expect(nonce).toMatchObject({
        method: 'POST',
        target: '/sapi/v2/auth/nonce/',
        authorization: undefined,
      })
      expect(bodyOf(nonce)).toEqual([`eth_address: ${address}`])
      expect(login).toMatchObject({
        method: 'POST',
        target: '/sapi/v2/auth/login/',
        authorization: undefined,
      })
      expect(bodyOf(login)).toEqual([`eth_address: ${address}`, `user_signature: ${signature}`])
    })
    await fc.assert(property, runs(25))
  })

  test('send the refresh token alone to have it renewed', async () => {
    const property = fc.asyncProperty(fc.stringMatching(/^[\x21-\x7e]{1,80}$/), async (stored) => {
      const before = service.requests.length
      const { client } = makeTestClient(service.baseUrl, { stored })
      await client.getProfile().catch(() => null)
      client.close()
      const [renewal] = service.requests.slice(before)
      expect(renewal).toMatchObject({
        method: 'POST',
        target: '/sapi/v1/auth/token/refresh/',
        authorization: undefined,
      })
      expect(bodyOf(renewal)).toEqual([`refresh: ${JSON.stringify(stored)}`])
    })
    await fc.assert(property, runs(25))
  })
})
