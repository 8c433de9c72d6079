import { describe, expect, it } from 'vitest'
import { createCloseGate } from '../../../src-main/desktop/windows/close-gate.ts'

function makeEnding(limitMs?: number) {
  let told = 0
  const ending = createCloseGate(() => {
    told += 1
  }, limitMs)
  return { ending, told: () => told }
}

describe('before a window closes', () => {
  it('the page is told once, and waited for', async () => {
    const { ending, told } = makeEnding()
    ending.noteAlive()
    let isOver = false
    const both = Promise.all([ending.ask(), ending.ask()]).then(() => {
      isOver = true
    })
    await Promise.resolve()
    expect(told()).toBe(1)
    expect(isOver).toBe(false)
    ending.confirm()
    await both
    // The next window is asked anew.
    const again = ending.ask()
    expect(told()).toBe(2)
    ending.confirm()
    await again
  })

  it('nobody waits for a page that is not there', async () => {
    const { ending, told } = makeEnding()
    await ending.ask()
    ending.noteAlive()
    ending.noteDead()
    await ending.ask()
    expect(told()).toBe(0)
  })

  it('nobody waits for one that dies meanwhile, or does not answer', async () => {
    const { ending } = makeEnding(30)
    ending.noteAlive()
    const first = ending.ask()
    ending.noteDead()
    await first
    ending.noteAlive()
    const startMs = performance.now()
    await ending.ask()
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })
})
