// Reads the text of a keyboard shortcut into its keys. Pure.

export interface KeyPart {
  /** True for a key, false for a word between keys, as in "Digits, then Enter". */
  readonly isKey: boolean
  readonly text: string
  /** True when it begins another combination: "Home, End". */
  readonly isNext: boolean
}

const keyPattern =
  /^(Ctrl|Shift|Alt|[⌘⌥]|Esc|Enter|Tab|Home|End|Delete|Page Up|Page Down|F\d{1,2}|[A-Z\d←→↑↓+−?,/])$/u

/** The keys of a shortcut as the app writes it: `Ctrl Shift H`, `Page Up, Page Down`, `Alt 1, 2, 4`. */
export function readKeys(text: string): readonly KeyPart[] {
  const words = text.match(/Page (?:Up|Down),?|\S+/g) ?? []
  let isNext = false
  return words.map((word) => {
    const isLast = word.length > 1 && word.endsWith(',')
    const bare = isLast ? word.slice(0, -1) : word
    const part = { isKey: keyPattern.test(bare), text: bare, isNext }
    isNext = isLast
    return part
  })
}

/** A tooltip's text and the shortcut at its end, `Lock · Ctrl Shift L`; an empty shortcut where there is none. */
export function splitShortcut(title: string): { readonly text: string; readonly keys: string } {
  const at = title.lastIndexOf(' · ')
  const keys = at < 0 ? '' : title.slice(at + 3)
  return keys !== '' && readKeys(keys).every(({ isKey }) => isKey)
    ? { text: title.slice(0, at), keys }
    : { text: title, keys: '' }
}
