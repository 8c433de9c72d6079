import { describe, expect, it } from 'vitest'
import type { NoticeFacts } from '../../../src-preload/contract/app/alerts.ts'
import { sessionEndReasons } from '../../../src-preload/domain/accounts/session-limits.ts'
import { cancelReasons } from '../../../src-preload/domain/markets/markets.ts'
import { notificationText, summaryText, withoutMarkup } from '../../../src-main/alerts/notification-text.ts'

const open = { isPrivate: false, isLocked: false }

const crossed: NoticeFacts = {
  kind: 'priceCrossed',
  alertId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  market: 'ethusdc',
  price: '2450',
  direction: 'up',
  note: '',
}
const facts = {
  accountId: 'a',
  orderId: 7,
  market: 'ethusdc',
  side: 'buy',
  type: 'limit',
  price: '2431.1000',
  averagePrice: '2431.1',
  originVolume: '1200.50',
  executedVolume: '1.20',
} as const
const filled: NoticeFacts = { kind: 'orderFilled', ...facts }
const cancelled: NoticeFacts = {
  kind: 'orderCancelled',
  ...facts,
  cancelReason: 'Order cancelled by user',
}

describe('a notification', () => {
  it('says what happened in a line', () => {
    expect(notificationText({ what: crossed }, open, 'en')).toEqual({
      title: 'ETH/USDC reached 2,450.00',
      body: 'Rising.',
    })
    expect(notificationText({ what: { ...crossed, note: 'Sell half' } }, open, 'en').body).toBe('Sell half')
    expect(notificationText({ what: filled }, open, 'en')).toEqual({
      title: 'Order filled: ETH/USDC',
      body: 'Buy 1.2 ETH at 2,431.10.',
    })
    expect(notificationText({ what: cancelled }, open, 'en')).toEqual({
      title: 'Order canceled: ETH/USDC',
      body: 'Buy 1,200.5 ETH at 2,431.10, 1.2 ETH filled. Reason: by you.',
    })
  })

  it('of an order that got nothing says so, at the price it was for', () => {
    const none = { ...cancelled, averagePrice: '0.0', executedVolume: '0.0', cancelReason: null }
    expect(notificationText({ what: none }, open, 'en').body).toBe(
      'Buy 1,200.5 ETH at 2,431.10, nothing filled.',
    )
    const market = { ...none, price: null }
    expect(notificationText({ what: market }, open, 'en').body).toBe('Buy 1,200.5 ETH, nothing filled.')
  })

  it('has every digit, as the region of the reader writes it', () => {
    const long = {
      ...filled,
      executedVolume: '1234567890123456789.123456789012345678',
      averagePrice: '2431.1',
    }
    const wordsIn = (locale: string): string => notificationText({ what: long }, open, locale).body
    expect(wordsIn('de-DE')).toBe('Buy 1.234.567.890.123.456.789,123456789012345678 ETH at 2.431,10.')
    expect(wordsIn('en-IN')).toBe('Buy 12,34,56,78,90,12,34,56,789.123456789012345678 ETH at 2,431.10.')
    expect(wordsIn('ar-EG')).toMatch(/^[^٠-٩]*123456789012345678[^٠-٩]*$/)
  })

  it('keeps small prices whole', () => {
    expect(notificationText({ what: { ...crossed, price: '0.00001234' } }, open, 'en').title).toContain(
      '0.00001234',
    )
  })

  it('explains every reason of the interface, and repeats one that it does not know', () => {
    for (const cancelReason of cancelReasons) {
      const { body } = notificationText({ what: { ...cancelled, cancelReason } }, open, 'en')
      expect(body).not.toContain(cancelReason)
      expect(body).toMatch(/ Reason: .+\.$/)
    }
    expect(notificationText({ what: { ...cancelled, cancelReason: 'toString' } }, open, 'en').body).toContain(
      'toString',
    )
  })

  it('is one plain line, whatever the service or a note says', () => {
    const odd = `Buy\n\u0007now \u202etxt.exe\u202c\u2066${'x'.repeat(10_000)}`
    const { body } = notificationText({ what: { ...cancelled, cancelReason: odd } }, open, 'en')
    expect(body).toContain('Reason: Buy now txt.exe xxx')
    expect(body).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]{1,240}$/u)
    const note = notificationText({ what: { ...crossed, note: '🙈'.repeat(60) + '\r\nSell' } }, open, 'en')
    expect(note.body).toBe(`${'🙈'.repeat(60)} Sell`)
    const cut = notificationText({ what: { ...crossed, note: `a${'🙈'.repeat(200)}` } }, open, 'en')
    expect(cut.body.isWellFormed()).toBe(true)
  })

  it('has no link or picture where the system reads it as markup', () => {
    const note = '<a href="https://example.org">Sell</a> &lt;img&gt; 2 < 3'
    expect(withoutMarkup(note)).not.toMatch(/[<>&]/)
    expect(withoutMarkup('Buy 1.2 ETH at 2,431.10.')).toBe('Buy 1.2 ETH at 2,431.10.')
  })

  it('has no amount of the user while amounts are hidden', () => {
    for (const what of [filled, cancelled]) {
      const { title, body } = notificationText({ what }, { isPrivate: true, isLocked: false }, 'en')
      expect(`${title} ${body}`).not.toMatch(/\d/)
      expect(title).toContain('ETH/USDC')
    }
    const told = { ...cancelled, cancelReason: 'Only 1,234.50 of 2,000 left' }
    const { body } = notificationText({ what: told }, { isPrivate: true, isLocked: false }, 'en')
    expect(body).toBe('Buy. Reason: Only ••• of ••• left.')
  })

  it('says nothing but its kind while Starkdesk is locked', () => {
    for (const what of [{ ...crossed, note: 'secret' }, filled, cancelled]) {
      const text = Object.values(notificationText({ what }, { isPrivate: false, isLocked: true }, 'en')).join(
        ' ',
      )
      expect(text).not.toMatch(/\d|ETH|buy|secret/i)
    }
  })
})

