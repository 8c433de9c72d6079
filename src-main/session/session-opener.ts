// Opens the session of an account over its network: the exchange's, or the practice exchange's.
import type { OwnSessionOptions } from '../accounts/account-activation.ts'
import type { AnswerThread } from '../exchange/answers/answer-thread.ts'
import { asMoneyFetch } from '../exchange/http.ts'
import { createTrust } from '../exchange/streams/stream-line.ts'
import { createRateLimiters } from '../exchange/rate-limit/rate-limiter.ts'
import type { SecretBackends } from '../keychain/secret-backends.ts'
import { createPracticeFetch, type PracticeHost } from '../practice/practice-host.ts'
import { type AccountSession, type AccountSessionOptions, createAccountSession } from './account-session.ts'

export interface SessionOpenerOptions extends Pick<
  AccountSessionOptions,
  'clock' | 'log' | 'fetch' | 'moneyFetch' | 'userAgent' | 'random' | 'isOnline'
> {
  readonly places: SecretBackends
  readonly practice: PracticeHost
  /** Parses large responses off the main thread; by default they are parsed on this thread. Closed with the services. */
  readonly answers?: AnswerThread | undefined
  /** The proxy for an address, as Electron's session.resolveProxy tells it; none by default. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined
}

export function createSessionOpener(
  options: SessionOpenerOptions,
): (own: OwnSessionOptions) => AccountSession {
  const { practice, fetch, moneyFetch = asMoneyFetch(fetch) } = options
  const practiceFetch = createPracticeFetch(practice, fetch)
  const practiceMoneyFetch = createPracticeFetch(practice, moneyFetch)
  const limiterOf = createRateLimiters()
  const trust = createTrust()
  const { resolveProxy = () => Promise.resolve('DIRECT') } = options
  return (own) => {
    const isPractice = own.account.networkKind === 'practice'
    return createAccountSession({
      ...options,
      ...own,
      secrets: options.places,
      fetch: isPractice ? practiceFetch : fetch,
      moneyFetch: isPractice ? practiceMoneyFetch : moneyFetch,
      limiter: limiterOf(own.baseUrl),
      readAnswer: options.answers?.read,
      streamAccess: { resolveProxy, trust, ...(isPractice ? { address: () => practice.start() } : {}) },
    })
  }
}
