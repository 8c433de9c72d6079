// Which keys are the Markets view's, so that none of the app's or of a typing person's is taken.
import { describe, expect, it } from 'vitest'
import { viewCommandOf } from '../../../../../src-renderer/features/markets/chart/chart-keys.ts'
import { listKeys } from '../../../../../src-renderer/features/markets/chart/dialogs/chart-key-list.ts'

const press = (code: string, change: object = {}) => ({
  key: code.replace(/^(Key|Digit)/, ''),
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
})

describe('keys of the Markets view', () => {
  it('go by their place, whatever letter Alt makes of them', () => {
    expect(viewCommandOf(press('KeyG', { altKey: true, key: '©' }))).toEqual({ kind: 'goToDate' })
    expect(viewCommandOf(press('Digit4', { altKey: true, key: '¢' }))).toEqual({ kind: 'show', count: 4 })
  })

  it('leave plain letters, Ctrl and AltGr alone', () => {
    for (const code of ['KeyG', 'KeyM', 'KeyL', 'Digit1', 'Digit2', 'KeyR', 'constructor']) {
      expect(viewCommandOf(press(code))).toBeNull()
      expect(viewCommandOf(press(code, { ctrlKey: true }))).toBeNull()
      expect(viewCommandOf(press(code, { ctrlKey: true, altKey: true }))).toBeNull()
      expect(viewCommandOf(press(code, { metaKey: true, altKey: true }))).toBeNull()
    }
    expect(viewCommandOf(press('constructor', { altKey: true }))).toBeNull()
    expect(viewCommandOf(press('KeyR', { altKey: true }))).toBeNull()
  })

  it('walk the parts with F6, backwards with Shift', () => {
    expect(viewCommandOf(press('F6'))).toEqual({ kind: 'part', direction: 1 })
    expect(viewCommandOf(press('F6', { shiftKey: true }))).toEqual({ kind: 'part', direction: -1 })
    expect(viewCommandOf(press('F6', { altKey: true }))).toBeNull()
  })

  it('are listed once each, as the platform writes them', () => {
    for (const platform of ['linux', 'darwin']) {
      const keys = listKeys(platform).map((one) => one.keys)
      expect(new Set(keys).size).toBe(keys.length)
    }
    expect(listKeys('darwin').some(({ keys }) => keys === '⌥ G')).toBe(true)
    expect(listKeys('win32').some(({ keys }) => keys === 'Alt G')).toBe(true)
  })
})
