import { describe, expect, it } from 'vitest'
import { describeQuit, type QuitBusiness } from '../../../src-main/desktop/quitting/quit-question.ts'
import { noOrderBusiness } from '../../fixtures/no-order-business.ts'

const nothing: QuitBusiness = { ...noOrderBusiness, isCancelingAll: false, isPlacing: false, isHidden: false }
const detailOf = (business: Partial<QuitBusiness>): string[] | undefined =>
  describeQuit('app', { ...nothing, ...business })?.detail.split('\n')

describe('quitting', () => {
  it('asks nothing where it cuts nothing off, open orders or not', () => {
    expect(describeQuit('app', nothing)).toBeNull()
    expect(describeQuit('app', { ...nothing, openOrders: 12 })).toBeNull()
  })

  it('names a session, an order without an answer and a kill switch at work, and open orders beside them', () => {
    expect(detailOf({ isSessionRunning: true, openOrders: 1 })).toEqual([
      'A trading session is running and will end.',
      '1 order is open at the exchange and stays open.',
    ])
    expect(detailOf({ undecidedOrders: 2, openOrders: 3 })).toEqual([
      '2 orders were sent without an answer. Starkdesk looks for them at the next start.',
      '3 orders are open at the exchange and stay open.',
    ])
    expect(detailOf({ isPlacing: true })).toEqual([
      'An order is being placed or moved. It may end without being placed.',
    ])
    expect(detailOf({ isCancelingAll: true })).toEqual([
      'Starkdesk is still canceling all orders. It goes on at the next start. Until then open ones can be filled.',
    ])
  })

  it('names neither counts nor kinds that the lock hides', () => {
    const hidden = { isHidden: true, openOrders: 3 }
    const underWay = 'Quitting may interrupt something. Unlock Starkdesk to see what.'
    expect(detailOf(hidden)).toBeUndefined()
    expect(detailOf({ ...hidden, undecidedOrders: 2 })).toEqual([underWay])
    expect(detailOf({ ...hidden, isPlacing: true })).toEqual([underWay])
    expect(detailOf({ ...hidden, isCancelingAll: true, undecidedOrders: 1 })).toEqual([
      'Starkdesk is still canceling all orders. It goes on at the next start. Until then open ones can be filled.',
      underWay,
    ])
  })

  it('keeps running unless the second button is pressed', () => {
    expect(describeQuit('app', { ...nothing, isSessionRunning: true })).toMatchObject({
      message: 'Quit Starkdesk?',
      buttons: ['Keep running', 'Quit'],
    })
  })
})

describe('closing the window of an app that goes on', () => {
  it('asks about a session alone', () => {
    expect(describeQuit('window', { ...nothing, undecidedOrders: 1, isCancelingAll: true })).toBeNull()
    expect(describeQuit('window', { ...nothing, isSessionRunning: true, openOrders: 1 })).toEqual({
      message: 'Close the window?',
      detail: 'A trading session is running and will end.',
      buttons: ['Keep it open', 'Close'],
    })
  })
})
