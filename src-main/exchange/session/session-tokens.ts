// The tokens of one account: signing in, renewing once for many callers, signing out, dropping tokens while locked. Holds the
// access token only in memory, holds no key, and signs only login texts.
import type { Clock } from '../../async/clock.ts'
import type { SessionState } from '../../../src-preload/contract/accounts/accounts.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { readTokenLife, type TokenLife } from './token-life.ts'
import type { AuthCalls, TokenPair } from '../endpoints/auth.ts'
import { createStoredToken } from './stored-token.ts'
import { checkLoginText } from './login-text.ts'
import { createSessionCooldown } from './session-cooldown.ts'
import type { LoginSigner, RefreshTokenStore } from './session-ports.ts'
import {
  isRefusal,
  isSignerRefusal,
  isVaultUnusable,
  signInNeeded,
  stateOfSignerFault,
} from './session-faults.ts'

export type ClientSessionState = SessionState

export interface SessionOptions {
  readonly ethereumAddress: string
  readonly signer: LoginSigner
  readonly refreshTokens: RefreshTokenStore
  /** The user signed out earlier: until signIn() nothing is tried, not even a refresh token. */
  readonly isSignedOut?: boolean | undefined
  /** Whether an automatic signature is allowed if the refresh token fails. Allowed by default. */
  readonly mayLogIn?: (() => boolean) | undefined
  readonly onState?: (state: ClientSessionState) => void
  /** Reports a fault of the token store; the session continues without it and signs in anew next time. */
  readonly onStoreFault?: (what: keyof RefreshTokenStore, error: unknown) => void
}

export interface SignIn {
  /** The service's name for the user. */
  readonly uid: string
}

/** What a token is for: own orders are read and canceled while the app is locked too, where the tokens were held. */
export type TokenUse = 'ownOrders' | 'any'

export interface Session {
  state(): ClientSessionState
  /** Whether the app is locked and the tokens serve own orders. */
  isHeld(): boolean
  /**
   * A token to send, renewed first when its end is near; signs in without one. Errors: see signIn; also unauthenticated {
   * reason: 'signInNeeded' } if only signIn() may sign, { reason: 'tokensRefused' } if the service refuses the tokens that it
   * issues, and vaultLocked after forget().
   */
  accessToken(use?: TokenUse): Promise<string>
  /** When a token ends, on the local clock; null if that is unknown or it is not the current one. */
  endOf(accessToken: string): number | null
  /** Number of failed renewals so far. */
  failedRenewals(): number
  /**
   * A token other than the one that the service has just refused. Many calls may have used it: those sent before a renewal
   * failed get that failure instead of one more renewal each.
   * @param failedBefore - failedRenewals() when the call took its token
   */
  tokenAfterRefusal(refusedAccessToken: string, failedBefore: number, use?: TokenUse): Promise<string>
  /** Records that the service has accepted a call with this token. */
  noteAccepted(accessToken: string): void
  /**
   * Signs in by nonce and signature, regardless of existing tokens. A second call joins the first.
   * Errors: unauthenticated { reason: 'noKey' }, accountNotRegistered, rejectedByExchange, contractViolation, and those of
   * the connection and of the signer.
   */
  signIn(): Promise<SignIn>
  /** Drops both tokens, here and in the store, until signIn(). The service has no call for it (facts, A6). */
  signOut(): Promise<void>
  /** Drops the tokens in memory until resume(), and uses neither store nor signer meanwhile. Stored tokens stay. */
  forget(): void
  /**
   * The app locks and keeps its tokens: until resume() they serve own orders alone, are renewed by the refresh token in
   * memory, and nothing is read from the store, written there, or signed. Without tokens, or while the user signs in, as forget().
   */
  hold(): void
  /** After forget() or hold(), and after a store that was locked: the next call tries again. */
  resume(): void
}

interface Tokens extends TokenPair {
  readonly life: TokenLife | null
}

