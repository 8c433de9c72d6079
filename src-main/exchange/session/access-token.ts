// Owns: reading the life time out of an access token, as a hint when to renew it. Must not: trust it for anything else.
import { z } from 'zod'

/** What a token says about its end, placed on our own clock. Null where it says nothing that can be used. */
export interface TokenLife {
  /** Renew from here on, while the token still works. */
  readonly renewAtMs: number
  readonly expiresAtMs: number
}

const claims = z.object({ exp: z.number().positive(), iat: z.number().positive().optional() })

/** Renewed this long before its end, or at nine tenths of a short life. */
const marginMs = 30_000

function readClaims(token: string): z.infer<typeof claims> | null {
  const part = token.split('.')[1]
  if (part === undefined) return null
  try {
    return claims.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))).data ?? null
  } catch {
    // Not a JWT with readable claims: its end shows by a 401.
    return null
  }
}

/**
 * When a token received at `receivedAtMs` (our clock) ends and should be renewed. The life time is exp - iat where both
 * are there, so that a clock of ours that is wrong by an hour does no harm; with exp alone it is exp against our clock,
 * and a token that would be dead on arrival is taken for a clock that is wrong.
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
