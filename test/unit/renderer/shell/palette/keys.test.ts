// Every key there is stands on the sheet, and that no two mean different things in one place.
import { describe, expect, it } from 'vitest'
import { commandOf } from '../../../../../src-renderer/charts/input/keys.ts'
import { readKeys, splitShortcut } from '../../../../../src-renderer/components/key-parts.ts'
import { listShortcutGroups } from '../../../../../src-renderer/shell/palette/key-sheet.ts'
import { type AppKeyPress, appCommandOf } from '../../../../../src-renderer/shell/page/app-keys.ts'
import { viewCommandOf } from '../../../../../src-renderer/features/markets/chart/chart-keys.ts'

interface Named extends AppKeyPress {
  /** As the sheet would write it, without regard to the order of what stands in one row. */
  readonly name: string
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const digits = Array.from('0123456789')
const signs: readonly (readonly [string, string])[] = [
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['PageUp', 'Page Up'],
  ['PageDown', 'Page Down'],
  ['Home', 'Home'],
  ['End', 'End'],
  ['Delete', 'Delete'],
  ['Escape', 'Esc'],
  ['Enter', 'Enter'],
  ['F6', 'F6'],
  ['+', '+'],
  ['-', '−'],
  ['?', '?'],
  [',', ','],
]
const keys: readonly { readonly key: string; readonly code: string; readonly sign: string }[] = [
  ...letters.map((letter) => ({ key: letter.toLowerCase(), code: `Key${letter}`, sign: letter })),
  ...digits.map((digit) => ({ key: digit, code: `Digit${digit}`, sign: digit })),
  ...signs.map(([key, sign]) => ({ key, code: key, sign })),
]

/** Every press of a key with and without Ctrl, Alt and Shift. */
const presses: readonly Named[] = keys.flatMap(({ key, code, sign }) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
    const [ctrlKey, altKey, shiftKey] = [(bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0]
    const name = `${ctrlKey ? 'Ctrl ' : ''}${altKey ? 'Alt ' : ''}${shiftKey ? 'Shift ' : ''}${sign}`
    return { key, code, ctrlKey, metaKey: false, altKey, shiftKey, name }
  }),
)

/** The presses that a row's text names: "← →", "Page Up, Page Down", "Ctrl ← →", "Alt 1, 2, 4". */
function namesOf(text: string): string[] {
  const match = /^((?:Ctrl |Alt |Shift )*)(.+)$/.exec(text)
  const [, modifiers = '', rest = ''] = match ?? []
  if (rest === ',') return [`${modifiers},`]
  const parts = rest.includes(', ') ? rest.split(', ') : /^\S \S$/.test(rest) ? rest.split(' ') : [rest]
  return parts.map((part) => modifiers + part)
}

const places = listShortcutGroups('Ctrl', 'linux')
const namesIn = (title: string): string[] =>
  (places.find((place) => place.title === title)?.rows ?? []).flatMap(({ keys }) => namesOf(keys))

describe('the sheet of keys', () => {
  it('names every key of the app', () => {
    const named = namesIn('Everywhere')
    const missing = presses
      .filter((press) => appCommandOf(press, false) !== null)
      // The sign has Shift in it on most keyboards.
      .map(({ name }) => name.replace('Shift ?', '?'))
      .filter((name) => !named.includes(name))
    expect(missing).toEqual([])
  })

  it('names every key of the charts and of the view around them', () => {
    const named = namesIn('Markets and charts')
    const missing = presses
      .filter((press) => viewCommandOf(press) !== null || commandOf(press) !== null)
      .map(({ name }) => name)
      .filter((name) => {
        // Plain keys of the chart mean the same with Shift, which some layouts need for them.
        const plain = name.replace('Shift ', '')
        return !named.includes(name) && !named.includes(plain)
      })
    expect(missing).toEqual([])
  })

  it('has no key twice in one place, and none of a place that holds everywhere', () => {
    const everywhere = namesIn('Everywhere').filter((name) => name !== 'Esc')
    for (const { title, rows } of places) {
      const named = rows.flatMap(({ keys }) => namesOf(keys))
      expect(new Set(named).size, title).toBe(named.length)
      if (title !== 'Everywhere')
        expect(
          named.filter((name) => everywhere.includes(name)),
          title,
        ).toEqual([])
    }
  })

  it('says for each what it does, in the words of the platform', () => {
    for (const { rows } of places) expect(rows.every(({ does }) => /^[A-Z]/.test(does))).toBe(true)
    const mac = listShortcutGroups('⌘', 'darwin').flatMap(({ rows }) => rows.map(({ keys }) => keys))
    expect(mac).toContain('⌘ K')
    expect(mac).toContain('⌥ G')
    expect(mac.filter((one) => /Ctrl|Alt/.test(one))).toEqual([])
  })
})

