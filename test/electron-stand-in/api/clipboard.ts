// Owns `clipboard`: what the app wrote; text also goes to the system's clipboard through an open page.
// It must not pretend to read what other programs wrote.
import type Electron from 'electron'
import { pages } from '../core/page.ts'
import { failByName } from '../strict.ts'

let text = ''

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

function write(value: string): Promise<void> {
  text = value
  copyBySystem(value)
  return Promise.resolve()
}

export const clipboard = failByName('clipboard', {
  readText: () => Promise.resolve(text),
  writeText: write,
  has: (type: string) => Promise.resolve(type === 'text/plain' && text !== ''),
  clear: () => {
    text = ''
    copyBySystem('')
  },
} satisfies Partial<Electron.Clipboard>)
