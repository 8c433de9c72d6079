// Login endpoints and the check of the Authorization header.
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

/** Any case is accepted, but a mixed-case address must have a valid checksum (EIP-55), which catches typing errors. */
const ethAddress = text
  // Exact message: facts, A5.
  .min(30, 'Ensure eth_address has at least 30 characters.')
  .refine((address) => isAddress(address) && address.startsWith('0x'), 'Enter a valid Ethereum address.')

const nonceBody = z.object({ eth_address: ethAddress })
const loginBody = z.object({
  eth_address: ethAddress,
  user_signature: text.min(1, 'This field may not be blank.'),
})
const refreshBody = z.object({ refresh: text.min(1, 'This field may not be blank.') })

/** POST /sapi/v2/auth/nonce/. Every well-formed address gets a text, so neither this nor the login reveals who has an account. */
export async function postNonce(c: Context, service: Service): Promise<Response> {
  const body = await readBody(c, nonceBody, '')
  const { text: nonce, isCached } = service.nonces.acquire(body.eth_address)
  return succeed(c, isCached ? 'Cached Nonce Acquired' : 'Nonce Acquired', nonce)
}

/** The address that signed a text by EIP-191, in lowercase; null for an invalid signature. */
function signerOf(nonce: string, signature: string): string | null {
  // The library also accepts shorter forms; the exchange's is r, s and v = 27 or 28 in 65 bytes (facts, A6).
  if (!/^0x[0-9a-fA-F]{128}(1b|1c)$/i.test(signature)) return null
  try {
    return verifyMessage(nonce, signature).toLowerCase()
  } catch {
    // ethers throws for an invalid signature; its message would quote the input.
    return null
  }
}

/**
 * POST /sapi/v2/auth/login/. Wrong signature, address or nonce: 400 with the facts' message (A5; the Python mock's status,
 * because the JavaScript one answers 200 to a failed login). An address without an account counts as wrong. A failed attempt
 * does not consume the nonce, so that strangers cannot invalidate it.
 */
export async function postLogin(c: Context, service: Service): Promise<Response> {
  const body = await readBody(c, loginBody)
  const nonce = service.nonces.peek(body.eth_address)
  const signer = nonce === null ? null : signerOf(nonce, body.user_signature)
  const user = service.transfers.findUser(body.eth_address)
  if (signer !== body.eth_address.toLowerCase() || user === undefined) {
    throw new Refusal(400, 'Invalid Credentials or Token Expired, Kindly login again.', '')
  }
  service.nonces.consume(body.eth_address)
  const token = await service.tokens.issue(user)
  // The signature is empty in documentation and mocks; clients insert their own (facts, A6).
  return succeed(c, 'Login Successful', { uid: user.uid, signature: '' }, token)
}

/** POST /sapi/v1/auth/token/refresh/. The only endpoint to which the Python connector posts a form. */
export async function postRefresh(c: Context, service: Service): Promise<Response> {
  const body = await readBodyOrForm(c, refreshBody)
  return succeed(c, '', await service.tokens.rotate(body.refresh))
}

/** The caller by `Authorization: JWT <access token>`. Errors: Refusal 401 (facts, A5). */
export async function authenticate(c: Context, service: Service): Promise<PracticeUser> {
  const [scheme, token, ...rest] = (c.req.header('authorization') ?? '').split(/[ \t]+/)
  // Another scheme is not an attempt to use this one (matched exactly, as in SimpleJWT).
  if (scheme !== 'JWT') throw new Refusal(401, 'Authentication credentials were not provided.', '')
  if (token === undefined || rest.length > 0) throw accessRefused()
  return service.tokens.authenticate(token)
}
