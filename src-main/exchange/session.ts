// Owns: the tokens of one account: signing in, renewing once for many callers, signing out.
// Must not: keep the access token anywhere but here in memory, hold a key, or sign anything but a login text.
import type { Clock } from '../clock.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import { readTokenLife, type TokenLife } from './access-token.ts'
import type { AuthCalls, TokenPair } from './endpoints/auth.ts'
import { checkLoginText } from './login-text.ts'

/** Where the refresh token outlives the app: the secret store, in practice. */
export interface RefreshTokenStore {
  load(): Promise<string | null>
  save(refreshToken: string): Promise<void>
  clear(): Promise<void>
}

/** The wallet key, as far as a session may use it. */
export interface LoginSigner {
  /** False while the key is locked or was never kept: no login is tried then. */
  isAvailable(): Promise<boolean>
  /** EIP-191 signature of a text that the session has found to be a login text. */
  signLoginText(text: string): Promise<string>
}

export type ClientSessionState =
  'signedOut' | 'signingIn' | 'signedIn' | 'needsKey' | 'keychainLocked' | 'refused'

export interface SessionOptions {
  readonly ethereumAddress: string
  readonly signer: LoginSigner
  readonly refreshTokens: RefreshTokenStore
  readonly onState?: (state: ClientSessionState) => void
  /** The session goes on without its store (it signs in anew next time); this tells why. */
  readonly onStoreFault?: (error: unknown) => void
}

export interface SignIn {
  /** The service's name for the user. */
  readonly uid: string
}

export interface Session {
  state(): ClientSessionState
  /** A token to send, renewed first when its end is near; signs in when there is none. Errors: see signIn. */
  accessToken(): Promise<string>
  /** A token other than the one that the service has just refused. */
  tokenAfterRefusal(refusedAccessToken: string): Promise<string>
  /**
   * Signs in by nonce and signature, whatever tokens there are.
   * Errors: unauthenticated { reason: 'noKey' }, accountNotRegistered, rejectedByExchange, contractViolation, and
   * those of the line and of the signer.
   */
  signIn(): Promise<SignIn>
  /** Forgets both tokens, here and in the store. The service has no call for it (facts, A6). */
  signOut(): Promise<void>
}

interface Tokens extends TokenPair {
  readonly life: TokenLife | null
}

/** After a renewal ahead of time has failed, the old token serves on; the next attempt waits this long. */
const renewPauseMs = 5_000

/**
 * The service's own no to a login or a refresh, as opposed to a fault that may pass. A 403 without a message comes from
 * a firewall before the service (facts, A3), and its 5xx say nothing about the account.
 */
function isRefusal(error: unknown): error is AppError {
  if (!isAppError(error, 'accountNotRegistered', 'rejectedByExchange')) return false
  const { status, message } = error.data
  if (error.code === 'accountNotRegistered') return true
  return status === 403 ? message !== '' : typeof status === 'number' && status < 500 && status !== 408
}

/** The key cannot be used until the user does something about it. */
function isSignerRefusal(error: unknown): error is AppError {
  return isAppError(error, 'keychainLocked', 'keychainUnavailable', 'userDeclined')
}

/** A keychain in the way opens again; a key that was declined or never kept has to be entered. */
function stateOfSignerFault(error: unknown): ClientSessionState {
  return isAppError(error, 'keychainLocked', 'keychainUnavailable') ? 'keychainLocked' : 'needsKey'
}