/** After a failed early renewal the old token stays in use; the next attempt waits this long. */
const renewPauseMs = 5_000

/**
 * Maximum number of automatic signatures until one of them has led to an accepted call: a service that refuses its own tokens
 * would otherwise collect signatures.
 */
const maxUnprovenLogins = 2
/** Maximum number of consecutive renewals without an accepted token; then the cooldown starts. */
const maxUnprovenRenewals = 5

/** @param baseUrl - of the service that `auth` calls: login texts of another one are not signed */
export function createSession(
  auth: AuthCalls,
  baseUrl: string,
  clock: Clock,
  options: SessionOptions,
): Session {
  const mayLogIn = options.mayLogIn ?? (() => true)
  let isSignedOut = options.isSignedOut ?? false
  /** The app is locked, and the tokens serve own orders. */
  let isHeld = false
  /** A refresh token came while nothing could be written. */
  let isUnsaved = false
  let tokens: Tokens | null = null
  let state: ClientSessionState = isSignedOut ? 'needsSignIn' : 'signedOut'
  /** Set when the service or the signer refused: retrying on every call would cause a flood. signIn() clears it. */
  let refusal: AppError | null = isSignedOut ? signInNeeded() : null
  let renewal: Promise<Tokens> | null = null
  let failedRenewals = 0
  /** The last renewal's failure. */
  let lastFailure: { readonly error: unknown } | null = null
  /** The sign-in that the user requested, while it is in progress. */
  let asked: Promise<SignIn> | null = null
  let pausedUntilMs = 0
  let unprovenLogins = 0
  let unprovenRenewals = 0
  const rest = createSessionCooldown(clock)
  const kept = createStoredToken(options.refreshTokens, (what, error) => options.onStoreFault?.(what, error))
  /** Aborted by signOut and forget, so that a late answer cannot sign in again. */
  let stay = new AbortController()

  function setState(next: ClientSessionState): void {
    // Whatever happens to held tokens: the app is locked.
    if (next === state || isHeld) return
    state = next
    options.onState?.(next)
  }

  /** After a failure: usable tokens stay, and a signed-out account stays signed out. */
  function settle(next: ClientSessionState): void {
    if (isSignedOut) refusal ??= signInNeeded()
    setState(tokens === null ? next : 'signedIn')
  }

  function leave(reason: 'signedOut' | 'locked', why: AppError, next: ClientSessionState): void {
    stay.abort(new AppError('cancelled', { reason }))
    stay = new AbortController()
    isHeld = isUnsaved = false
    tokens = null
    renewal = null
    lastFailure = null
    asked = null
    pausedUntilMs = 0
    refusal = why
    setState(next)
  }

  async function keep(pair: TokenPair, run: AbortSignal): Promise<Tokens> {
    run.throwIfAborted()
    const fresh = { ...pair, life: readTokenLife(pair.access, clock.now()) }
    tokens = fresh
    pausedUntilMs = 0
    if (isHeld) {
      isUnsaved = true
      return fresh
    }
    refusal = null
    isSignedOut = false
    setState('signedIn')
    await kept.save(pair.refresh)
    run.throwIfAborted()
    return fresh
  }

  /** Records that the key cannot be used or is missing. */
  function noteSignerFault(run: AbortSignal, fault: unknown): void {
    run.throwIfAborted()
    // Otherwise a locked keychain would prompt the user on every call. Usable tokens stay.
    if (tokens === null && isSignerRefusal(fault)) refusal = fault
    settle(stateOfSignerFault(fault))
  }

  async function isSignerAvailable(run: AbortSignal, isAsked: boolean): Promise<boolean> {
    try {
      return await options.signer.isAvailable(isAsked)
    } catch (error) {
      noteSignerFault(run, error)
      throw error
    }
  }

  /** @param storeFault - why the refresh token could not be read: the better reason if there is no key either */
  async function requireSigner(
    run: AbortSignal,
    isAsked: boolean,
    storeFault: AppError | null,
  ): Promise<void> {
    if (await isSignerAvailable(run, isAsked)) return
    noteSignerFault(run, storeFault)
    throw storeFault ?? new AppError('unauthenticated', { reason: 'noKey' })
  }

  async function logIn(
    run: AbortSignal,
    isAsked: boolean,
    storeFault: AppError | null = null,
  ): Promise<{ tokens: Tokens; uid: string }> {
    await requireSigner(run, isAsked, storeFault)
    run.throwIfAborted()
    setState('signingIn')
    let isSigned = false
    try {
      const text = await auth.requestNonce(options.ethereumAddress)
      run.throwIfAborted()
      checkLoginText(text, baseUrl)
      const signature = await options.signer.signLoginText(text, run)
      isSigned = true
      run.throwIfAborted()
      const login = await auth.logIn(options.ethereumAddress, signature)
      return { tokens: await keep(login, run), uid: login.uid }
    } catch (error) {
      if (run.aborted) throw error
      if (isRefusal(error) || isSignerRefusal(error)) {
        tokens = null
        refusal = error
        setState(isRefusal(error) ? 'refused' : stateOfSignerFault(error))
      } else if (isSignedOut) settle('needsSignIn')
      else settle(isAppError(error, 'cancelled') ? 'needsKey' : 'signedOut')
      // Each further attempt would be another useless signature.
      if (isSigned && !isAsked && isAppError(error)) rest.take(error)
      throw error
    }
  }

  /** Signs in automatically, if allowed. */
  async function logInUnasked(run: AbortSignal, storeFault: AppError | null): Promise<Tokens> {
    if (mayLogIn() && !isVaultUnusable(storeFault)) {
      if (unprovenLogins >= maxUnprovenLogins) {
        refusal = new AppError('unauthenticated', { reason: 'tokensRefused' })
        setState('refused')
        throw refusal
      }
      const { tokens: fresh } = await logIn(run, false, storeFault)
      unprovenLogins += 1
      return fresh
    }
    refusal = storeFault ?? signInNeeded()
    settle(storeFault === null ? 'needsSignIn' : stateOfSignerFault(storeFault))
    throw refusal
  }

  /** By refresh token if that works, otherwise by signature. */
  async function renew(run: AbortSignal): Promise<Tokens> {
    if (refusal !== null && (!isHeld || tokens === null)) throw refusal
    rest.check()
    if (tokens === null) setState('signingIn')
    try {
      return await refreshOrLogIn(run)
    } catch (error) {
      if (!run.aborted && state === 'signingIn') setState('signedOut')
      throw error
    }
  }

  async function refreshOrLogIn(run: AbortSignal): Promise<Tokens> {
    const { refresh, storeFault } =
      tokens === null ? await kept.load() : { refresh: tokens.refresh, storeFault: null }
    run.throwIfAborted()
    if (refresh === null) return logInUnasked(run, storeFault)
    if (unprovenRenewals >= maxUnprovenRenewals) throw startRefusedTokensCooldown()
    let pair: TokenPair
    try {
      pair = await auth.refresh(refresh)
    } catch (error) {
      run.throwIfAborted()
      const isDead = isRefusal(error)
      if (isHeld) {
        if (isDead) tokens = null
        throw error
      }
      // A malformed answer leaves open whether the token was used up. A signature settles it.
      const isUnclear =
        isAppError(error, 'contractViolation') && mayLogIn() && (await isSignerAvailable(run, false))
      run.throwIfAborted()
      if (!isDead && !isUnclear) throw error
      tokens = null
      if (isDead) await kept.clear()
      run.throwIfAborted()
      return logInUnasked(run, null)
    }
    const isAsBefore = pair.access === tokens?.access
    const fresh = await keep(pair, run)
    unprovenRenewals += 1
    // A new token was requested because this one was refused or is about to end.
    if (isAsBefore) throw startRefusedTokensCooldown()
    return fresh
  }

  /** The service refuses the tokens that it issues: starts the cooldown. */
  function startRefusedTokensCooldown(): AppError {
    const error = new AppError('unauthenticated', { reason: 'tokensRefused' })
    rest.take(error)
    unprovenRenewals = 0
    return error
  }

  /** Joins a renewal in progress or starts one: many callers, one request. */
  function renewOnce(): Promise<Tokens> {
    if (renewal !== null) return renewal
    const run = stay.signal
    const running = renew(run)
      .catch((error: unknown) => {
        if (!run.aborted) {
          failedRenewals += 1
          lastFailure = { error }
        }
        throw error
      })
      .finally(() => {
        if (renewal === running) renewal = null
      })
    renewal = running
    return running
  }

  /** Errors: vaultLocked while held tokens do not serve this. */
  function checkUse(use: TokenUse): void {
    if (isHeld && use !== 'ownOrders') throw new AppError('vaultLocked')
  }

  async function accessToken(use: TokenUse = 'any'): Promise<string> {
    checkUse(use)
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

  async function tokenAfterRefusal(
    refusedAccessToken: string,
    failedBefore: number,
    use: TokenUse = 'any',
  ): Promise<string> {
    checkUse(use)
    if (tokens !== null && tokens.access !== refusedAccessToken) return tokens.access
    if (renewal === null && failedRenewals > failedBefore && lastFailure !== null) throw lastFailure.error
    return (await renewOnce()).access
  }

  async function logInAsked(run: AbortSignal): Promise<SignIn> {
    // A renewal in progress ends first: two sign-ins at once would spend each other's nonce.
    while (renewal !== null) await renewal.catch(() => null)
    run.throwIfAborted()
    refusal = null
    unprovenLogins = unprovenRenewals = 0
    rest.end()
    const running = logIn(run, true)
    const shared = running.then((login) => login.tokens)
    renewal = shared
    try {
      return { uid: (await running).uid }
    } finally {
      await shared.catch(() => null)
      if (renewal === shared) renewal = null
    }
  }

  async function signIn(): Promise<SignIn> {
    checkUse('any')
    if (asked !== null) return asked
    const running = logInAsked(stay.signal).finally(() => {
      if (asked === running) asked = null
    })
    asked = running
    return running
  }

  async function signOut(): Promise<void> {
    isSignedOut = true
    leave('signedOut', signInNeeded(), 'needsSignIn')
    await kept.clearOrFail()
  }

  const forget = (): void => {
    const wasHeld = isHeld
    leave('locked', new AppError('vaultLocked'), 'appLocked')
    // The state is the same word, but nothing is held any more.
    if (wasHeld) options.onState?.(state)
  }

  function hold(): void {
    if (isHeld) return
    if (tokens === null || asked !== null) {
      forget()
      return
    }
    refusal = new AppError('vaultLocked')
    isHeld = true
    state = 'appLocked'
    options.onState?.(state)
  }

  function resume(): void {
    if (isHeld && tokens !== null) {
      isHeld = false
      refusal = null
      setState('signedIn')
      if (isUnsaved) void kept.save(tokens.refresh)
      isUnsaved = false
      return
    }
    isHeld = isUnsaved = false
    if (state !== 'appLocked') return
    refusal = isSignedOut ? signInNeeded() : null
    setState(isSignedOut ? 'needsSignIn' : 'signedOut')
  }

  return {
    state: () => state,
    isHeld: () => isHeld && tokens !== null,
    accessToken,
    endOf: (accessToken) => (tokens?.access === accessToken ? (tokens.life?.expiresAtMs ?? null) : null),
    failedRenewals: () => failedRenewals,
    tokenAfterRefusal,
    noteAccepted: (accessToken) => {
      if (tokens?.access !== accessToken) return
      unprovenLogins = unprovenRenewals = 0
      rest.end()
    },
    signIn,
    signOut,
    forget,
    hold,
    resume,
  }
}
