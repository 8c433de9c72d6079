// The Connection view says of each stream how it does, and why it is not live.
import { expect, it } from 'vitest'
import { streamFaults } from '../../../../../src-preload/domain/stream-faults.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'
import {
  describeStreamFault,
  describeStreamState,
  describeSubscription,
  formatRate,
} from '../../../../../src-renderer/features/connection/stream-text.ts'
import { makeStream } from './make-activity.ts'

setFigureLocale('en-US')

it('has a sentence of its own for every fault', () => {
  const sentences = streamFaults.map(describeStreamFault)
  expect(new Set(sentences).size).toBe(streamFaults.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
})

it('calls a stream off where waiting will not help', () => {
  expect(describeStreamState(makeStream())).toBe('Not in use')
  expect(describeStreamState(makeStream({ status: 'open' }))).toBe('Live')
  expect(describeStreamState(makeStream({ status: 'waiting', fault: 'closed' }))).toBe('Reconnecting')
  expect(describeStreamState(makeStream({ status: 'waiting', fault: 'proxyKind' }))).toBe('Off')
  expect(describeStreamState(makeStream({ status: 'waiting', fault: 'signedOut' }))).toBe('Off')
})

it('says of a subscription only what is special about it', () => {
  const trades = { name: 'ethusdc.trades', isConfirmed: true, book: null }
  expect(describeSubscription(trades)).toBe('ethusdc.trades')
  expect(describeSubscription({ ...trades, isConfirmed: false })).toBe('ethusdc.trades (not confirmed)')
  expect(describeSubscription({ ...trades, book: 'exact' })).toBe('ethusdc.trades')
  expect(describeSubscription({ ...trades, book: 'waiting' })).toBe('ethusdc.trades (loading)')
  expect(describeSubscription({ ...trades, book: 'approximate' })).toBe('ethusdc.trades (approximate)')
})

it('writes rates below ten with one decimal', () => {
  expect([0, 0.2, 9.96, 10.4, 12_345.6].map(formatRate)).toEqual(['0', '0.2', '10.0', '10', '12,346'])
})