describe('the keys of the app', () => {
  const press = (key: string, more: Partial<AppKeyPress> = {}): AppKeyPress => ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  })

  it('mean nothing that the charts mean otherwise', () => {
    const both = presses.filter(
      (one) => appCommandOf(one, false) !== null && (viewCommandOf(one) ?? commandOf(one)) !== null,
    )
    expect(both.map(({ name }) => name)).toEqual([])
  })

  it('leave the question mark to whoever is writing', () => {
    expect(appCommandOf(press('?', { shiftKey: true }), false)).toEqual({ kind: 'keys' })
    expect(appCommandOf(press('?', { shiftKey: true }), true)).toBeNull()
  })

  it('work with Cmd as with Ctrl, in a text too, and not with Alt', () => {
    expect(appCommandOf(press('k', { metaKey: true }), true)).toEqual({ kind: 'palette' })
    expect(appCommandOf(press('K', { ctrlKey: true }), false)).toEqual({ kind: 'palette' })
    expect(appCommandOf(press('k', { ctrlKey: true, altKey: true }), false)).toBeNull()
    expect(appCommandOf(press('3', { ctrlKey: true }), false)).toEqual({ kind: 'view', view: 'portfolio' })
  })
})

describe('a key on the screen', () => {
  const write = (text: string): string =>
    readKeys(text)
      .map(({ isKey, text: part, isNext }) => `${isNext ? '| ' : ''}${isKey ? `[${part}]` : part}`)
      .join(' ')

  it.each([
    ['Ctrl Shift H', '[Ctrl] [Shift] [H]'],
    ['⌘ ,', '[⌘] [,]'],
    ['Page Up, Page Down', '[Page Up] | [Page Down]'],
    ['Alt 1, 2, 4', '[Alt] [1] | [2] | [4]'],
    ['Digits, then Enter', 'Digits | then [Enter]'],
    ['Shift and drag', '[Shift] and drag'],
  ])('is a cap: %s', (text, caps) => {
    expect(write(text)).toBe(caps)
  })

  it('is one everywhere but for few words', () => {
    const words = [...listShortcutGroups('Ctrl', 'linux'), ...listShortcutGroups('⌘', 'darwin')]
      .flatMap(({ rows }) => rows.flatMap(({ keys }) => readKeys(keys)))
      .filter(({ isKey }) => !isKey)
      .map(({ text }) => text)
    expect([...new Set(words)].toSorted()).toEqual(['Digits', 'Letters', 'and', 'drag', 'then'])
  })

  it('is found at the end of a tooltip, and nothing else there is taken for one', () => {
    expect(splitShortcut('Lock · Ctrl Shift L')).toEqual({ text: 'Lock', keys: 'Ctrl Shift L' })
    for (const title of ['Lock', 'Polled · 10 s ago', 'ETH/USDC · Ether', '0.01 USDC · Ask 1,279.54'])
      expect(splitShortcut(title)).toEqual({ text: title, keys: '' })
  })
})
