// A plugin of the bundler: main's files are ASCII. V8 keeps a source with a single character beyond Latin-1 at two bytes for each
// character, in every thread that runs it, for as long as it runs.
import type { Plugin } from 'vite'

/** In UTF-16 units: a pair of surrogates is written as two. */
const beyondAscii = /[^\0-\x7f]/g

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes characters where that means the same: in texts, templates, patterns and names. Refuses String.raw, which would show
 * the escape.
 */
export function asciiSources(): Plugin {
  return {
    name: 'ascii-sources',
    // After every step that prints code, which would write the characters again.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          if (/String\.raw`[^`]*[^\0-\x7f]/.test(file.code))
            this.error(`${file.fileName} has a character beyond ASCII in String.raw`)
          file.code = file.code.replace(beyondAscii, escapeUnit)
        }
      },
    },
  }
}