describe('the summary of many', () => {
  it('counts them by kind', () => {
    const notices = [crossed, filled, filled, cancelled].map((what) => ({ what }))
    expect(summaryText(notices)).toEqual({
      title: '4 new notifications',
      body: '1 price alert, 2 orders filled, 1 order canceled.',
    })
  })
})

describe('alarms', () => {
  const sent = {
    accountId: 'a',
    ticketId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    market: 'ethusdc',
    side: 'sell',
    type: 'limit',
    amount: '0.5',
    price: '1200',
  } as const
  const stop = {
    type: 'stop_limit',
    market: 'ethusdc',
    side: 'sell',
    amount: '0.5',
    price: '1150',
    stopPrice: '1160',
  } as const

  it('say that a stop is gone, and what is not certain', () => {
    const gone = { kind: 'orderGone', accountId: 'a', orderId: 7, order: stop } as const
    expect(notificationText({ what: { ...gone, isUnknown: false } }, open, 'en')).toEqual({
      title: 'Order not replaced: ETH/USDC',
      body: 'Your stop was canceled. The new one was not placed.',
    })
    expect(notificationText({ what: { ...gone, isUnknown: true } }, open, 'en').body).toBe(
      'Your stop was canceled. The new one has no answer.',
    )
  })

  it('name an order without an answer, and hide its figures while amounts are hidden', () => {
    const what = { kind: 'orderUnknown', ...sent } as const
    expect(notificationText({ what }, open, 'en').body).toBe(
      'Sell 0.5 ETH at 1,200.00 was sent. It may be open.',
    )
    expect(notificationText({ what }, { ...open, isPrivate: true }, 'en').body).toBe(
      'Sell was sent. It may be open.',
    )
    expect(notificationText({ what }, { ...open, isLocked: true }, 'en')).toEqual({
      title: 'Order without an answer',
      body: 'One of your orders may have been placed.',
    })
  })

  it('say of a late order what is certain: it may have been filled before it was found', () => {
    const what = { kind: 'orderFoundLate', ...sent, orderId: 7 } as const
    expect(notificationText({ what: { ...what, isCanceled: false } }, open, 'en').body).toBe(
      'Sell 0.5 ETH at 1,200.00 was found late. It was placed.',
    )
    expect(notificationText({ what: { ...what, isCanceled: true } }, open, 'en').body).toBe(
      'Sell 0.5 ETH at 1,200.00 was found late. It was canceled.',
    )
  })

  it('say why a session ended, each reason in its own words', () => {
    const textOf = (reason: string): string =>
      notificationText({ what: { kind: 'sessionEnded', accountId: 'a', reason } }, open, 'en').body
    expect(textOf('quit')).toBe('Starkdesk was closed. Each order asks for confirmation again.')
    expect(new Set(sessionEndReasons.map(textOf)).size).toBe(sessionEndReasons.length)
    // Of a later version.
    expect(textOf('toString')).toBe('Each order asks for confirmation again.')
  })

  it('say what the main window asked to cancel', () => {
    const asked = {
      kind: 'cancelAsked',
      accountId: 'a',
      orderId: null,
      market: 'ethusdc',
      side: 'buy',
    } as const
    expect(notificationText({ what: asked }, open, 'en').body).toBe(
      'All open buy orders in ETH/USDC are being canceled.',
    )
    expect(notificationText({ what: { ...asked, orderId: 7 } }, open, 'en').body).toBe(
      'Order 7 is being canceled.',
    )
    const waits = { what: { ...asked, market: null, side: null, isWaiting: true as const } }
    for (const isLocked of [false, true]) {
      expect(notificationText(waits, { ...open, isLocked }, 'en').title).toBe('Orders may still be open')
    }
  })

  it('say what was received and from whom', () => {
    const what = {
      kind: 'transferReceived',
      accountId: 'a',
      reference: 'r',
      amount: '25.5',
      currency: 'usdc',
      fromAddress: '0xabc',
    } as const
    expect(notificationText({ what }, open, 'en')).toEqual({
      title: 'Transfer received',
      body: '25.5 USDC from 0xabc.',
    })
  })
})
