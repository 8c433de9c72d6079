import { describe, expect, it } from 'vitest'
import type { Destination } from '../../../src-preload/contract/app/places.ts'
import { createPendingNavigation, type ViewAccess } from '../../../src-main/desktop/pending-navigation.ts'

const orders: Destination = { kind: 'view', view: 'orders' }
const markets: Destination = { kind: 'view', view: 'markets' }

function makeDesk() {
  const sent: Destination[] = []
  const now = { sight: 'open' as ViewAccess, ms: 0 }
  const desk = createPendingNavigation({
    send: (destination) => sent.push(destination),
    getViewAccess: () => now.sight,
    monotonicMs: () => now.ms,
  })
  return { desk, sent, now }
}

describe('a destination', () => {
  it('is told at once to a page that listens, and never twice', () => {
    const { desk, sent } = makeDesk()
    expect(desk.take()).toBeNull()
    desk.go(orders, 'outside')
    expect(sent).toEqual([orders])
    expect(desk.take()).toBeNull()
  })

  it('waits for a page that does not listen yet, or not any more; the newest counts', () => {
    const { desk, sent } = makeDesk()
    desk.go(orders, 'inside')
    desk.go(markets, 'inside')
    expect(desk.take()).toEqual(markets)
    expect(desk.take()).toBeNull()
    desk.noteDeaf()
    desk.go(orders, 'inside')
    expect(sent).toEqual([])
    expect(desk.take()).toEqual(orders)
  })

  it('waits while nothing may be seen, whoever asks', () => {
    const { desk, sent, now } = makeDesk()
    desk.take()
    now.sight = 'hidden'
    desk.go(orders, 'inside')
    expect(sent).toEqual([])
    expect(desk.take()).toBeNull()
    now.sight = 'open'
    expect(desk.take()).toEqual(orders)
  })

  it('from outside waits for the password where figures stay readable; from a menu it does not', () => {
    const { desk, sent, now } = makeDesk()
    desk.take()
    now.sight = 'locked'
    desk.go(orders, 'outside')
    expect(sent).toEqual([])
    expect(desk.take()).toBeNull()
    desk.go(markets, 'inside')
    expect(sent).toEqual([markets])
    // What the person chose since takes the place of what waited.
    now.sight = 'open'
    expect(desk.take()).toBeNull()
  })

  it('is forgotten after five minutes', () => {
    const { desk, now } = makeDesk()
    now.sight = 'hidden'
    desk.go(orders, 'outside')
    now.ms = 300_000
    now.sight = 'open'
    expect(desk.take()).toEqual(orders)
    desk.noteDeaf()
    desk.go(orders, 'outside')
    now.ms = 600_001
    expect(desk.take()).toBeNull()
  })

  it('that would lie over a view does not wait', () => {
    const { desk, sent, now } = makeDesk()
    desk.take()
    now.sight = 'hidden'
    desk.go({ kind: 'palette' }, 'inside')
    now.sight = 'open'
    expect(desk.take()).toBeNull()
    desk.go({ kind: 'keys' }, 'inside')
    expect(sent).toEqual([{ kind: 'keys' }])
  })
})