/** @param baseUrl - of the service that `auth` speaks to: a login text of another one is not signed */
export function createSession(
  auth: AuthCalls,
  baseUrl: string,
  clock: Clock,
  options: SessionOptions,
): Session {
  let tokens: Tokens | null = null
  let state: ClientSessionState = 'signedOut'
  /** Set when service or signer said no: asking again on every call would be a storm. signIn() clears it. */
  let refusal: AppError | null = null
  let renewal: Promise<Tokens> | null = null
  let pausedUntilMs = 0
  /** Raised by signOut, so that an answer still under way cannot sign in again. */
  let generation = 0

  function setState(next: ClientSessionState): void {
    if (next === state) return
    state = next
    options.onState?.(next)
  }

  async function useStore<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      options.onStoreFault?.(error)
      return null
    }
  }

  function ensureCurrent(started: number): void {
    if (started !== generation) throw new AppError('cancelled', { reason: 'signedOut' })
  }

  async function keep(pair: TokenPair, started: number): Promise<Tokens> {
    ensureCurrent(started)
    const kept = { ...pair, life: readTokenLife(pair.access, clock.now()) }
    tokens = kept
    refusal = null
    pausedUntilMs = 0
    setState('signedIn')
    await useStore(() => options.refreshTokens.save(pair.refresh))
    // Signed out while the store was writing: what it wrote must not outlive that.
    if (started !== generation) await useStore(() => options.refreshTokens.clear())
    ensureCurrent(started)
    return kept
  }

  async function requireSigner(started: number): Promise<void> {
    try {
      if (await options.signer.isAvailable()) return
    } catch (error) {
      // Asked again on every call, a locked keychain would prompt the user again and again.
      if (started === generation && isSignerRefusal(error)) refusal = error
      if (started === generation && tokens === null) setState(stateOfSignerFault(error))
      throw error
    }
    if (started === generation && tokens === null) setState('needsKey')
    throw new AppError('unauthenticated', { reason: 'noKey' })
  }

  async function logIn(started: number): Promise<{ tokens: Tokens; uid: string }> {
    await requireSigner(started)
    ensureCurrent(started)
    setState('signingIn')
    try {
      const text = await auth.requestNonce(options.ethereumAddress)
      ensureCurrent(started)
      checkLoginText(text, baseUrl)
      const signature = await options.signer.signLoginText(text)
      ensureCurrent(started)
      const login = await auth.logIn(options.ethereumAddress, signature)
      return { tokens: await keep(login, started), uid: login.uid }
    } catch (error) {
      if (started !== generation) throw error
      if (isRefusal(error) || isSignerRefusal(error)) {
        tokens = null
        refusal = error
        setState(isRefusal(error) ? 'refused' : stateOfSignerFault(error))
      } else {
        setState(tokens === null ? 'signedOut' : 'signedIn')
      }
      throw error
    }
  }

  /** By refresh token if that works, else by signature. */
  async function renew(started: number): Promise<Tokens> {
    if (refusal !== null) throw refusal
    if (tokens === null) setState('signingIn')
    try {
      return await refreshOrLogIn(started)
    } catch (error) {
      if (started === generation && state === 'signingIn') setState('signedOut')
      throw error
    }
  }

  async function refreshOrLogIn(started: number): Promise<Tokens> {
    const refresh = tokens?.refresh ?? (await useStore(() => options.refreshTokens.load()))
    ensureCurrent(started)
    if (refresh === null) return (await logIn(started)).tokens
    let pair: TokenPair
    try {
      pair = await auth.refresh(refresh)
    } catch (error) {
      ensureCurrent(started)
      const isDead = isRefusal(error)
      // An answer of the wrong shape leaves it open whether the token was used up. A signature settles it.
      const isUnclear = isAppError(error, 'contractViolation') && (await options.signer.isAvailable())
      ensureCurrent(started)
      if (!isDead && !isUnclear) throw error
      tokens = null
      if (isDead) await useStore(() => options.refreshTokens.clear())
      ensureCurrent(started)
      return (await logIn(started)).tokens
    }
    return keep(pair, started)
  }

  /** Joins a renewal under way or starts one: many callers, one request. */
  function renewOnce(): Promise<Tokens> {
    if (renewal !== null) return renewal
    const running = renew(generation).finally(() => {
      if (renewal === running) renewal = null
    })
    renewal = running
    return running
  }

  async function accessToken(): Promise<string> {
    const current = tokens
    if (current === null) return (await renewOnce()).access
    const nowMs = clock.now()
    if (current.life === null || nowMs < current.life.renewAtMs || nowMs < pausedUntilMs)
      return current.access
    try {
      return (await renewOnce()).access
    } catch (error) {
      if (tokens !== current || clock.now() >= current.life.expiresAtMs) throw error
      pausedUntilMs = clock.now() + renewPauseMs
      return current.access
    }
  }

  async function tokenAfterRefusal(refusedAccessToken: string): Promise<string> {
    if (tokens !== null && tokens.access !== refusedAccessToken) return tokens.access
    return (await renewOnce()).access
  }

  async function signIn(): Promise<SignIn> {
    // A renewal under way ends first: two sign-ins at once would spend each other's nonce.
    while (renewal !== null) await renewal.catch(() => null)
    refusal = null
    const running = logIn(generation)
    const shared = running.then((login) => login.tokens)
    renewal = shared
    try {
      return { uid: (await running).uid }
    } finally {
      await shared.catch(() => null)
      if (renewal === shared) renewal = null
    }
  }

  async function signOut(): Promise<void> {
    generation += 1
    tokens = null
    refusal = null
    renewal = null
    setState('signedOut')
    await options.refreshTokens.clear()
  }

  return { state: () => state, accessToken, tokenAfterRefusal, signIn, signOut }
}
