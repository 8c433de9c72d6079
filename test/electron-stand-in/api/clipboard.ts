// Owns `clipboard` and `ClipboardItem`: what the app wrote; text also goes to the system's clipboard through an open page.
// It must not pretend to read what other programs wrote.
import type Electron from 'electron'
import { pages } from '../core/page.ts'
import { failByName, failByNameInClass } from '../strict.ts'

type Content = string | Blob

/** One entry with the same thing in several forms. Bookmarks, and what is promised for later, are not emulated. */
export class ClipboardItem implements Pick<Electron.ClipboardItem, 'types'> {
  readonly #forms: ReadonlyMap<string, Content>

  constructor(forms: Readonly<Record<string, Content>>) {
    this.#forms = new Map(Object.entries(forms))
  }

  get types(): string[] {
    return [...this.#forms.keys()]
  }

  getType(type: string): Promise<Blob> {
    const content = this.#forms.get(type)
    if (content === undefined) return Promise.reject(new Error(`The type was not found: ${type}`))
    return Promise.resolve(typeof content === 'string' ? new Blob([content], { type }) : content)
  }
}

failByNameInClass('ClipboardItem', ClipboardItem)

const plainText = 'text/plain'

let items: readonly ClipboardItem[] = []

/** Copying by a page's own copy command needs no permission, only a user's gesture, which the evaluation counts as. */
function copyBySystem(value: string): void {
  const page = [...pages.values()].at(-1)
  if (!page) return
  const expression = `(text => {
    addEventListener('copy', event => {
      event.stopImmediatePropagation()
      event.preventDefault()
      event.clipboardData.setData('text/plain', text)
    }, { once: true, capture: true })
    document.execCommand('copy')
  })(${JSON.stringify(value)})`
  page.evaluateIsolated(expression).catch((error: unknown) => console.error('Copying failed:', error))
}

async function readText(): Promise<string> {
  const item = items.find(({ types }) => types.includes(plainText))
  return item ? (await item.getType(plainText)).text() : ''
}

/** All of it replaces all that was there. */
async function write(next: readonly ClipboardItem[]): Promise<void> {
  items = [...next]
  // Of what is no text, nothing goes to the system.
  copyBySystem(await readText())
}

export const clipboard = failByName('clipboard', {
  read: () => Promise.resolve([...items]),
  readText,
  write,
  writeText: (value: string) => write([new ClipboardItem({ [plainText]: value })]),
  has: (type: string) => Promise.resolve(items.some(({ types }) => types.includes(type))),
  clear: () => {
    items = []
    copyBySystem('')
  },
} satisfies Partial<Record<keyof Electron.Clipboard, unknown>>)
