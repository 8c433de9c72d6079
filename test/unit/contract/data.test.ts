// What the channels about data let through.
import { expect, test } from 'vitest'
import { dataChannels, dataKinds } from '../../../src-preload/contract/app/data.ts'

const state = {
  file: '/data/starkdesk.sqlite',
  fileBytes: null,
  ownBytes: null,
  freeBytes: null,
  kinds: dataKinds.map((kind) => ({
    kind,
    rows: null,
    bytes: null,
    areBytesEstimated: false,
    oldestMs: null,
    newestMs: null,
    keepDays: null,
  })),
  measuredAtMs: null,
  isMeasuring: false,
  check: { status: 'notYet', atMs: null },
  backups: { folder: '/data/backups', count: 0, bytes: 0, newestMs: null, lastError: null },
  repair: null,
  dropping: null,
  dropError: null,
}

test('limits are the choices that the screen offers, or none', () => {
  const { input } = dataChannels['data:setKeepDays']
  for (const keepDays of [7, 30, 90, 365, 730, 1825, null]) {
    expect(input.safeParse({ kind: 'fills', keepDays }).success).toBe(true)
  }
  for (const keepDays of [0, 1, 8, -7, 7.5, '7', undefined, NaN]) {
    expect(input.safeParse({ kind: 'fills', keepDays }).success).toBe(false)
  }
  expect(input.safeParse({ kind: 'transfers', keepDays: 7 }).success).toBe(false)
})

test('nothing but the kinds that can be fetched again can be cleared, and not none of them', () => {
  const { input } = dataChannels['data:clear']
  expect(input.safeParse({ kinds: [...dataKinds] }).success).toBe(true)
  for (const kinds of [[], ['transfers'], ['settings'], ['orders', 'accounts'], 'orders']) {
    expect(input.safeParse({ kinds }).success).toBe(false)
  }
})

test('the state tells of every kind, measured or not', () => {
  const { output } = dataChannels['data:getState']
  expect(output.safeParse(state).success).toBe(true)
  for (const bad of [
    { kinds: state.kinds.slice(1) },
    { check: { status: 'fine', atMs: null } },
    { fileBytes: -1 },
    { dropping: 'transfers' },
    { extra: 1 },
  ]) {
    expect(output.safeParse({ ...state, ...bad }).success).toBe(false)
  }
})
