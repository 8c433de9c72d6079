// Talks to the service for one account: client, sign-in, connection, and one signal that ends everything.
// Must not: decide which account is in use (current-account.ts holds it).
import { EventEmitter } from 'node:events'
import type { SecureContext } from 'node:tls'
import type { SessionState } from '../../src-preload/contract/accounts/accounts.ts'
import type { ConnectionState } from '../../src-preload/contract/app/connection.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { createExchangeClient, type ExchangeClient, type ExchangeClientOptions } from '../exchange/client.ts'
import { isRouteMissing } from '../exchange/path-forms.ts'
import type { RefreshTokenStore } from '../exchange/session/session-ports.ts'
import { BOOK_ORDERS, restBookOf } from '../exchange/streams/book/rest-book.ts'
import { createTrust } from '../exchange/streams/stream-line.ts'
import { createStreams, type Streams } from '../exchange/streams/streams.ts'
import { reportError } from '../ipc/register.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { StoredAccount } from '../store/api/store-api.ts'
import { type CallLedger, createCallLedger } from './call-ledger.ts'
import { type Connection, createConnection, classifyCall } from './connection.ts'
import { type Candidate, createLoginSigner, type RequestSignature } from './login-signer.ts'
import { networkKeyOf, networkProfiles } from './network-profile.ts'
import { createServiceTime, type ServiceTime } from './service-time.ts'
import type { Tools } from '../tools.ts'

/** Session states in which private calls fail until the user acts. */
export const isCutOff: Readonly<Record<SessionState, boolean>> = {
  signedOut: false,
  signingIn: false,
  signedIn: false,
  needsSignIn: true,
  needsKey: true,
  keychainLocked: true,
  appLocked: true,
  refused: true,
}

export interface AccountSessionEvents {
  signIn: [state: SessionState]
  connection: [state: ConnectionState]
  /** The service answers again after it was out of reach. */
  returned: []
}

/** Everything that belongs to the account in use. Ends as a whole when another one is chosen. */
export interface AccountSession {
  readonly account: StoredAccount
  /** Key of the network's market data in the store. */
  readonly network: string
  readonly client: ExchangeClient
  readonly connection: Connection
  readonly time: ServiceTime
  /** What its calls came to. */
  readonly ledger: CallLedger
  /** Live messages of the service, and its order books. */
  readonly streams: Streams
  /** Aborted when the account is left: what still runs for it must not land. */
  readonly signal: AbortSignal
  readonly events: Pick<EventEmitter<AccountSessionEvents>, 'on' | 'off'>
  close(): void
}

/** What streams need to go the way that REST goes. */
export interface StreamAccess {
  /** Where the service listens, if that is not its base URL. */
  readonly address?: (() => Promise<string>) | undefined
  /** See StreamLineOptions. */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly trust: () => SecureContext
}

export interface AccountSessionOptions
  extends
    Pick<Tools, 'clock' | 'log'>,
    Pick<ExchangeClientOptions, 'baseUrl' | 'fetch' | 'moneyFetch' | 'userAgent' | 'limiter' | 'readAnswer'> {
  readonly account: StoredAccount
  readonly secrets: SecretStore
  /** A wallet that is being connected: then nothing of this session is kept. */
  readonly candidate?: Candidate | undefined
  /** The key of a practice wallet, which follows from the seed: used where none could be kept. */
  readonly practiceKey?: (() => string | undefined) | undefined
  readonly requestSignature: RequestSignature
  /** The user signed out earlier. */
  readonly isSignedOut: boolean
  /** Whether a signature may be made without being asked for. */
  readonly mayLogIn: () => boolean
  /** Uniform in [0, 1); Math.random unless told. */
  readonly random?: (() => number) | undefined
  /** How streams reach the service; directly unless told. */
  readonly streamAccess?: StreamAccess | undefined
  /** Whether the operating system has a network; it has, unless told. */
  readonly isOnline?: (() => boolean) | undefined
}

