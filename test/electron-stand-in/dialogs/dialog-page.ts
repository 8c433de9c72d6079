// Owns the page of a dialog window: buttons, or a path with a list of files. Everything works by keyboard.
// startDialogPage must not refer to anything outside itself but types: its source is served to the window.
import type { Listing } from './listing.ts'
import type { Answer, FileQuestion, MessageQuestion, Question } from './question.ts'

const style = `
  :root { color-scheme: light dark; --line: #8884; --accent: #2f6fde; font: 14px/1.45 system-ui, sans-serif }
  * { box-sizing: border-box }
  body { margin: 0; height: 100vh; padding: 20px; display: flex; flex-direction: column; gap: 12px }
  h1 { font-size: 15px; margin: 0; overflow-wrap: anywhere }
  .detail { margin: 0; white-space: pre-wrap; overflow: auto; flex: 1; overflow-wrap: anywhere }
  .row { display: flex; gap: 8px; justify-content: flex-end; flex-wrap: wrap }
  button, input { font: inherit; padding: 6px 14px; border: 1px solid var(--line); border-radius: 6px }
  button.main { background: var(--accent); border-color: var(--accent); color: #fff }
  input[type=text] { flex: 1; min-width: 0 }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  ul { list-style: none; margin: 0; padding: 4px; flex: 1; overflow: auto; border: 1px solid var(--line); border-radius: 6px }
  li button { width: 100%; text-align: start; border: 0; background: none; padding: 3px 8px }
  .problem { min-height: 1.45em; margin: 0; color: #c4302b }
  body.error h1::before, body.warning h1::before { content: '\\26A0\\00A0'; color: #c4302b }
`

/** The whole document for a question. */
export function dialogDocument(question: Question): string {
  const data = JSON.stringify(question).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html><meta charset="utf-8"><title></title><style>${style}</style><body>
<script>(${startDialogPage.toString()})(${data})</script>`
}

export function startDialogPage(question: Question): void {
  function element<K extends keyof HTMLElementTagNameMap>(
    name: K,
    properties: Partial<HTMLElementTagNameMap[K]>,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[K] {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  function answer(value: Answer): void {
    void fetch('/answer', { method: 'POST', body: JSON.stringify(value) })
  }

  function onEscape(): void {
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape') answer({ kind: 'cancel' })
    })
  }

  function showMessage({ message, detail, type, buttons, defaultId, ...rest }: MessageQuestion): void {
    document.body.className = type
    const checkbox = element('input', { type: 'checkbox', checked: rest.checkboxChecked })
    const row = element('div', { className: 'row' })
    buttons.forEach((label, index) => {
      const onclick = (): void => answer({ kind: 'button', index, isChecked: checkbox.checked })
      // Ampersands mark access keys on Windows and Linux.
      const textContent = label.replace(/&(?=\S)/, '')
      row.append(element('button', { textContent, onclick, className: index === defaultId ? 'main' : '' }))
    })
    document.body.append(
      element('h1', { textContent: message }),
      element('p', { className: 'detail', textContent: detail }),
    )
    if (rest.checkboxLabel !== '')
      document.body.append(element('label', {}, checkbox, ` ${rest.checkboxLabel}`))
    document.body.append(row)
    const chosen = row.children[defaultId]
    if (chosen instanceof HTMLElement) chosen.focus()
  }

  function showFiles(file: FileQuestion): void {
    const field = element('input', { type: 'text', value: file.path, ariaLabel: 'Path', spellcheck: false })
    const list = element('ul', { ariaLabel: 'Files' })
    const problem = element('p', { className: 'problem', role: 'alert' })
    let confirmedPath = ''

    async function look(path: string): Promise<Listing> {
      const response = await fetch(`/list?path=${encodeURIComponent(path)}`)
      return (await response.json()) as Listing
    }

    function entry(label: string, act: () => void): HTMLLIElement {
      return element('li', {}, element('button', { type: 'button', textContent: label, onclick: act }))
    }

    async function enter(path: string): Promise<void> {
      const listing = await look(path)
      const base = listing.folder.endsWith(listing.separator)
        ? listing.folder
        : listing.folder + listing.separator
      field.value = base + listing.name
      problem.textContent = listing.problem
      const rows = listing.entries.map(({ name, isFolder }) =>
        isFolder
          ? entry(
              `${name}/`,
              () => void enter(base + name + listing.separator + (file.kind === 'save' ? listing.name : '')),
            )
          : entry(name, () => {
              field.value = base + name
              field.focus()
            }),
      )
      list.replaceChildren(
        entry('../', () => void enter(listing.parent)),
        ...rows,
      )
      field.focus()
      field.setSelectionRange(base.length, field.value.length)
    }

    async function choose(): Promise<void> {
      const path = field.value.trim()
      const { exists, isFolder, folder, name } = await look(path)
      if (file.kind === 'open' && !exists) problem.textContent = `There is no ${path}.`
      else if (file.kind === 'open' && file.isFolderWanted && !isFolder)
        problem.textContent = 'Choose a folder.'
      else if (isFolder && !file.isFolderWanted) await enter(path)
      else if (file.kind === 'save' && exists && confirmedPath !== path) {
        confirmedPath = path
        problem.textContent = `${name} exists in ${folder}. Choose ${file.buttonLabel} again to replace it.`
      } else answer({ kind: 'path', path })
    }

    const form = element(
      'form',
      {
        className: 'row',
        onsubmit: (event) => {
          event.preventDefault()
          void choose()
        },
      },
      field,
      element('button', { type: 'button', textContent: 'Cancel', onclick: () => answer({ kind: 'cancel' }) }),
      element('button', { type: 'submit', textContent: file.buttonLabel, className: 'main' }),
    )
    if (file.message !== '') document.body.append(element('h1', { textContent: file.message }))
    document.body.append(list, problem, form)
    void enter(file.path)
  }

  document.title = question.title
  onEscape()
  if (question.kind === 'message') showMessage(question)
  else showFiles(question)
}
