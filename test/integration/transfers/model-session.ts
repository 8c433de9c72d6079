// The session of an account of the model: all that createAccountSession puts together, with pauses that do not wait.
import { EventEmitter } from 'node:events'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../../src-main/async/clock.ts'
import { createExchangeClient } from '../../../src-main/exchange/client.ts'
import type { Fetch } from '../../../src-main/exchange/http.ts'
import { createRateLimiter } from '../../../src-main/exchange/rate-limit/rate-limiter.ts'
import { requestLimitsOf } from '../../../src-main/exchange/rate-limit/request-limits.ts'
import type { PracticeUser } from '../../../src-main/practice/users.ts'
import { createCallLedger } from '../../../src-main/session/call-ledger.ts'
import { createConnection } from '../../../src-main/session/connection.ts'
import type { AccountSession, AccountSessionEvents } from '../../../src-main/session/account-session.ts'
import { createServiceTime } from '../../../src-main/session/service-time.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { skippedTime } from '../../fixtures/hand-time.ts'
import { baseUrl } from './model-exchange.ts'
import { createTrust } from '../../../src-main/exchange/streams/stream-line.ts'
import { createStreams } from '../../../src-main/exchange/streams/streams.ts'

export const network = 'practice'

/** What a process that is gone answers. */
export const never = <T>(): Promise<T> => new Promise(() => undefined)

export interface ModelSessionOptions {
  readonly account: Account
  readonly user: PracticeUser
  readonly clock: Clock
  readonly fetch: Fetch
  /** Refresh tokens by account. */
  readonly tokens: Map<string, string>
  readonly isDead: () => boolean
}

export function openModelSession({
  account,
  user,
  clock,
  fetch,
  tokens,
  isDead,
}: ModelSessionOptions): AccountSession {
  const stopper = new AbortController()
  const time = skippedTime()
  const client = createExchangeClient({
    baseUrl,
    fetch: (url, init) => (isDead() ? never() : fetch(url, init)),
    clock,
    userAgent: 'Starkdesk/0.1.0 (test)',
    session: {
      ethereumAddress: user.ethereumAddress,
      signer: {
        isAvailable: () => Promise.resolve(true),
        signLoginText: (text) => Promise.resolve(signMessage(text, user.ethereumPrivateKey)),
      },
      refreshTokens: {
        load: () => Promise.resolve(tokens.get(account.id) ?? null),
        save: (token) => Promise.resolve(void tokens.set(account.id, token)),
        clear: () => Promise.resolve(void tokens.delete(account.id)),
      },
    },
    limiter: createRateLimiter({
      limits: requestLimitsOf(baseUrl),
      monotonicMs: time.now,
      after: time.after,
    }),
    pacing: {
      sleep: (ms) => {
        time.skip(ms)
        return Promise.resolve()
      },
      random: () => 0.5,
    },
  })
  const connection = createConnection({
    baseUrl,
    clock,
    probe: () => Promise.resolve(),
    onChange: () => undefined,
    onReturn: () => undefined,
  })
  return {
    account: {
      id: account.id,
      label: account.label,
      networkKind: 'practice',
      baseUrl: null,
      ethereumAddress: account.ethereumAddress,
      keyKind: 'ethereum',
      createdAtMs: 0,
      profile: account.profile,
    },
    network,
    client,
    connection,
    time: createServiceTime(clock, true),
    ledger: createCallLedger({ sinceMs: 0, report: () => ({ code: 'internal', data: {}, ref: null }) }),
    streams: createStreams({
      address: () => Promise.resolve(baseUrl),
      resolveProxy: () => Promise.resolve('DIRECT'),
      trust: createTrust(),
      userAgent: 'model',
      random: () => 0.5,
      monotonicMs: () => clock.now(),
      nowMs: () => clock.now(),
      getToken: (refused) => client.streamToken(refused),
      isPrivateAllowed: true,
      readBook: () => Promise.reject(new AppError('notFound', { what: 'order book' })),
      onFault: () => undefined,
    }),
    signal: stopper.signal,
    events: new EventEmitter<AccountSessionEvents>(),
    close() {
      stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      client.close()
      connection.stop()
    },
  }
}
