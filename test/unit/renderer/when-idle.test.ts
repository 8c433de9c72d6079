// When work begins that nobody asked for: after the page's rest, or after a press.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../../src-renderer/shell/page/api.ts'
import { idleOnly, whenIdle } from '../../../src-renderer/shell/page/when-idle.ts'
import { installFakeMain } from './features/fake-main.ts'

let begun = 0
let ended = 0
const begin = (): (() => void) => {
  begun += 1
  return () => (ended += 1)
}
const press = (): boolean => window.dispatchEvent(new Event('keydown'))

let answer = (): void => undefined

/** Main owes the page an answer until the returned function is called. */
async function waitForMain(): Promise<() => Promise<void>> {
  const asked = call('app:openLog', {})
  await vi.advanceTimersByTimeAsync(0)
  return async () => {
    answer()
    await asked
  }
}

describe('work that nobody asked for', () => {
  beforeEach(() => {
    begun = 0
    ended = 0
    vi.useFakeTimers()
    // The page is idle in the next millisecond, always.
    vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 1))
    vi.stubGlobal('cancelIdleCallback', clearTimeout)
    installFakeMain({ 'app:openLog': () => new Promise((resolve) => (answer = () => resolve({}))) })
    const starkdesk: unknown = Reflect.get(window, 'starkdesk')
    vi.stubGlobal('window', Object.assign(new EventTarget(), { starkdesk }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('begins once, a moment after the page has nothing to do, and ends when it is told to', async () => {
    const stop = whenIdle(begin)
    await vi.advanceTimersByTimeAsync(250)
    expect(begun).toBe(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(begun).toBe(1)
    press()
    await vi.advanceTimersByTimeAsync(10_000)
    expect({ begun, ended }).toEqual({ begun: 1, ended: 0 })
    stop()
    expect(ended).toBe(1)
  })

  it('begins after a press, and not in it', async () => {
    whenIdle(begin)
    press()
    expect(begun).toBe(0)
    await vi.advanceTimersByTimeAsync(10)
    expect(begun).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begun).toBe(1)
  })

  it('lets main answer the press first, but not for long', async () => {
    whenIdle(begin)
    const answered = await waitForMain()
    press()
    await vi.advanceTimersByTimeAsync(90)
    expect(begun).toBe(0)
    await vi.advanceTimersByTimeAsync(20)
    expect(begun).toBe(1)
    await answered()
  })

  it('waits for an answer of main, but not for ever', async () => {
    whenIdle(begin)
    const answered = await waitForMain()
    await vi.advanceTimersByTimeAsync(3_900)
    expect(begun).toBe(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(begun).toBe(1)
    await answered()
  })

  it('does not begin at a press where no press can be of it', async () => {
    whenIdle(begin, idleOnly)
    press()
    await vi.advanceTimersByTimeAsync(250)
    expect(begun).toBe(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(begun).toBe(1)
  })

  it('does not begin any more once it is told to end, before or after a press', async () => {
    whenIdle(begin)()
    const stop = whenIdle(begin)
    press()
    stop()
    press()
    await vi.advanceTimersByTimeAsync(10_000)
    expect({ begun, ended }).toEqual({ begun: 0, ended: 0 })
  })
})
