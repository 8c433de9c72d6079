// A client of the practice exchange written from the interface and the facts alone, to test it from outside.
import { createHash } from 'node:crypto'
import { sign } from '@scure/starknet'
import { keccak256, toUtf8Bytes, Wallet } from 'ethers'
import { expect } from 'vitest'

/** Any answer of the service: HTTP status, headers and the envelope's parts. */
export interface Answer {
  readonly http: number
  readonly headers: Headers
  readonly status: string
  readonly message: string
  readonly payload: unknown
  readonly token: unknown
  readonly text: string
}

export interface Identity {
  readonly ethereumAddress: string
  readonly ethereumPrivateKey: string
  readonly organizationKey: string
  readonly apiKey: string
}

export interface Session {
  readonly access: string
  readonly refresh: string
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asObject(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value
  throw new Error(`not an object: ${JSON.stringify(value)}`)
}

export function asList(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value) && value.every(isObject)) return value
  throw new Error(`not a list of objects: ${JSON.stringify(value).slice(0, 200)}`)
}

export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  throw new Error(`not a string: ${JSON.stringify(value)}`)
}

/** Every answer must carry the envelope, whatever was asked. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const body = asObject(JSON.parse(text))
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(['success', 'error']).toContain(body['status'])
  expect(typeof body['message']).toBe('string')
  expect('payload' in body).toBe(true)
  const known = 'token' in body ? 4 : 3
  expect(Object.keys(body)).toHaveLength(known)
  return {
    http: response.status,
    headers: response.headers,
    status: asText(body['status']),
    message: asText(body['message']),
    payload: body['payload'],
    token: body['token'],
    text,
  }
}

export interface SendOptions {
  readonly method?: string
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Record<string, string>
}

export class StrangeClient {
  readonly baseUrl: string

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  async send(path: string, options: SendOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...options.headers }
    if (options.token !== undefined) headers['Authorization'] = `JWT ${options.token}`
    const init: RequestInit = { method: options.method ?? 'GET', headers, redirect: 'error' }
    if (options.body !== undefined) {
      headers['Content-Type'] ??= 'application/json'
      init.body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
    }
    return readAnswer(await fetch(this.baseUrl + path, init))
  }

  get(path: string, token?: string): Promise<Answer> {
    return this.send(path, token === undefined ? {} : { token })
  }

  post(path: string, body: unknown, token?: string): Promise<Answer> {
    return this.send(path, token === undefined ? { method: 'POST', body } : { method: 'POST', body, token })
  }

  /** Payload of a read that must succeed. */
  async read(path: string, token?: string): Promise<unknown> {
    const answer = await this.get(path, token)
    expect({ path, http: answer.http, message: answer.message }).toMatchObject({ http: 200 })
    expect(answer.status).toBe('success')
    return answer.payload
  }

  nonce(address: string): Promise<Answer> {
    return this.post('/sapi/v2/auth/nonce/', { eth_address: address })
  }

  loginWith(address: string, signature: string): Promise<Answer> {
    return this.post('/sapi/v2/auth/login/', { eth_address: address, user_signature: signature })
  }

  async login(who: { ethereumAddress: string; ethereumPrivateKey: string }): Promise<Session> {
    const nonce = await this.nonce(who.ethereumAddress)
    const signature = await new Wallet(who.ethereumPrivateKey).signMessage(asText(nonce.payload))
    const answer = await this.loginWith(who.ethereumAddress, signature)
    expect(answer.message).toBe('Login Successful')
    const token = asObject(answer.token)
    return { access: asText(token['access']), refresh: asText(token['refresh']) }
  }
}

const starkOrder = 0x0800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2fn

/** The L2 private key of the tanX mainnet text, step by step as in the facts, A7. */
export async function deriveL2Key(ethereumPrivateKey: string): Promise<bigint> {
  const text = 'Get started with TanX. Make sure the origin is https://trade.tanx.fi'
  const signature = await new Wallet(ethereumPrivateKey).signMessage(text)
  const seed = Buffer.from(keccak256(toUtf8Bytes(BigInt(signature).toString(10))).slice(2), 'hex')
  const limit = 2n ** 256n - (2n ** 256n % starkOrder)
  for (let index = 0; ; index += 1) {
    const hash = createHash('sha256')
      .update(seed)
      .update(Buffer.from([index]))
      .digest('hex')
    const value = BigInt(`0x${hash}`)
    if (value < limit) return value % starkOrder
  }
}

/** r and s of a message hash, 0x hex without padding (facts, A8). */
export function signHash(msgHash: string, key: bigint): { r: string; s: string } {
  const { r, s } = sign(msgHash, key.toString(16).padStart(64, '0'))
  return { r: `0x${r.toString(16)}`, s: `0x${s.toString(16)}` }
}
