// Reads the lifetime of an access token, as a hint when to renew it. Trusted for nothing else.
import { z } from 'zod'

/** A token's lifetime, on the local clock. Null if it has no usable claims. */
export interface TokenLife {
  /** From here on the token is renewed while it still works. */
  readonly renewAtMs: number
  readonly expiresAtMs: number
}

const claims = z.object({ exp: z.number().positive(), iat: z.number().positive().optional() })

/** Renewed this long before its end, or at nine tenths of a short lifetime. */
const marginMs = 30_000

function readClaims(token: string): z.infer<typeof claims> | null {
  const part = token.split('.')[1]
  if (part === undefined) return null
  try {
    return claims.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))).data ?? null
  } catch {
    // Not a JWT with readable claims: its end shows as a 401.
    return null
  }
}

/**
 * When a token received at `receivedAtMs` (local clock) ends and should be renewed. The lifetime is exp - iat if both exist,
 * so that a local clock that is wrong by an hour does no harm; with exp alone it is exp against the local clock, and a token
 * that would be expired on arrival means that the clock is wrong.
 */
export function readTokenLife(token: string, receivedAtMs: number): TokenLife | null {
  const found = readClaims(token)
  if (found === null) return null
  const lifeMs = found.iat === undefined ? found.exp * 1000 - receivedAtMs : (found.exp - found.iat) * 1000
  if (!Number.isFinite(lifeMs) || lifeMs <= 0) return null
  return {
    renewAtMs: receivedAtMs + lifeMs - Math.min(marginMs, lifeMs / 10),
    expiresAtMs: receivedAtMs + lifeMs,
  }
}
