// Owns contextBridge: one half runs in the page's main world, the other in the preload's isolated world.
// createBridge must not refer to anything outside itself: its source is injected.

/** The half of the bridge that the preload holds. */
export interface Bridge {
  /** `contextBridge.exposeInMainWorld`. */
  expose: (key: string, api: unknown) => void
  /** Marks an object that crosses as `{}`: ipcRenderer, since Electron 29. */
  hide: (object: object) => void
}

/**
 * Worlds share the document, so they talk by DOM events under a secret name. Dispatch is synchronous and the browser
 * clones `detail` from world to world: so sync calls, sync throws, promises and callbacks all keep their meaning.
 * @param secret part of the event names, unknown to the page
 * @param side which half this is
 * @param define in the main world: puts an exposed API on `window`, returns false if the name is taken
 */
export function createBridge(
  secret: string,
  side: 'main' | 'isolated',
  define: (key: string, api: unknown) => boolean,
): Bridge {
  type Wire =
    | { kind: 'clone'; value: unknown }
    | { kind: 'function' | 'home' | 'promise'; id: number }
    | { kind: 'array'; items: Wire[] }
    | { kind: 'object'; entries: [string, Wire][] }
    | { kind: 'error'; name: string; message: string; stack: string }
  type Packet =
    | { type: 'call'; id: number; args: Wire[] }
    | { type: 'return'; isOk: boolean; value: Wire }
    | { type: 'settle'; id: number; isOk: boolean; value: Wire }
    | { type: 'expose'; key: string; value: Wire }
  type Fn = (...args: unknown[]) => unknown

  // Taken before any script of the page can replace them.
  const target = document
  const dispatch = target.dispatchEvent.bind(target)
  const clone = structuredClone.bind(globalThis)
  const EventType = CustomEvent
  const PromiseType = Promise
  const outgoing = `${secret}:${side === 'main' ? 'isolated' : 'main'}`
  const incoming = `${secret}:${side}`

  let lastId = 0
  let answer: Extract<Packet, { type: 'return' }> | undefined
  const ownFunctions = new Map<number, Fn>()
  const ownIds = new WeakMap<Fn, number>()
  const proxies = new Map<number, WeakRef<Fn>>()
  const proxyIds = new WeakMap<Fn, number>()
  const settlers = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  const hidden = new WeakSet()

  const post = (packet: Packet): void => {
    dispatch(new EventType(outgoing, { detail: packet }))
  }

  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }

  const isFunction = (value: unknown): value is Fn => typeof value === 'function'

  function wireFunction(fn: Fn): Wire {
    const home = proxyIds.get(fn)
    if (home !== undefined) return { kind: 'home', id: home }
    let id = ownIds.get(fn)
    if (id === undefined) {
      lastId += 1
      id = lastId
      ownIds.set(fn, id)
      ownFunctions.set(id, fn)
    }
    return { kind: 'function', id }
  }

  function wirePromise(promise: Promise<unknown>): Wire {
    lastId += 1
    const id = lastId
    const settle = (isOk: boolean, value: unknown): void => {
      let packet: Packet
      try {
        packet = { type: 'settle', id, isOk, value: encode(value) }
      } catch (error) {
        packet = { type: 'settle', id, isOk: false, value: encode(error) }
      }
      post(packet)
    }
    promise.then(
      (value) => settle(true, value),
      (reason: unknown) => settle(false, reason),
    )
    return { kind: 'promise', id }
  }

  /** True if the value, or something in it, needs more than a structured clone. */
  function hasLive(value: unknown, depth: number): boolean {
    if (isFunction(value) || value instanceof PromiseType) return true
    if (depth > 1000) {
      throw new Error(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      )
    }
    if (typeof value !== 'object' || value === null) return false
    if (hidden.has(value) || value instanceof Error) return true
    const tag = Object.prototype.toString.call(value)
    if (tag !== '[object Object]' && tag !== '[object Array]') return false
    if (Array.isArray(value)) return value.some((item) => hasLive(item, depth + 1))
    return Object.keys(value).some((key) => hasLive(Reflect.get(value, key), depth + 1))
  }

  function encodeLive(value: unknown): Wire {
    if (isFunction(value)) return wireFunction(value)
    if (value instanceof PromiseType) return wirePromise(value)
    if (typeof value === 'object' && value !== null) {
      if (hidden.has(value)) return { kind: 'object', entries: [] }
      if (value instanceof Error) {
        return { kind: 'error', name: value.name, message: value.message, stack: value.stack ?? '' }
      }
      if (hasLive(value, 0)) {
        if (Array.isArray(value)) return { kind: 'array', items: value.map(encodeLive) }
        return {
          kind: 'object',
          entries: Object.keys(value).map((key) => [key, encodeLive(Reflect.get(value, key))]),
        }
      }
    }
    return encode(value)
  }

  function encode(value: unknown): Wire {
    if (typeof value === 'symbol') refuse()
    if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
      return { kind: 'clone', value }
    if (hasLive(value, 0)) return encodeLive(value)
    try {
      // Without this trial an uncloneable `detail` would silently arrive as null (a Svelte state proxy, say).
      return { kind: 'clone', value: ArrayBuffer.isView(value) ? value : clone(value) }
    } catch {
      return refuse()
    }
  }

  function decode(wire: Wire, isFrozen: boolean): unknown {
    switch (wire.kind) {
      case 'clone':
        return isFrozen &&
          typeof wire.value === 'object' &&
          wire.value !== null &&
          !ArrayBuffer.isView(wire.value)
          ? freezeDeep(wire.value)
          : wire.value
      case 'home':
        return ownFunctions.get(wire.id)
      case 'function':
        return proxyFor(wire.id)
      case 'promise':
        return new PromiseType((resolve, reject) => settlers.set(wire.id, { resolve, reject }))
      case 'array': {
        const items = wire.items.map((item) => decode(item, isFrozen))
        return isFrozen ? Object.freeze(items) : items
      }
      case 'object': {
        const object: Record<string, unknown> = {}
        for (const [key, item] of wire.entries) object[key] = decode(item, isFrozen)
        return isFrozen ? Object.freeze(object) : object
      }
      case 'error': {
        const error = new Error(wire.message)
        error.stack = wire.stack
        return error
      }
    }
  }

  function freezeDeep(value: object): object {
    const tag = Object.prototype.toString.call(value)
    if (tag !== '[object Object]' && tag !== '[object Array]') return value
    for (const item of Object.values(value))
      if (typeof item === 'object' && item !== null) freezeDeep(item as object)
    return Object.freeze(value)
  }

  function proxyFor(id: number): Fn {
    const known = proxies.get(id)?.deref()
    if (known) return known
    const proxy: Fn = (...args) => call(id, args)
    proxies.set(id, new WeakRef(proxy))
    proxyIds.set(proxy, id)
    return proxy
  }

  function call(id: number, args: unknown[]): unknown {
    post({ type: 'call', id, args: args.map(encode) })
    // Dispatch is synchronous: the other half has answered by now.
    const reply = answer
    answer = undefined
    if (!reply) throw new Error('The other world of the page did not answer.')
    const value = decode(reply.value, false)
    if (reply.isOk) return value
    // The bridge throws on what the other world threw, whatever it was, as Electron does.
    throw value
  }

  function serve(id: number, args: Wire[]): void {
    let reply: Packet
    try {
      const fn = ownFunctions.get(id)
      if (!fn) throw new Error('The function is gone.')
      reply = { type: 'return', isOk: true, value: encode(fn(...args.map((arg) => decode(arg, false)))) }
    } catch (error) {
      reply = {
        type: 'return',
        isOk: false,
        value: encode(error instanceof Error ? error : new Error(String(error))),
      }
    }
    post(reply)
  }

  function receive(packet: Packet): void {
    switch (packet.type) {
      case 'call':
        serve(packet.id, packet.args)
        return
      case 'return':
        answer = packet
        return
      case 'settle': {
        const settler = settlers.get(packet.id)
        settlers.delete(packet.id)
        const value = decode(packet.value, false)
        if (packet.isOk) settler?.resolve(value)
        else settler?.reject(value)
        return
      }
      case 'expose': {
        const isOk = define(packet.key, decode(packet.value, true))
        post({ type: 'return', isOk, value: { kind: 'clone', value: undefined } })
        return
      }
    }
  }

  target.addEventListener(
    incoming,
    (event) => {
      event.stopImmediatePropagation()
      if (event instanceof EventType && event.detail !== null) receive(event.detail as Packet)
    },
    true,
  )

  return {
    hide: (object) => hidden.add(object),
    expose: (key, api) => {
      post({ type: 'expose', key, value: encode(api) })
      const isOk = answer?.isOk
      answer = undefined
      if (isOk !== true)
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`)
    },
  }
}
