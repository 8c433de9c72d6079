// Issues, verifies and rotates access and refresh tokens. They do not outlive the process, because the secret is its own.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../async/clock.ts'
import { randomHex, type Entropy } from './entropy.ts'
import { Refusal } from './refusal.ts'
import type { PracticeUser } from './users.ts'

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

type TokenKind = 'access' | 'refresh'

const claims = z.object({ token_type: z.enum(['access', 'refresh']), jti: z.string(), user_id: z.string() })

/** 401 of an access token that is expired, altered or of the wrong kind (facts, A5). */
export function accessRefused(): Refusal {
  return new Refusal(401, 'Given token not valid for any token type', {
    token_class: 'AccessToken',
    token_type: 'access',
    message: 'Token is invalid or expired',
    code: 'token_not_valid',
  })
}

/** 401 of a refresh token that is expired, used before, altered or of the wrong kind (facts, A5). */
export function refreshRefused(): Refusal {
  return new Refusal(401, 'Token is invalid or expired', { code: 'token_not_valid' })
}

/**
 * True only for the canonical spelling of a token. The verifier decodes leniently: it accepts the other base64 alphabet,
 * padding, blanks, and any value of the last letter's unused bits, so many texts would pass for one token.
 */
function isCanonical(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

export class Tokens {
  readonly #clock: Clock
  readonly #entropy: Entropy
  readonly #secret: Uint8Array
  readonly #lifetimes: Record<TokenKind, number>
  readonly #users: readonly PracticeUser[]
  /** Valid refresh tokens by jti, with their expiry in milliseconds. All others are revoked. */
  readonly #live = new Map<string, number>()

  /** Lifetimes are in seconds. */
  constructor(
    users: readonly PracticeUser[],
    clock: Clock,
    entropy: Entropy,
    accessSeconds: number,
    refreshSeconds: number,
  ) {
    this.#users = users
    this.#clock = clock
    this.#entropy = entropy
    this.#secret = entropy.bytes(32)
    this.#lifetimes = { access: accessSeconds, refresh: refreshSeconds }
  }

  /** Issues a new pair for a user. */
  async issue(user: PracticeUser): Promise<TokenPair> {
    const nowMs = this.#clock.now()
    for (const [jti, endsMs] of this.#live) if (endsMs <= nowMs) this.#live.delete(jti)
    const [access, refresh] = await Promise.all([this.#sign(user, 'access'), this.#sign(user, 'refresh')])
    return { access, refresh }
  }

  /** The user of an access token. Errors: Refusal 401. */
  async authenticate(token: string): Promise<PracticeUser> {
    const read = await this.#read(token, 'access')
    if (read === null) throw accessRefused()
    return read.user
  }

  /** Exchanges a refresh token for a new pair and revokes it. Errors: Refusal 401. */
  async rotate(token: string): Promise<TokenPair> {
    const read = await this.#read(token, 'refresh')
    // Atomic: of two callers with one token, only one gets a pair.
    if (read === null || !this.#live.delete(read.jti)) throw refreshRefused()
    return this.issue(read.user)
  }

  async #sign(user: PracticeUser, kind: TokenKind): Promise<string> {
    const second = Math.floor(this.#clock.now() / 1000)
    const jti = randomHex(this.#entropy, 16)
    const expires = second + this.#lifetimes[kind]
    if (kind === 'refresh') this.#live.set(jti, expires * 1000)
    return new SignJWT({ token_type: kind, jti, user_id: user.customerId })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(second)
      .setExpirationTime(expires)
      .sign(this.#secret)
  }

  async #read(token: string, kind: TokenKind): Promise<{ user: PracticeUser; jti: string } | null> {
    if (!isCanonical(token)) return null
    try {
      const currentDate = new Date(this.#clock.now())
      const { payload } = await jwtVerify(token, this.#secret, { algorithms: ['HS256'], currentDate })
      const read = claims.safeParse(payload)
      if (!read.success || read.data.token_type !== kind) return null
      const user = this.#users.find(({ customerId }) => customerId === read.data.user_id)
      return user === undefined ? null : { user, jti: read.data.jti }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}