function storedTokens(secrets: SecretStore, accountId: string): RefreshTokenStore {
  return {
    load: () => secrets.get(accountId, 'refreshToken'),
    save: (token) => secrets.set(accountId, 'refreshToken', token),
    clear: () => secrets.delete(accountId, 'refreshToken'),
  }
}

export function createAccountSession(options: AccountSessionOptions): AccountSession {
  const { account, baseUrl, clock, secrets, log } = options
  const { connectMs, isOnThisComputer } = networkProfiles[account.networkKind]
  const stopper = new AbortController()
  const events = new EventEmitter<AccountSessionEvents>()
  const time = createServiceTime(clock, isOnThisComputer)
  const ledger = createCallLedger({
    sinceMs: clock.now(),
    report: (error, endpoint) => reportError(error, log, endpoint),
  })

  const client = createExchangeClient({
    baseUrl,
    fetch: options.fetch,
    moneyFetch: options.moneyFetch,
    limiter: options.limiter,
    readAnswer: options.readAnswer,
    clock,
    userAgent: options.userAgent,
    limits: connectMs === undefined ? undefined : { connectMs },
    session: {
      ethereumAddress: account.ethereumAddress,
      signer: createLoginSigner({
        account,
        secrets,
        log,
        candidate: options.candidate,
        practiceKey: options.practiceKey,
        requestSignature: (address, text, signal) =>
          options.requestSignature(address, text, AbortSignal.any([signal, stopper.signal])),
      }),
      refreshTokens: options.candidate?.refreshTokens ?? storedTokens(secrets, account.id),
      isSignedOut: options.isSignedOut,
      mayLogIn: options.mayLogIn,
      onState: (state) => {
        if (stopper.signal.aborted) return
        streams.allowPrivate(!isCutOff[state] || client.isHeld())
        events.emit('signIn', state)
      },
      onStoreFault: (what, error) => log.fault('session', `the refresh token: ${what}`, error),
    },
    onFault: (error) => log.fault('connection', 'take note of a call', error),
    onCall: (record) => {
      time.note(record)
      ledger.note(record)
      // Whether anything is there shows with the other form of the path.
      if (record.isFirstForm && record.error !== null && isRouteMissing(record.error, record.endpoint)) return
      const says = classifyCall(record.error, record.status)
      if (says === 'failure' && record.error !== null)
        connection.recordFailure(record.error, record.durationMs)
      if (says === 'answer') connection.recordAnswer(record.durationMs)
    },
  })

  const connection = createConnection({
    baseUrl,
    clock,
    probe: (signal) => client.health({ signal, retries: 0, urgency: 'asked' }),
    random: options.random,
    isOnline: options.isOnline,
    onChange: (state) => {
      if (!stopper.signal.aborted) events.emit('connection', state)
    },
    onReturn: () => events.emit('returned'),
  })

  const access = options.streamAccess ?? {
    resolveProxy: () => Promise.resolve('DIRECT'),
    trust: createTrust(),
  }
  const streams = createStreams({
    address: access.address ?? (() => Promise.resolve(client.baseUrl)),
    resolveProxy: access.resolveProxy,
    trust: access.trust,
    userAgent: options.userAgent,
    random: options.random ?? Math.random,
    monotonicMs: () => performance.now(),
    nowMs: () => clock.now(),
    getToken: (refused) => client.streamToken(refused),
    isPrivateAllowed: !isCutOff[client.sessionState()],
    readBook: async (market, signal) => {
      const sides = { asksLimit: BOOK_ORDERS, bidsLimit: BOOK_ORDERS }
      const book = await client.getOrderBook({ market, ...sides }, { signal })
      return restBookOf(book, book.unread === null ? BOOK_ORDERS : 0)
    },
    onFault: (error) => log.fault('connection', 'take note of a stream', error),
  })

  return {
    account,
    network: networkKeyOf(account),
    client,
    connection,
    time,
    ledger,
    streams,
    signal: stopper.signal,
    events,
    close() {
      stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      streams.close()
      client.close()
      connection.stop()
    },
  }
}
