// What the fault tests stand on: a practice exchange, a fault proxy before it, and clients of its users.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { HttpLimits } from '../../../src-main/exchange/http.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../src-main/practice/users.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { type FaultProxy, startFaultProxy } from '../../fixtures/fault-proxy.ts'
import {
  makeTestClient,
  type MovableClock,
  movableClock,
  startMs,
  type TestClient,
} from '../../fixtures/test-client.ts'

export const nonce = 'POST /sapi/v2/auth/nonce/'
export const login = 'POST /sapi/v2/auth/login/'
export const refresh = 'POST /sapi/v1/auth/token/refresh/'
export const profilePath = '/sapi/v1/user/profile/'
export const refreshPath = '/sapi/v1/auth/token/refresh/'
export const initiatePath = '/sapi/v1/internal_transfers/v2/initiate/'
export const processPath = '/sapi/v1/internal_transfers/v2/process/'
/** A read of the profile with the so many-th access token. */
export const profile = (token: number): string => `GET ${profilePath} #${String(token)}`

export const times = (count: number, line: string): string[] => Array.from({ length: count }, () => line)

/** Something that waits until the test releases it. */
export interface Gate {
  readonly until: Promise<void>
  readonly release: () => void
}

export function makeGate(): Gate {
  let release = (): void => undefined
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { until, release: () => release() }
}

export interface ClientOptions {
  readonly limits?: Partial<HttpLimits>
  /** The app's clock; one that stands at the exchange's beginning unless told. */
  readonly clock?: MovableClock
  readonly user?: 0 | 1
}

export interface FaultyExchange {
  readonly exchange: PracticeExchange
  readonly proxy: FaultProxy
  /** The exchange's own. */
  readonly clock: MovableClock
  /** What the exchange has answered since the test began or `forget`: `GET /sapi/v1/health/ 200`. */
  readonly done: readonly string[]
  user(index: 0 | 1): PracticeUser
  /** A client that speaks through the proxy; closed after the test. */
  client(options?: ClientOptions): TestClient
  /** The same, signed in, and forgotten by the proxy: its first token has number 1. */
  signedIn(options?: ClientOptions): Promise<TestClient>
  /** A client that speaks to the exchange itself; closed after the test. */
  direct(user?: 0 | 1): TestClient
  forget(): void
}

/** Registers what it takes before and after the tests of the file; what it gives is there while a test runs. */
export function useFaultyExchange(accessTokenSeconds = 300): FaultyExchange {
  const clock = movableClock(startMs)
  const made: TestClient[] = []
  let done: string[] = []
  let exchange: PracticeExchange
  let proxy: FaultProxy

  beforeAll(async () => {
    exchange = await startPracticeExchange({
      host: '127.0.0.1',
      seed: 7,
      orders: 20,
      accessTokenSeconds,
      nonceSeconds: 31_536_000,
      clock,
      genesisMs: startMs,
      onRequest: ({ method, path, status }) => done.push(`${method} ${path} ${String(status)}`),
    })
  })
  beforeEach(async () => {
    clock.moveTo(startMs)
    done = []
    proxy = await startFaultProxy(exchange.baseUrl)
  })
  afterEach(async () => {
    for (const { client } of made.splice(0)) client.close()
    await proxy.close()
  })
  afterAll(() => exchange.close())

  function user(index: 0 | 1): PracticeUser {
    const found = exchange.users[index]
    if (found === undefined) throw new Error('no practice user')
    return found
  }

  function makeClient(baseUrl: string, options: ClientOptions): TestClient {
    const client = makeTestClient(baseUrl, {
      privateKey: user(options.user ?? 0).ethereumPrivateKey,
      clock: options.clock ?? movableClock(startMs),
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    })
    made.push(client)
    return client
  }

  function forget(): void {
    done = []
    proxy.forget()
  }

  return {
    get exchange() {
      return exchange
    },
    get proxy() {
      return proxy
    },
    get done() {
      return done
    },
    clock,
    user,
    client: (options = {}) => makeClient(proxy.baseUrl, options),
    signedIn: async (options = {}) => {
      const client = makeClient(proxy.baseUrl, options)
      await client.client.signIn()
      forget()
      return client
    },
    direct: (index = 0) => makeClient(exchange.baseUrl, { user: index }),
    forget,
  }
}

/** What a caller got: `answer` and the value, or the code of the AppError and its data. Anything else fails the test. */
export interface Got {
  readonly code: string
  readonly value?: unknown
  readonly data?: object
}

export async function gotFrom(work: Promise<unknown>): Promise<Got> {
  try {
    return { code: 'answer', value: await work }
  } catch (error) {
    if (isAppError(error)) return { code: error.code, data: error.data }
    throw error
  }
}
