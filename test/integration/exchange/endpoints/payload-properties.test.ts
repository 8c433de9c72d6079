// Proof of every endpoint's answer, sound or damaged in one place, each value arrives as it was sent or is refused by name.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointName, endpointNames } from '../../../../src-preload/domain/endpoints.ts'
import { isAppError } from '../../../../src-preload/domain/errors.ts'
import { fixtureEndpoints, type FixtureName, fixtureText } from '../../../fixtures/fixtures.ts'
import { type ScriptedServer, startScriptedServer } from '../../../fixtures/scripted-server.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { makeTestClient, type TestClient } from '../../../fixtures/test-client.ts'
import { askerOver, askerWithoutLine, askFor, type Asker } from './interface/calls.ts'
import { anyDamage, damaged, everyDamage } from './interface/damage.ts'
import {
  decimalDigits,
  isList,
  isNearestDouble,
  isObject,
  isSameNumber,
  type Json,
  readJson,
  significantDigits,
  textIn,
  withField,
  writeJson,
} from './interface/json-text.ts'
import { readOffsetTime } from './interface/offset-time.ts'
import { sampleOf } from './interface/samples.ts'
import { envelopeOf, judgeAnswer } from './interface/table.ts'
import { fieldOf } from './interface/verdict.ts'

/** Damaged answers per endpoint; with those over the line more than 30,000 in all. */
const cases: Readonly<Record<EndpointName, number>> = {
  health: 300,
  'auth.nonce': 500,
  'auth.login': 900,
  'auth.refresh': 600,
  'user.profile': 1_100,
  'user.pnl': 1_700,
  'user.balances': 700,
  'market.trades': 2_200,
  'market.candles': 1_800,
  'market.tickers': 1_400,
  'market.orderBook': 1_400,
  'coins.list': 1_000,
  'orders.list': 2_900,
  'orders.get': 2_900,
  'orders.nonce': 700,
  'orders.create': 1_200,
  'orders.cancel': 1_200,
  'orders.bulkCancel': 200,
  'trades.list': 1_400,
  'transfers.checkUser': 600,
  'transfers.initiate': 700,
  'transfers.process': 1_000,
  'transfers.get': 1_000,
  'transfers.list': 1_200,
}
const casesOverTheLine = 140

type Outcome = { readonly value: unknown } | { readonly refusedField: string; readonly endpoint: unknown }

/** What the client made of an answer; any error but a refusal of the answer fails the test. */
async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work }
  } catch (error) {
    // Whoever moves money is told that nobody knows what was done; why is inside.
    const inner =
      isAppError(error, 'outcomeUnknown') && error.data['cause'] === 'contractViolation' ? error.cause : error
    if (!isAppError(inner, 'contractViolation')) throw error
    return { refusedField: String(inner.data['field']), endpoint: inner.data['endpoint'] }
  }
}

async function checkOne(endpoint: EndpointName, sound: Json, answer: Json, asker: Asker): Promise<void> {
  const outcome = await outcomeOf(askFor[endpoint](asker, sound))
  const { values, refusals } = judgeAnswer(endpoint, answer, sound)
  if ('value' in outcome) {
    if (values.some((value) => isDeepStrictEqual(outcome.value, value))) return
    expect({ read: outcome.value }).toEqual({ read: values[0], orRefused: refusals })
    throw new Error('the same to the eye, and not the same')
  }
  expect(outcome.endpoint).toBe(endpoint)
  if (refusals.includes(outcome.refusedField)) return
  expect({ refused: outcome.refusedField }).toEqual({ refused: refusals, orRead: values[0] })
}

/** Sound answers with one damage, as text that holds every digit. */
function propertyOf(endpoint: EndpointName, ask: (text: string) => Asker) {
  const kind = envelopeOf(endpoint)
  return fc.asyncProperty(sampleOf(kind), anyDamage, async (sound, damage) => {
    const answer = damaged(kind, sound, damage)
    await checkOne(endpoint, sound, answer, ask(writeJson(answer)))
  })
}

const runs = (numRuns: number) => ({ numRuns, verbose: fc.VerbosityLevel.Verbose })

describe.each(endpointNames)('an answer of %s with any one field damaged', (endpoint) => {
  test('is read as it was sent, or refused by the name of the field', async () => {
    let text = ''
    const asker = askerWithoutLine(() => ({ text, status: 200 }))
    const property = propertyOf(endpoint, (next) => {
      text = next
      return asker
    })
    await fc.assert(property, runs(soakRounds(cases[endpoint])))
  })
})

const fixtures = Object.entries(fixtureEndpoints) as [FixtureName, EndpointName][]

