// Owns the types of what the fixture app puts on its globals, for code that tests evaluate inside it.

interface FixtureSeen {
  navigations: string[]
  redirects: string[]
  opened: string[]
  sent: unknown[]
  permissions: string[]
  blocked: string[]
}

// oxlint-disable-next-line no-var -- only var declares a property of globalThis
declare var seen: FixtureSeen
declare function openWindow(options: object): { id: number }
declare function askWorker(): Promise<string>

interface Window {
  api: {
    version: number
    nested: { add: (a: number, b: number) => number; list: [number, { two: number }] }
    invoke: (channel: string, ...args: unknown[]) => Promise<unknown>
    send: (channel: string, ...args: unknown[]) => void
    on: (channel: string, callback: (...args: unknown[]) => void) => () => void
    fail: () => void
    same: (callback: () => void) => boolean
    missing: () => void
    twice: () => void
    leaked: () => object
  }
}
