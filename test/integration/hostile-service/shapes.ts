// What a hostile service sends, by name.
import { gzipSync } from 'node:zlib'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { honestAnswer, honestRows, honestText, largestHonest, payloadOf, textOf } from './largest.ts'

export interface Served {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Written in parts of so many bytes. */
  readonly partBytes?: number
  /** Cut off in the middle. */
  readonly isCut?: boolean
}

const MIB = 1_024 * 1_024
/** Below the largest cap: what is read to its end. */
const nearCap = 2 * MIB - 1_024
/** Read at once by main: see MAX_INLINE_BYTES. */
const small = 16 * 1_024 - 256

const around = (start: string, unit: string, end: string, bytes: number): Buffer =>
  Buffer.from(start + unit.repeat(Math.floor((bytes - start.length - end.length) / unit.length)) + end)
const head = '{"status":"success","message":"","payload":'

function distinctKeys(bytes: number): Buffer {
  const parts: string[] = []
  for (let size = 0, index = 0; size < bytes - 200; index += 1) {
    const part = `"k${index.toString(36)}":0`
    parts.push(part)
    size += part.length + 1
  }
  return Buffer.from(`${head}{${parts.join(',')}}}`)
}

const nested = (bytes: number): Buffer => {
  const depth = Math.floor((bytes - head.length - 2) / 2)
  return Buffer.from(`${head}${'['.repeat(depth)}${']'.repeat(depth)}}`)
}

/** A text in the place of each text of a recorded answer. */
function withLongTexts(endpoint: EndpointName, length: number): Buffer {
  const long = (value: unknown): unknown => {
    if (typeof value === 'string') return 'x'.repeat(length)
    if (Array.isArray(value)) return value.map(long)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, long(part)]))
  }
  const answer = honestAnswer(endpoint)
  return Buffer.from(JSON.stringify({ ...answer, payload: long(answer.payload) }))
}

/** Rows that have an id and are no orders: the client names each of them. */
const refusedRows = (rows: number): Buffer =>
  Buffer.from(`${head}[${Array.from({ length: rows }, (_, id) => `{"id":${id},"uuid":7}`).join(',')}]}`)

type Shape = (endpoint: EndpointName) => Served

const same = (make: () => Served): Shape => {
  let made: Served | undefined
  return () => (made ??= make())
}
const each = (make: Shape): Shape => {
  const made = new Map<EndpointName, Served>()
  return (endpoint) => {
    const known = made.get(endpoint) ?? make(endpoint)
    made.set(endpoint, known)
    return known
  }
}

export const shapes: Readonly<Record<string, Shape>> = {
  honest: (endpoint) => ({ body: Buffer.from(honestText(endpoint)) }),
  'the largest honest one': each((endpoint) => ({ body: Buffer.from(largestHonest(endpoint)) })),
  'in white space': each((endpoint) => ({ body: Buffer.from(honestText(endpoint) + ' '.repeat(MIB)) })),
  'too many rows': each((endpoint) => ({
    body: Buffer.from(textOf(endpoint, payloadOf(endpoint, (honestRows[endpoint] ?? 0) + 1))),
  })),
  '32 megabytes': same(() => ({ body: Buffer.alloc(32 * MIB, ' ') })),
  '32 megabytes of unknown length': same(() => ({ body: Buffer.alloc(32 * MIB, ' '), partBytes: 65_536 })),
  zeros: same(() => ({ body: around(`${head}[0`, ',0', ']}', nearCap) })),
  'zeros, small': same(() => ({ body: around(`${head}[0`, ',0', ']}', small) })),
  'amounts, small': same(() => ({
    body: around(`${head}[{"price":1e1}`, ',{"price":1.234567890123456789}', ']}', small),
  })),
  amounts: same(() => ({ body: around(`${head}[{"price":1e1}`, ',{"price":1e1}', ']}', nearCap) })),
  nested: same(() => ({ body: nested(nearCap) })),
  'nested, small': same(() => ({ body: nested(small) })),
  keys: same(() => ({ body: distinctKeys(nearCap) })),
  'keys, small': same(() => ({ body: distinctKeys(small) })),
  objects: same(() => ({ body: around(`${head}[{}`, ',{}', ']}', nearCap) })),
  'refused rows': same(() => ({ body: refusedRows(1_000) })),
  'refused rows, small': same(() => ({ body: refusedRows(600) })),
  'long texts': each((endpoint) => ({ body: withLongTexts(endpoint, 4_000) })),
  'very long texts': each((endpoint) => ({ body: withLongTexts(endpoint, 300_000) })),
  'not JSON': same(() => ({ body: Buffer.alloc(nearCap, '{') })),
  'one text': same(() => ({ body: around(`${head}"`, '\\u0041', '"}', nearCap) })),
  'not UTF-8': same(() => ({ body: Buffer.alloc(nearCap, 0xff) })),
  'packed zeros': same(() => ({
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(128 * MIB, 0)),
  })),
  'byte by byte': same(() => ({ body: around(`${head}[0`, ',0', ']}', 50_000), partBytes: 1 })),
  'cut off': same(() => ({ body: around(`${head}[0`, ',0', ']}', MIB), isCut: true })),
  'a page of a gateway': same(() => ({ status: 502, body: Buffer.alloc(nearCap, '<html>') })),
  'an error with long words': same(() => ({
    status: 400,
    body: Buffer.from(JSON.stringify({ status: 'error', message: 'eyJ'.repeat(18_000), payload: '' })),
  })),
  'an error under 200': same(() => ({
    body: Buffer.from(JSON.stringify({ status: 'error', message: 'token=\\"'.repeat(200_000), payload: '' })),
  })),
  'long headers': (endpoint) => ({
    headers: { date: 'x'.repeat(8_000), 'content-type': 'h'.repeat(4_000) },
    body: Buffer.from(honestText(endpoint)),
  }),
  'a prototype': same(() => ({
    body: Buffer.from(
      '{"status":"success","message":"","__proto__":{"a":1},"payload":{"__proto__":[],"constructor":1}}',
    ),
  })),
}
export const shapeNames: readonly string[] = Object.keys(shapes)

/** A small number from a seed, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
