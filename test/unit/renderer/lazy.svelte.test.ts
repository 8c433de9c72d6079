// @vitest-environment page
// What is known of a part of the page that is read when it is needed, and reading all of them when there is time.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Lazy, loadWhenIdle } from '../../../src-renderer/shell/page/lazy.svelte.ts'

/** A file that is read when the test says so. */
function makeFile() {
  const asked: { give: (value: string) => void; fail: (error: Error) => void }[] = []
  const lazy = new Lazy<string>(
    () =>
      new Promise((resolve, reject) => {
        asked.push({ give: (value) => resolve({ default: value }), fail: reject })
      }),
  )
  return { asked, lazy }
}

describe('a part', () => {
  it('is read once, whoever asks for it meanwhile and later', async () => {
    const { asked, lazy } = makeFile()
    expect(lazy.value).toBeNull()
    const loads = [lazy.load(), lazy.load()]
    expect(asked).toHaveLength(1)
    asked[0]?.give('here')
    await Promise.all(loads)
    expect(lazy.value).toBe('here')
    await lazy.load()
    expect(asked).toHaveLength(1)
  })

  it('says why it could not be read, and is asked for anew the next time', async () => {
    const { asked, lazy } = makeFile()
    const first = lazy.load()
    asked[0]?.fail(new TypeError('no such file'))
    await first
    expect(lazy.value).toBeNull()
    expect(lazy.error).toEqual({ code: 'internal', data: { what: 'TypeError: no such file' }, ref: null })
    const second = lazy.load()
    expect(lazy.error).toBeNull()
    asked[1]?.give('here')
    await second
    expect(lazy.value).toBe('here')
  })
})

describe('when the page has nothing else to do', () => {
  const idle: (() => void)[] = []
  const before = globalThis.requestIdleCallback
  globalThis.requestIdleCallback = (run) =>
    idle.push(() => run({ didTimeout: false, timeRemaining: () => 1 }))
  afterEach(() => {
    idle.length = 0
    globalThis.requestIdleCallback = before
  })

  it('the parts are read one after another, past one that fails, until it is stopped', async () => {
    const read: string[] = []
    const makePart = (name: string) => ({
      load: () => {
        read.push(name)
        return Promise.resolve()
      },
    })
    const failing = new Lazy<string>(() => Promise.reject(new Error('gone')))
    const stop = loadWhenIdle([makePart('one'), failing, makePart('two'), makePart('three')], 0)
    await vi.waitUntil(() => idle.length > 0)
    const runNext = async () => {
      idle.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(read).toEqual([])
    await runNext()
    expect(read).toEqual(['one'])
    await runNext()
    expect(failing.error).not.toBeNull()
    await runNext()
    expect(read).toEqual(['one', 'two'])
    stop()
    await runNext()
    expect(read).toEqual(['one', 'two'])
  })
})
