// Parses release notes line by line: headings, list items, text. Every line stays plain text.

export interface NotesLine {
  readonly kind: 'heading' | 'point' | 'text'
  readonly text: string
}

/** Removes Markdown marks that are meaningless in plain text. */
function plain(text: string): string {
  return text.replace(/\*\*([^*\n]+)\*\*/g, '$1').replace(/`([^`\n]+)`/g, '$1')
}

/** Indented text continues the previous line; an empty line ends it. */
export function readNotes(notes: string): NotesLine[] {
  const lines: NotesLine[] = []
  let isOpen = false
  for (const line of notes.split('\n')) {
    const text = line.trim()
    const heading = /^#{1,6} +(.+)$/.exec(text)?.[1]
    const point = /^[-*] +(.+)$/.exec(text)?.[1]
    const last = lines.at(-1)
    if (text === '') isOpen = false
    else if (heading !== undefined) {
      lines.push({ kind: 'heading', text: plain(heading) })
      isOpen = false
    } else if (point !== undefined) {
      lines.push({ kind: 'point', text: plain(point) })
      isOpen = true
    } else if (isOpen && last !== undefined) {
      lines[lines.length - 1] = { kind: last.kind, text: `${last.text} ${plain(text)}` }
    } else {
      lines.push({ kind: 'text', text: plain(text) })
      isOpen = true
    }
  }
  return lines
}
