// A receipt says what is known of a transfer and no more, and that nothing in it is read as markup.
import { describe, expect, it, test } from 'vitest'
import { renderReceipt } from '../../../src-main/transfers/receipt/receipt-page.ts'
import { describeReceipt, type Receipt } from '../../../src-main/transfers/receipt/receipt.ts'
import { type SentTransfer, transferStates } from '../../../src-preload/contract/transfers.ts'
import type { ErrorCode, ErrorData } from '../../../src-preload/domain/errors.ts'
import { startMs } from '../../fixtures/test-client.ts'
import { afterWrites, recipientAddress, sampleTold, sender } from '../../unit/store/sample-transfers.ts'
import { sentSample } from './files-world.ts'

function receiptOf(transfer: SentTransfer, senderLabel = 'Main'): Receipt {
  return describeReceipt({ transfer, steps: afterWrites(3, 9).steps, senderLabel, asOfMs: startMs })
}

/** All of its words. */
function wordsOf({ title, meaning, amount, sections, closing }: Receipt): string {
  const rows = sections.flatMap(({ heading, rows }) => [
    heading,
    ...rows.flatMap(({ name, value }) =>
      value.kind === 'address' ? [name, value.label ?? '', value.address] : [name, value.text],
    ),
  ])
  return [title, meaning, amount, ...rows, closing].join('\n')
}

const rowsOf = ({ sections }: Receipt, at: number): string[] =>
  (sections[at]?.rows ?? []).map(
    ({ name, value }) => `${name}: ${value.kind === 'address' ? value.address : value.text}`,
  )

describe('the words of a receipt', () => {
  it.each(transferStates)(
    'never say that a transfer in state %s is paid, sent or received for sure',
    (state) => {
      const words = wordsOf(receiptOf(sentSample(7, { state, told: null, failure: null })))
      expect(words).not.toMatch(/\b(paid|payment|received|arrived|transferred|settled|guarantee)/i)
      if (state !== 'succeeded') expect(words.split('Steps on this computer')[0]).not.toMatch(/\bdone\b/i)
    },
  )

  it('say of one without an answer that nobody knows', () => {
    const { title, meaning } = receiptOf(sentSample(1, { state: 'processing', told: null }))
    expect(title).toBe('Unknown')
    expect(meaning).toContain('not known')
  })

  it('give the whole record, exactly', () => {
    const receipt = receiptOf(sentSample(0, { amount: '1234567.000000000000000001' }))
    expect(receipt.amount).toBe('1234567.000000000000000001 USDC')
    expect(rowsOf(receipt, 0)).toEqual([
      `From: ${sender}`,
      `To: ${recipientAddress}`,
      'Reference: ref-0',
      'Network: Practice (no real money), at localhost:8080',
      'Note: note 0',
      'Nonce: 797982000',
      'Message hash: 0x01aB',
    ])
  })

  it('give the steps with their times in UTC, and whose word it is', () => {
    const receipt = receiptOf(sentSample(3))
    expect(rowsOf(receipt, 2)[0]).toBe('Saved: 1970-01-01 00:00:03 UTC')
    expect(rowsOf(receipt, 2)).toHaveLength(afterWrites(3, 9).steps.length)
    expect(receipt.closing).toContain('as of 2026-11-20 12:00:00 UTC')
    expect(receipt.closing).toContain('record on this computer')
  })

  it('give the status and the times of the service in its own words', () => {
    const told = sampleTold(1, 'half done?')
    expect(rowsOf(receiptOf(sentSample(1, { state: 'processing', told, failure: null })), 1)).toEqual([
      'Status: half done?',
      'Created: 1970-01-01 00:00:01 UTC',
      'Updated: 1970-01-01 00:00:01 UTC',
      'Reported at: 1970-01-01 00:00:01 UTC',
      'Last checked: 1970-01-01 00:00:00 UTC; the exchange did not know the reference',
    ])
  })

  it('show another transfer than was meant beside the one that was', () => {
    const rows = rowsOf(receiptOf(sentSample(3)), 1)
    expect(rows).toContain('Differs in: amount, currency')
    expect(rows).toContain('Amount: 13 ETH')
    expect(receiptOf(sentSample(3)).amount).toBe('12.000001 USDC')
  })

  it('tell why the service said no', () => {
    const rows = rowsOf(receiptOf(sentSample(4)), 1)
    expect(rows[0]).toBe('Status: Not reported yet')
    expect(rows).toContain('Last error: Requesting the transfer: rejected by the exchange: no ‘é’ "x"')
  })
})

