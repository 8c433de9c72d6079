// The three calls that create and renew tokens: nonce, login, refresh.
import { z } from 'zod'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { maxLength } from '../answers/answer-sizes.ts'
import type { Call } from '../call.ts'
import type { CallInput, Endpoint } from '../endpoint.ts'
import { wireText } from './wire.ts'

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

export interface Login extends TokenPair {
  readonly uid: string
}

/** Printable ASCII without spaces: a token becomes a header value, which must contain nothing else. */
const wireToken = z.string().regex(/^[\x21-\x7e]{1,8192}$/, 'not a token')

const tokenPair = z.object({ access: wireToken, refresh: wireToken })

export const nonce: Endpoint<string> = {
  name: 'auth.nonce',
  method: 'POST',
  effect: 'auth',
  isPrivate: false,
  answer: z.object({ payload: wireText(maxLength.loginText, 1) }).transform(({ payload }) => payload),
}

/** payload.signature is ignored: the service returns it empty or not at all (facts, A6). */
export const login: Endpoint<Login> = {
  name: 'auth.login',
  method: 'POST',
  effect: 'auth',
  isPrivate: false,
  answer: z
    .object({ payload: z.object({ uid: wireText(maxLength.userId) }), token: tokenPair })
    .transform(({ payload, token }) => ({ uid: payload.uid, access: token.access, refresh: token.refresh })),
}

export const refresh: Endpoint<TokenPair> = {
  name: 'auth.refresh',
  method: 'POST',
  effect: 'auth',
  isPrivate: false,
  answer: z.object({ payload: tokenPair }).transform(({ payload }) => payload),
}

/**
 * The service does not document its message for a wallet without an account. This recognizes likely ones ("User does not
 * exist", "... not registered", "please sign up"); any other refusal stays rejectedByExchange with its message.
 */
const notRegisteredWords =
  /\b(?:user|account|wallet|address)\b.*\b(?:not exists?|not found|not registered|unknown)\b|\bnot registered\b|\b(?:sign up|register) (?:first|at|on|with)\b/i

async function withAccountCheck<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isAppError(error, 'rejectedByExchange')) throw error
    const { endpoint = '', status = 0, message = '' } = error.data
    if (Number(status) >= 500 || !notRegisteredWords.test(String(message))) throw error
    throw new AppError('accountNotRegistered', { endpoint, status, message }, error)
  }
}

export function createAuthCalls(call: Call) {
  const post = <T>(endpoint: Endpoint<T>, path: string, body: NonNullable<CallInput['body']>): Promise<T> =>
    call(endpoint, { path, body })
  return {
    /** The text to sign. Errors: accountNotRegistered; those of the connection. */
    requestNonce: (ethereumAddress: string): Promise<string> =>
      withAccountCheck(post(nonce, '/sapi/v2/auth/nonce/', { eth_address: ethereumAddress })),
    /** Errors: accountNotRegistered, rejectedByExchange for a wrong signature or a spent nonce; those of the connection. */
    logIn: (ethereumAddress: string, signature: string): Promise<Login> =>
      withAccountCheck(
        post(login, '/sapi/v2/auth/login/', { eth_address: ethereumAddress, user_signature: signature }),
      ),
    /** Replaces both tokens. Errors: rejectedByExchange for a dead refresh token; those of the connection. */
    refresh: (refreshToken: string): Promise<TokenPair> =>
      post(refresh, '/sapi/v1/auth/token/refresh/', { refresh: refreshToken }),
  }
}

export type AuthCalls = ReturnType<typeof createAuthCalls>
