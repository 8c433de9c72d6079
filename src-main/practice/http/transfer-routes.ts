// Internal transfer endpoints: request bodies and messages. transfers.ts moves the money.
import { isAddress } from 'ethers'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Service } from '../service.ts'
import type { PracticeUser } from '../users.ts'
import { bookOf } from './account-routes.ts'
import { readBody } from './body.ts'
import { succeed } from './envelope.ts'

const text = z.string({ error: 'Not a valid string.' })
const filled = text
  .min(1, 'This field may not be blank.')
  .max(200, 'Ensure this field has no more than 200 characters.')
const keys = { organization_key: filled, api_key: filled }
const address = filled.refine(
  (value) => isAddress(value) && value.startsWith('0x'),
  'Enter a valid Ethereum address.',
)

/** Maximum digits of an amount before the decimal point. */
const maxWholeDigits = 12
const usdcDecimals = 6

/**
 * An amount in 10^-6 USDC from a JSON number (all connectors send one; facts, A9) or decimal text. Zeros after the sixth
 * decimal are ignored; any other digit there is refused, never rounded.
 */
function parseMicroUsdc(value: string | number): bigint | null {
  const plain = typeof value === 'number' ? String(value) : value
  const match = /^(\d{1,12})(?:\.(\d{1,40}))?$/.exec(plain)
  if (match === null) return null
  const decimals = (match[2] ?? '').replace(/0+$/, '')
  if (decimals.length > usdcDecimals) return null
  return BigInt((match[1] ?? '') + decimals.padEnd(usdcDecimals, '0'))
}

const amount = z
  .union([z.number(), z.string()], { error: 'A valid number is required.' })
  .transform((value, context) => {
    const micro = parseMicroUsdc(value)
    if (micro !== null && micro > 0n) return micro
    context.addIssue({
      code: 'custom',
      message:
        micro === 0n || (typeof value === 'number' && value < 0)
          ? 'Ensure this value is greater than 0.'
          : `A number with at most ${maxWholeDigits} digits before and ${usdcDecimals} after the point is required.`,
    })
    return z.NEVER
  })

const checkBody = z.object({ ...keys, destination_address: filled })

const initiateBody = z.object({
  ...keys,
  client_reference_id: text.nullish(),
  currency: filled,
  amount,
  destination_address: address,
})

const hexNumber = text.regex(/^0x[0-9a-fA-F]{1,64}$/, 'A 0x-prefixed hexadecimal number is required.')

const processBody = z.object({
  ...keys,
  // Extra keys, such as the libraries' recoveryParam, are allowed (facts, A8).
  signature: z.object({ r: hexNumber, s: hexNumber }, { error: 'An object with r and s is required.' }),
  nonce: z.int({ error: 'A valid integer is required.' }),
  msg_hash: hexNumber,
})

/**
 * POST .../check_user_exists/. The mocks disagree about an unknown user (facts, A5). This follows the newer JavaScript one:
 * HTTP 200, status error, and a payload with `exists: false`; also for text that is not an address.
 */
export async function postCheckUser(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const body = await readBody(c, checkBody)
  service.transfers.checkKeys(user, body.organization_key, body.api_key)
  const exists = service.transfers.findUser(body.destination_address) !== undefined
  const payload = { destination_address: body.destination_address, exists }
  return exists
    ? succeed(c, 'User exists', payload)
    : c.json({ status: 'error', message: 'User does not exist', payload })
}

/** POST .../initiate/ */
export async function postInitiate(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const body = await readBody(c, initiateBody)
  service.transfers.checkKeys(user, body.organization_key, body.api_key)
  await bookOf(service, user).prepare(service.clock.now())
  const issued = service.transfers.initiate(user, {
    reference: body.client_reference_id ?? null,
    currency: body.currency,
    microUsdc: body.amount,
    destination: body.destination_address,
  })
  return succeed(c, 'Please sign the message, to complete the transaction', issued)
}

/** POST .../process/ */
export async function postProcess(c: Context, service: Service, user: PracticeUser): Promise<Response> {
  const body = await readBody(c, processBody)
  service.transfers.checkKeys(user, body.organization_key, body.api_key)
  await bookOf(service, user).prepare(service.clock.now())
  const transfer = service.transfers.process(user, body.nonce, body.msg_hash, body.signature)
  return succeed(c, 'Internal transfer processed successfully', transfer)
}

/** GET .../{client_reference_id} */
export function getTransfer(c: Context, service: Service, user: PracticeUser): Response {
  const transfer = service.transfers.lookUp(user, c.req.param('client_reference_id') ?? '')
  return succeed(c, 'Fetched internal transfer successfully', transfer)
}