describe('the words of a receipt for one that was not carried out', () => {
  const refused = (step: 'initiate' | 'process', code: ErrorCode, data: ErrorData = {}): string => {
    const failure = { step, error: { code, data, ref: null }, isRefusal: true, atMs: 77 } as const
    return wordsOf(receiptOf(sentSample(4, { state: 'refused', failure })))
  }

  it('do not say that the service said no where nothing reached it', () => {
    for (const code of ['network', 'cancelled', 'timeout', 'offline', 'unauthenticated'] as const) {
      const words = refused('initiate', code)
      expect(words).toContain('The transfer probably didn’t reach the exchange')
      expect(words).not.toMatch(/rejected/i)
    }
  })

  it('name Starkdesk where it refused a hash or a nonce that another transfer has had', () => {
    for (const field of ['msgHash', 'nonce']) {
      const words = refused('initiate', 'validation', { field, reason: 'usedBefore' })
      expect(words).toContain('the exchange’s message had been used by another transfer')
      expect(words).not.toMatch(/rejected by the exchange/i)
    }
  })

  it('give what the service said no to as its word, also for a signature', () => {
    const data = { endpoint: 'transfers.process', status: 400, message: 'Insufficient balance' }
    expect(refused('initiate', 'rejectedByExchange', data)).toContain('The exchange rejected this transfer.')
    const words = refused('process', 'rejectedByExchange', data)
    expect(words).toContain('The exchange rejected the signature. The exchange reports that no funds moved.')
    expect(words).not.toContain('Nothing was signed')
    expect(refused('process', 'network')).not.toMatch(/rejected/i)
  })
})

test('a receipt of what was told as done and is told otherwise now says both', () => {
  const { meaning } = receiptOf(sentSample(0, { told: sampleTold(0, 'pending') }))
  expect(meaning).toMatch(/reported.*as completed.*last check it was “pending”/)
})

test('a receipt of another transfer than was meant says whether a signature was sent', () => {
  const meaningOf = (number: number): string => {
    const { steps } = afterWrites(number, 9)
    return describeReceipt({ transfer: sentSample(number), steps, senderLabel: 'Main', asOfMs: startMs })
      .meaning
  }
  expect(meaningOf(3)).toContain('A signature was sent from this computer once, or may have been sent.')
  expect(meaningOf(6)).toContain('No signature was sent from this computer.')
})

describe('the page of a receipt', () => {
  const planted = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'&<!--", '</bdi></style>']

  it.each(planted)('has %j as text, wherever somebody put it', (text) => {
    const told = { ...sampleTold(3, text), fromAddress: text, destinationAddress: text, currency: text }
    const transfer: SentTransfer = {
      ...sentSample(3, { told, note: text, host: text, reference: text, msgHash: text }),
      recipientLabel: text,
    }
    const page = renderReceipt(receiptOf(transfer, text))
    const own = renderReceipt(receiptOf(sentSample(3)))
    const tags = (html: string): string[] => [...new Set(html.match(/<[^>]*>/g))].sort()
    // No tag but those of a page in which nothing is planted, the one around a label aside.
    expect(tags(page)).toEqual(tags(own))
    expect(page).not.toContain(text)
  })

  it('has no script, link or address in it, and a policy that allows none', () => {
    const page = renderReceipt(receiptOf(sentSample(3)))
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`)
    expect(page).not.toMatch(/<(script|a|img|link|iframe|object|form)\b|url\(|https?:|@import/i)
  })

  it('shows addresses whole, in groups of four', () => {
    const page = renderReceipt(receiptOf(sentSample(3)))
    const groups = recipientAddress.slice(2).match(/.{4}/g) ?? []
    expect(page).toContain(['0x', ...groups].map((group) => `<span>${group}</span>`).join(''))
  })
})

test('a direction mark in a label turns nothing beside it', () => {
  const page = renderReceipt(receiptOf({ ...sentSample(0), recipientLabel: '\u202Eevil' }))
  expect(page).toContain('<bdi>\u202Eevil</bdi>')
})
