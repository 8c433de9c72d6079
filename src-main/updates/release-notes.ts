// Converts release notes to plain text that is safe to show.
import { maxNotesLength } from '../../src-preload/contract/app/updates.ts'

/** Control characters except line feed, and bidirectional controls, which could make a line read differently. */
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/** Truncated to the page's limit, at a line break if possible. */
export function cleanNotes(bytes: Uint8Array): string {
  const text = new TextDecoder()
    .decode(bytes)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/\t/g, '  ').replace(unseen, '').trimEnd())
    .join('\n')
    .trim()
  if (text.length <= maxNotesLength) return text
  const cut = text.slice(0, maxNotesLength - 2)
  const lastLine = cut.lastIndexOf('\n')
  return `${lastLine > 0 ? cut.slice(0, lastLine) : cut}\n…`
}
