// Owns the world that the preload lives in: ipcRenderer, contextBridge, and news of the window for the main process.
// startIsolatedWorld must not refer to anything outside itself but types: its source is injected.
import type { Bridge } from './bridge.ts'
import type { Codec } from './codec.ts'
import type { FromPage, Surroundings, ToPage } from './messages.ts'

/** Facts that the main process gives to the preload. */
export interface PreloadSetting {
  secret: string
  bindingName: string
  receiverName: string
  process: { platform: string; arch: string; versions: Record<string, string>; argv: string[] }
}

/** The preload's text as a function, with CommonJS's own names as parameters. */
export type Preload = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
  process: object,
  global: object,
) => void

export function startIsolatedWorld(
  codec: Codec,
  bridge: Bridge,
  setting: PreloadSetting,
  preload: Preload,
): void {
  type Listener = (...args: unknown[]) => void

  const binding: unknown = Reflect.get(globalThis, setting.bindingName)
  Reflect.deleteProperty(globalThis, setting.bindingName)
  const post = (message: FromPage): void => {
    if (typeof binding === 'function') Reflect.apply(binding, undefined, [JSON.stringify(message)])
  }

  const failByName = <T extends object>(name: string, object: T): T => {
    const ignored = new Set(['then', 'toJSON', 'default', '__esModule'])
    const last = new Proxy(Object.prototype, {
      get(target, key, receiver): unknown {
        if (typeof key === 'symbol' || key in target || ignored.has(key))
          return Reflect.get(target, key, receiver)
        throw new Error(`the Electron stand-in does not have ${name}.${key}`)
      },
    })
    Object.setPrototypeOf(object, last)
    return object
  }

  const listeners = new Map<string, { listener: Listener; once: boolean }[]>()
  const add = (channel: string, listener: Listener, once: boolean): object => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }])
    return ipcRenderer
  }
  const remove = (channel: string, listener: Listener): object => {
    const left = (listeners.get(channel) ?? []).filter((entry) => entry.listener !== listener)
    listeners.set(channel, left)
    return ipcRenderer
  }
  const emit = (channel: string, ...args: unknown[]): boolean => {
    const called = listeners.get(channel) ?? []
    for (const { listener, once } of called) {
      if (once) remove(channel, listener)
      try {
        listener(...args)
      } catch (error) {
        reportError(error)
      }
    }
    return called.length > 0
  }

  let lastId = 0
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const ipcRenderer = {
    send: (channel: string, ...args: unknown[]) => post({ type: 'send', channel, args: codec.encode(args) }),
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const encoded = codec.encode(args)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        post({ type: 'invoke', id: lastId, channel, args: encoded })
      }),
    on: (channel: string, listener: Listener) => add(channel, listener, false),
    addListener: (channel: string, listener: Listener) => add(channel, listener, false),
    once: (channel: string, listener: Listener) => add(channel, listener, true),
    off: remove,
    removeListener: remove,
    removeAllListeners: (channel?: string): object => {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    emit,
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
    listeners: (channel: string) => (listeners.get(channel) ?? []).map((entry) => entry.listener),
    eventNames: () => [...listeners.keys()],
    setMaxListeners: (): object => ipcRenderer,
  }
  bridge.hide(ipcRenderer)

  let areKeysHeardFirst = false
  const hearFirst = (event: KeyboardEvent): void => {
    if (!areKeysHeardFirst) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'keypress') return
    const { key, code, repeat: isAutoRepeat, isComposing } = event
    const { ctrlKey: control, shiftKey: shift, altKey: alt, metaKey: meta } = event
    const type = event.type === 'keydown' ? 'keyDown' : 'keyUp'
    post({
      type: 'early-key',
      input: { type, key, code, isAutoRepeat, isComposing, control, shift, alt, meta },
    })
  }
  // Here before any script of the page, so that none of its own listeners on the window comes first.
  for (const type of ['keydown', 'keypress', 'keyup'] as const) window.addEventListener(type, hearFirst, true)

  const receive = (message: ToPage): void => {
    switch (message.type) {
      case 'message': {
        const args = codec.decode(message.args)
        const event = { sender: ipcRenderer, ports: [], senderId: 0 }
        emit(message.channel, event, ...(Array.isArray(args) ? (args as unknown[]) : []))
        return
      }
      case 'resolve':
        waiting.get(message.id)?.resolve(codec.decode(message.value))
        waiting.delete(message.id)
        return
      case 'reject':
        waiting.get(message.id)?.reject(new Error(message.message))
        waiting.delete(message.id)
        return
      case 'keys-first':
        areKeysHeardFirst = message.isHeard
        return
    }
  }
  Object.defineProperty(globalThis, setting.receiverName, { value: receive })

  const dark = matchMedia('(prefers-color-scheme: dark)')
  const look = (): Surroundings => ({
    prefersDark: dark.matches,
    screenWidth: screen.width,
    screenHeight: screen.height,
    availableWidth: screen.availWidth,
    availableHeight: screen.availHeight,
    scaleFactor: devicePixelRatio,
  })
  post({ type: 'hello', url: location.href, surroundings: look() })
  dark.addEventListener('change', () => post({ type: 'surroundings', surroundings: look() }))
  document.addEventListener(`${setting.secret}:close`, () => post({ type: 'close' }))
  window.addEventListener('focus', () => post({ type: 'focus' }))
  window.addEventListener('blur', () => post({ type: 'blur' }))
  window.addEventListener('resize', () => {
    const geometry = { x: screenX, y: screenY, width: innerWidth, height: innerHeight }
    post({ type: 'resize', geometry })
  })
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, code, ctrlKey: control, shiftKey: shift, altKey: alt, metaKey: meta } = event
      const isMenuKey = control || alt || meta || /^F\d+$/.test(key)
      if (!isMenuKey) return
      // As in Electron the page comes first: a menu gets what the page has not taken.
      setTimeout(() => {
        if (!event.defaultPrevented) post({ type: 'key', stroke: { key, code, control, shift, alt, meta } })
      })
    },
    true,
  )

  let lastTitle = ''
  const tellTitle = (): void => {
    if (document.title !== '' && document.title !== lastTitle) {
      lastTitle = document.title
      post({ type: 'title', title: lastTitle })
    }
  }
  document.addEventListener('DOMContentLoaded', () => {
    tellTitle()
    // Only the head: a busy page changes its body a thousand times a second.
    new MutationObserver(tellTitle).observe(document.head, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })

  const contextBridge = failByName('contextBridge', {
    exposeInMainWorld: bridge.expose,
    // Done in the main world itself: see executePreloadInMainWorld.
    executeInMainWorld: () => undefined,
  })
  const electron = failByName('electron (in the preload)', {
    contextBridge,
    ipcRenderer: failByName('ipcRenderer', ipcRenderer),
  })
  const fakeProcess = failByName('process (in the preload)', {
    ...setting.process,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
    nextTick: (callback: () => void) => queueMicrotask(callback),
    on: (): object => fakeProcess,
    once: (): object => fakeProcess,
  })
  const require = (name: string): unknown => {
    if (['electron', 'electron/renderer', 'electron/common'].includes(name)) return electron
    throw new Error(`module not found: ${name}`)
  }
  try {
    const module = { exports: {} }
    preload.call(globalThis, module.exports, require, module, fakeProcess, globalThis)
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    post({ type: 'preload-error', message, stack: stack ?? message })
    console.error('Unable to load preload script', error)
  }
}
