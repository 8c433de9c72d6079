// Owns: what it takes to talk to the service for one account: client, session, connection, and one signal that ends all.
// Must not: decide which account is active (accounts.ts does).
import type { NetworkKind, SessionState } from '../../src-preload/contract/accounts.ts'
import type { ConnectionState } from '../../src-preload/contract/connection.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import { knownNetworks } from '../exchange/base-url.ts'
import { createExchangeClient, type ExchangeClient } from '../exchange/client.ts'
import type { Fetch } from '../exchange/http.ts'
import type { RefreshTokenStore } from '../exchange/session.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../log.ts'
import { signMessage } from '../signing/ethereum.ts'
import type { StoredAccount } from '../store/store-api.ts'
import { type Connection, createConnection, judgeCall } from './connection.ts'
import { createServiceTime, type ServiceTime } from './service-time.ts'

/** Everything that belongs to the account in use. Ends as a whole when another one is chosen. */
export interface Link {
  readonly account: StoredAccount
  /** Key of the network's market data in the store. */
  readonly network: string
  readonly client: ExchangeClient
  readonly connection: Connection
  readonly time: ServiceTime
  /** Aborted when the account is left: what still runs for it must not land. */
  readonly signal: AbortSignal
  close(): void
}

export interface LinkOptions {
  readonly account: StoredAccount
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly secrets: SecretStore
  readonly userAgent: string
  readonly log: Log
  /** A key that is not kept yet, while a wallet is being connected: then nothing of this link is kept. */
  readonly candidateKey?: string | undefined
  /** The key of a practice wallet, which follows from the seed: used where none could be kept. */
  readonly practiceKey?: string | undefined
  readonly onSession: (state: SessionState) => void
  readonly onConnection: (state: ConnectionState) => void
  readonly onReturn: () => void
}

/** Where market data of a network lies in the store: the same for every account on it. */
export function networkKey(kind: NetworkKind, baseUrl: string | null): string {
  switch (kind) {
    case 'practice':
      return 'practice'
    case 'mainnet':
    case 'testnet':
      return knownNetworks[kind]
    case 'custom':
      if (baseUrl === null) throw new AppError('internal', { what: 'custom network without base URL' })
      return baseUrl
  }
}

function keptTokens(secrets: SecretStore, accountId: string): RefreshTokenStore {
  return {
    load: () => secrets.get(accountId, 'refreshToken'),
    save: (token) => secrets.set(accountId, 'refreshToken', token),
    clear: () => secrets.delete(accountId, 'refreshToken'),
  }
}

/** For a wallet that may yet be refused: its tokens live as long as the attempt. */
const forgottenTokens: RefreshTokenStore = {
  load: () => Promise.resolve(null),
  save: () => Promise.resolve(),
  clear: () => Promise.resolve(),
}

export function createLink(options: LinkOptions): Link {
  const { account, baseUrl, clock, secrets, log } = options
  const stopper = new AbortController()
  const time = createServiceTime(clock, account.networkKind === 'practice')

  const readKey = async (): Promise<string | null> => {
    if (options.candidateKey !== undefined) return options.candidateKey
    try {
      const kept = await secrets.get(account.id, 'ethereumPrivateKey')
      return kept ?? options.practiceKey ?? null
    } catch (error) {
      if (options.practiceKey === undefined) throw error
      log.fault('keychain', 'the practice key could not be read; derived it again', error)
      return options.practiceKey
    }
  }

  const client = createExchangeClient({
    baseUrl,
    fetch: options.fetch,
    clock,
    userAgent: options.userAgent,
    session: {
      ethereumAddress: account.ethereumAddress,
      signer: {
        isAvailable: async () => (await readKey()) !== null,
        signLoginText: async (text) => {
          const key = await readKey()
          if (key === null) throw new AppError('unauthenticated', { reason: 'noKey' })
          log.info('signing', 'signed a login text', { account: account.id })
          return signMessage(text, key)
        },
      },
      refreshTokens: options.candidateKey === undefined ? keptTokens(secrets, account.id) : forgottenTokens,
      onState: (state) => {
        if (!stopper.signal.aborted) options.onSession(state)
      },
      onStoreFault: (error) => {
        log.fault('session', 'the refresh token could not be kept', error)
      },
    },
    onCall: (record) => {
      time.note(record.date)
      const says = judgeCall(record.error, record.status)
      if (says === 'failure' && record.error !== null) connection.recordFailure(record.error)
      if (says === 'answer') connection.recordAnswer(record.durationMs)
    },
  })

  const connection = createConnection({
    baseUrl,
    clock,
    probe: (signal) => client.health({ signal, retries: 0 }),
    onChange: (state) => {
      if (!stopper.signal.aborted) options.onConnection(state)
    },
    onReturn: options.onReturn,
  })

  return {
    account,
    network: networkKey(account.networkKind, account.baseUrl),
    client,
    connection,
    time,
    signal: stopper.signal,
    close() {
      stopper.abort()
      client.close()
      connection.stop()
    },
  }
}
