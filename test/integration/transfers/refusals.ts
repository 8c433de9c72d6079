// Every way in which the service, or what stands before it, is known to say no, as data (facts, A5; the practice exchange's own
// words; gateways).

/** What an answer settles: `no` is a refusal, `open` tells nothing of what was done. */
export type Settles = 'no' | 'open'

export interface Refusal {
  readonly status: number
  readonly body: string | object
  readonly headers?: Readonly<Record<string, string>>
  readonly settles: Settles
  /** What the way on has to speak of. */
  readonly cure: RegExp
}

const says = (status: number, message: string, cure: RegExp, payload: unknown = ''): Refusal => ({
  status,
  body: { status: 'error', message, payload },
  settles: 'no',
  cure,
})
const page = (status: number, settles: Settles, cure: RegExp): Refusal => ({
  status,
  body: `<!DOCTYPE html><html><title>${String(status)}</title></html>`,
  settles,
  cure,
})

const tokenPayload = {
  token_class: 'AccessToken',
  token_type: 'access',
  message: 'Token is invalid or expired',
  code: 'token_not_valid',
}

export const refusals: Readonly<Record<string, Refusal>> = {
  'Invalid organization key': says(403, 'Invalid organization key', /organization key/),
  'Invalid api key': says(403, 'Invalid api key', /API key/),
  'User does not exist': says(404, 'User does not exist', /recipient/),
  'Insufficient balance': says(400, 'Insufficient balance', /amount/),
  'Only USDC is supported': says(400, 'Only USDC is supported', /Update Starkdesk/, {}),
  'own address': says(400, 'You cannot transfer to your own address', /someone else/),
  'reference taken': says(
    400,
    'Transfer with this client_reference_id already exists',
    /use a new reference/,
  ),
  'reference not allowed': says(
    400,
    'client_reference_id: This field may not be blank.',
    /another reference/,
  ),
  'amount not allowed': says(400, 'Ensure this value is greater than 0.', /another amount/),
  'Invalid signature': says(400, 'Invalid signature', /L2 key/),
  'Invalid msg_hash': says(400, 'Invalid msg_hash', /L2 key/),
  'Invalid nonce': says(400, 'Invalid nonce', /L2 key/),
  'nonce used': says(400, 'This nonce has already been used', /may have moved/),
  'nonce expired': says(
    400,
    'This nonce has expired, please initiate a new transfer',
    /can no longer complete/,
  ),
  'parameters missing': says(400, 'Essential parameters are missing', /what the exchange names/),
  'an error under 200': says(200, 'Invalid symbol.', /what the exchange names/, {}),
  'no credentials': says(401, 'Authentication credentials were not provided.', /Sign in again/),
  'token refused': says(401, 'Given token not valid for any token type', /Sign in again/, tokenPayload),
  'an empty 400': { status: 400, body: '', settles: 'no', cure: /is the exchange’s API address/ },
  'a page under 404': page(404, 'no', /is the exchange’s API address/),
  'a firewall page under 403': page(403, 'no', /another network/),
  'slow down': { ...page(429, 'no', /Wait/), headers: { 'retry-after': '2' } },
  'Internal Server Error': { ...says(500, 'Internal Server Error', /./), settles: 'open' },
  'a gateway page under 502': page(502, 'open', /./),
  'a gateway page under 504': page(504, 'open', /./),
  'a gateway that waited too long (408)': page(408, 'open', /./),
  'a page under 200': page(200, 'open', /./),
}
