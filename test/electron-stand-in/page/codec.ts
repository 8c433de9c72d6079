// Owns the text form of IPC values: what structured clone carries, as JSON. Runs in Node and, as text, in pages.
// createCodec must not refer to anything outside itself: its source is injected.

export interface Codec {
  /** JSON text of any cloneable value. Throws `An object could not be cloned.` for functions, symbols, promises ... */
  encode: (value: unknown) => string
  decode: (text: string) => unknown
}

/**
 * Plain JSON stays as it is. Everything else is an object with the key `$`, whose value is the kind; plain objects that
 * have a key `$` themselves are written as pairs. Objects are numbered in the order in which they are met, and met
 * again they are `{ $: 'ref', id }`: so cycles and shared objects survive.
 */
export function createCodec(): Codec {
  type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }

  const errorTypes = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
  const arrayTypes = {
    Int8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  }
  const has = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

  function toBase64(bytes: Uint8Array): string {
    if (typeof Buffer === 'function') {
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    }
    const native: unknown = Reflect.get(bytes, 'toBase64')
    if (typeof native === 'function') return String(Reflect.apply(native, bytes, []))
    let binary = ''
    for (let start = 0; start < bytes.length; start += 0x8000) {
      binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
    }
    return btoa(binary)
  }

  function fromBase64(text: string): Uint8Array<ArrayBuffer> {
    // Copied, because small Buffers share one pool and the receiver may look at .buffer.
    if (typeof Buffer === 'function') return Uint8Array.from(Buffer.from(text, 'base64'))
    const native: unknown = Reflect.get(Uint8Array, 'fromBase64')
    if (typeof native === 'function') {
      const decoded: unknown = Reflect.apply(native, Uint8Array, [text])
      if (decoded instanceof Uint8Array) return new Uint8Array(decoded)
    }
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  }

  function encodeNumber(value: number): Json {
    if (Object.is(value, -0)) return { $: 'number', text: '-0' }
    return Number.isFinite(value) ? value : { $: 'number', text: String(value) }
  }

  function encodeObject(value: object, ids: Map<object, number>): Json {
    const known = ids.get(value)
    if (known !== undefined) return { $: 'ref', id: known }
    ids.set(value, ids.size)
    const walk = (item: unknown): Json => encodeAny(item, ids)
    if (Array.isArray(value)) return Array.from(value, walk)
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    if (value instanceof Error || tag === 'Error') {
      const { name, message, stack } = value as Error
      return { $: 'error', name, message, stack: stack ?? '' }
    }
    if (value instanceof Date) return { $: 'date', ms: walk(value.getTime()) }
    if (value instanceof RegExp) return { $: 'regexp', source: value.source, flags: value.flags }
    if (value instanceof Map)
      return { $: 'map', entries: [...value].map(([key, item]) => [walk(key), walk(item)]) }
    if (value instanceof Set) return { $: 'set', items: [...value].map(walk) }
    if (tag === 'ArrayBuffer') {
      return { $: 'bytes', type: 'ArrayBuffer', base64: toBase64(new Uint8Array(value as ArrayBuffer)) }
    }
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      return { $: 'bytes', type: tag, base64: toBase64(bytes) }
    }
    // Anything with a tag of its own (promises, weak maps, nodes of the document) is for structured clone to judge.
    if (tag !== 'Object') {
      try {
        structuredClone(value)
      } catch {
        refuse()
      }
    }
    const pairs = Object.keys(value).map((key): [string, Json] => [key, walk(Reflect.get(value, key))])
    return Object.hasOwn(value, '$') || Object.hasOwn(value, '__proto__')
      ? { $: 'pairs', pairs }
      : Object.fromEntries(pairs)
  }

  function encodeAny(value: unknown, ids: Map<object, number>): Json {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return encodeNumber(value)
      case 'undefined':
        return { $: 'undefined' }
      case 'bigint':
        return { $: 'bigint', text: String(value) }
      case 'function':
      case 'symbol':
        return refuse()
      case 'object':
        return value === null ? null : encodeObject(value, ids)
    }
  }

  const textOf = (json: Json | undefined): string => (typeof json === 'string' ? json : '')

  function decodeError(name: Json | undefined, message: string): Error {
    const type = typeof name === 'string' && has(errorTypes, name) ? errorTypes[name] : Error
    return new type(message)
  }

  function decodeBytes(type: Json | undefined, base64: string): object {
    const bytes = fromBase64(base64)
    if (type === 'ArrayBuffer') return bytes.buffer
    if (typeof type !== 'string' || !has(arrayTypes, type)) return bytes
    const make: new (buffer: ArrayBuffer) => object = arrayTypes[type]
    return new make(bytes.buffer)
  }

  function decodeAny(json: Json | undefined, seen: object[]): unknown {
    if (json === undefined || json === null || typeof json !== 'object') return json
    const keep = <T extends object>(object: T): T => {
      seen.push(object)
      return object
    }
    const list = (items: Json | undefined): Json[] => (Array.isArray(items) ? items : [])
    if (Array.isArray(json)) {
      const array = keep<unknown[]>([])
      for (const item of json) array.push(decodeAny(item, seen))
      return array
    }
    switch (json['$']) {
      case undefined: {
        const object = keep<Record<string, unknown>>({})
        for (const key of Object.keys(json)) object[key] = decodeAny(json[key], seen)
        return object
      }
      case 'pairs': {
        const object = keep({})
        for (const pair of list(json['pairs'])) {
          const [key, item] = list(pair)
          const value = decodeAny(item, seen)
          Object.defineProperty(object, textOf(key), {
            value,
            writable: true,
            enumerable: true,
            configurable: true,
          })
        }
        return object
      }
      case 'undefined':
        return undefined
      case 'number':
        return Number(json['text'])
      case 'bigint':
        return BigInt(textOf(json['text']))
      case 'ref':
        return seen[Number(json['id'])]
      case 'error': {
        const error = keep(decodeError(json['name'], textOf(json['message'])))
        error.stack = textOf(json['stack'])
        return error
      }
      case 'date':
        return keep(new Date(Number(decodeAny(json['ms'], seen))))
      case 'regexp':
        return keep(new RegExp(textOf(json['source']), textOf(json['flags'])))
      case 'map': {
        const map = keep(new Map<unknown, unknown>())
        for (const entry of list(json['entries'])) {
          const [key, item] = list(entry)
          map.set(decodeAny(key, seen), decodeAny(item, seen))
        }
        return map
      }
      case 'set': {
        const set = keep(new Set<unknown>())
        for (const item of list(json['items'])) set.add(decodeAny(item, seen))
        return set
      }
      case 'bytes':
        return keep(decodeBytes(json['type'], textOf(json['base64'])))
      default:
        throw new Error(`IPC text holds a kind that is not known: ${textOf(json['$'])}`)
    }
  }

  return {
    encode: (value) => JSON.stringify(encodeAny(value, new Map())),
    decode: (text) => decodeAny(JSON.parse(text) as Json, []),
  }
}
