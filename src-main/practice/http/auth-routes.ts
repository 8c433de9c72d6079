// Owns: the login endpoints and the check of the Authorization header. Must not: keep tokens (tokens.ts does).
import { isAddress, verifyMessage } from 'ethers'
import type { Context } from 'hono'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import { accessRefused } from '../tokens.ts'
import type { PracticeUser } from '../users.ts'
import { readBody, readBodyOrForm } from './body.ts'
import { succeed } from './envelope.ts'

const text = z.string({ error: 'Not a valid string.' })

/** Any case is accepted, but a mixed-case address must have the right checksum (EIP-55): it catches typing errors. */
const ethAddress = text
  // Exact sentence: facts, A5.
  .min(30, 'Ensure eth_address has at least 30 characters.')
  .refine((address) => isAddress(address) && address.startsWith('0x'), 'Enter a valid Ethereum address.')

const nonceBody = z.object({ eth_address: ethAddress })
const loginBody = z.object({
  eth_address: ethAddress,
  user_signature: text.min(1, 'This field may not be blank.'),
})
const refreshBody = z.object({ refresh: text.min(1, 'This field may not be blank.') })

/**
 * POST /sapi/v2/auth/nonce/. Every well-formed address gets a text, so that this does not tell strangers who has an
 * account; login does not tell either.
 */
export async function postNonce(c: Context, service: Service): Promise<Response> {
  const body = await readBody(c, nonceBody, '')
  const { text: nonce, isCached } = service.nonces.acquire(body.eth_address)
  return succeed(c, isCached ? 'Cached Nonce Acquired' : 'Nonce Acquired', nonce)
}

/** The address that signed a text by EIP-191, in lowercase; null where the signature is not one. */
function signerOf(nonce: string, signature: string): string | null {
  // The library also reads shorter forms; the service's is r, s and v = 27 or 28 in 65 bytes (facts, A6).
  if (!/^0x[0-9a-fA-F]{128}(1b|1c)$/i.test(signature)) return null
  try {
    return verifyMessage(nonce, signature).toLowerCase()
  } catch {
    // ethers throws for whatever is not a signature; its words would quote the input.
    return null
  }
}

/**
 * POST /sapi/v2/auth/login/. Wrong signature, address or nonce: 400 with the facts' sentence (A5; the Python mock's
 * status, because the JavaScript one answers 200 to a failed login). An address without an account is a wrong address.
 * A failed attempt leaves the nonce alone, or strangers could use it up.
 */
export async function postLogin(c: Context, service: Service): Promise<Response> {
  const body = await readBody(c, loginBody)
  const nonce = service.nonces.peek(body.eth_address)
  const signer = nonce === null ? null : signerOf(nonce, body.user_signature)
  const user = service.desk.findUser(body.eth_address)
  if (signer !== body.eth_address.toLowerCase() || user === undefined) {
    throw new Refusal(400, 'Invalid Credentials or Token Expired, Kindly login again.', '')
  }
  service.nonces.consume(body.eth_address)
  const token = await service.tokens.issue(user)
  // The signature is empty in documentation and mocks; clients put their own there (facts, A6).
  return succeed(c, 'Login Successful', { uid: user.uid, signature: '' }, token)
}

/** POST /sapi/v1/auth/token/refresh/. The Python connector posts a form here, and only here. */
export async function postRefresh(c: Context, service: Service): Promise<Response> {
  const body = await readBodyOrForm(c, refreshBody)
  return succeed(c, '', await service.tokens.rotate(body.refresh))
}

/** The caller by `Authorization: JWT <access token>`. Errors: Refusal 401 (facts, A5). */
export async function authenticate(c: Context, service: Service): Promise<PracticeUser> {
  const [scheme, token, ...rest] = (c.req.header('authorization') ?? '').split(/[ \t]+/)
  // Another scheme is no attempt to use this one (the word is matched exactly, as SimpleJWT does).
  if (scheme !== 'JWT') throw new Refusal(401, 'Authentication credentials were not provided.', '')
  if (token === undefined || rest.length > 0) throw accessRefused()
  return service.tokens.authenticate(token)
}