test.each(fixtures)(
  'the recorded %s, with each of its fields damaged in every way, is read as it was sent or refused by name',
  async (name, endpoint) => {
    const sound = readJson(fixtureText(name))
    const kind = envelopeOf(endpoint)
    let text = ''
    const asker = askerWithoutLine(() => ({ text, status: 200 }))
    for (const damage of everyDamage(kind, sound)) {
      const answer = damaged(kind, sound, damage)
      text = writeJson(answer)
      await checkOne(endpoint, sound, answer, asker)
    }
  },
)

describe('over a real line', () => {
  let server: ScriptedServer
  let made: TestClient
  let text = ''

  beforeAll(async () => {
    let isSignedIn = false
    server = await startScriptedServer(({ path }) => {
      if (isSignedIn || !path.startsWith('/sapi/v2/auth/')) return { text }
      return { text: fixtureText(path.includes('nonce') ? 'nonce' : 'login') }
    })
    made = makeTestClient(server.baseUrl)
    await made.client.signIn()
    isSignedIn = true
  })

  afterAll(async () => {
    made.client.close()
    await server.stop()
  })

  test.each(endpointNames)('a damaged answer of %s does no worse', async (endpoint) => {
    const asker = askerOver(made.client)
    const property = propertyOf(endpoint, (next) => {
      text = next
      return asker
    })
    await fc.assert(property, runs(soakRounds(casesOverTheLine)))
  })
})

test('a candle of up to fifteen digits is written by the app as the service wrote it', async () => {
  const kind = envelopeOf('market.candles')
  await fc.assert(
    fc.asyncProperty(sampleOf(kind), async (answer) => {
      const asker = askerWithoutLine(() => ({ text: writeJson(answer), status: 200 }))
      const columns = await asker.listCandles({ market: 'ethusdc', period: 1 })
      const sources = readCells(answer)
      for (const [row, cells] of sources.entries()) {
        const read = [columns.open, columns.high, columns.low, columns.close, columns.volume]
        for (const [column, source] of cells.slice(1).entries()) {
          const double = read[column]?.[row] ?? NaN
          if (significantDigits(source) <= 15 && double > 1e-300)
            expect({ source, isSame: isSameNumber(String(double), source) }).toEqual({ source, isSame: true })
        }
      }
    }),
    runs(300),
  )
})

function readCells(answer: Json): string[][] {
  const payload = fieldOf(answer, 'payload')
  return (isList(payload) ? payload : []).map((row) => (isList(row) ? row.map(textIn) : []))
}

test('what answers are measured by knows a near miss from a hit', () => {
  expect([isNearestDouble(0.1, '0.1'), isNearestDouble(0.10000000000000002, '0.1')]).toEqual([true, false])
  expect([isNearestDouble(5e-324, '3e-324'), isNearestDouble(0, '3e-324')]).toEqual([true, false])
  expect([isNearestDouble(1, '0.99999999999999994'), isNearestDouble(1, '0.99999999999999995')]).toEqual([
    false,
    true,
  ])
  expect(['1.50e-7', '12.5E3', '0e5', '1e60', '1'.repeat(61)].map(decimalDigits)).toEqual([
    '0.000000150',
    '12500',
    '0',
    null,
    null,
  ])
  expect(readOffsetTime('2024-02-29T23:30:00.1239+05:30')?.timeMs).toBe(1709229600123)
  expect(readOffsetTime('2023-02-29T23:30:00Z')).toBeNull()
})

describe('"no such user"', () => {
  const kind = envelopeOf('transfers.checkUser')
  const words = ['success', 'error'] as const

  test('is an answer only where it says of whom; that there is one only a plain success may say', async () => {
    const status = fc.constantFrom(200, 400, 404)
    const property = fc.asyncProperty(
      sampleOf(kind),
      anyDamage,
      status,
      fc.constantFrom(...words),
      async (sound, damage, code, word) => {
        const said = isObject(sound) ? withField(sound, 'status', word) : sound
        const answer = damaged(kind, said, damage)
        const asker = askerWithoutLine(() => ({ text: writeJson(answer), status: code }))
        let exists: unknown
        try {
          exists = await askFor['transfers.checkUser'](asker, sound)
        } catch (error) {
          expect(isAppError(error, 'rejectedByExchange', 'contractViolation')).toBe(true)
          return
        }
        const payloadAlone = { status: 'success', payload: fieldOf(answer, 'payload') ?? null }
        expect(judgeAnswer('transfers.checkUser', payloadAlone, sound).values).toContain(exists)
        if (code !== 200 || fieldOf(answer, 'status') !== 'success') expect(exists).toBe(false)
      },
    )
    await fc.assert(property, runs(soakRounds(500)))
  })
})
