// Owns: making text that may be shown of a release's notes. Must not: make markup of it, or fetch it.
import { longestNotes } from '../../src-preload/contract/updates.ts'

/** Controls but the line feed, and what turns the direction of text around: they could make a line read as another. */
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/** Cut to what the page takes, at a line where there is one. */
export function cleanNotes(bytes: Uint8Array): string {
  const text = new TextDecoder()
    .decode(bytes)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/\t/g, '  ').replace(unseen, '').trimEnd())
    .join('\n')
    .trim()
  if (text.length <= longestNotes) return text
  const cut = text.slice(0, longestNotes - 2)
  const lastLine = cut.lastIndexOf('\n')
  return `${lastLine > 0 ? cut.slice(0, lastLine) : cut}\n…`
}
