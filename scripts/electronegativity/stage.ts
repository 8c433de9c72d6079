// Owns: copying a tree into a form that the scanner reads whole. Must not: change what is found, or where.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from '../paths.ts'

/** Opens a comment by which a finding is explained at its line; the scanner's own word, documented in its README. */
const directive = /eng-disable/g
/** As long as the word itself, so that lines and columns stay. The scanner then reports every finding, and we judge. */
const blunted = 'eng_disable'

/** One staged file: its name for the scanner, and its text. */
export interface StagedText {
  readonly suffix: string
  readonly text: string
}

/** A component's script with everything else turned into blanks, and its markup with the script turned into blanks. */
function splitComponent(text: string): StagedText[] {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ')
  let script = ''
  let markup = ''
  let copied = 0
  for (const { index, 0: whole, 1: open = '', 2: body = '' } of text.matchAll(
    /(<script[^>]*>)([\s\S]*?)<\/script>/g,
  )) {
    const between = text.slice(copied, index)
    script += blank(between + open) + body + blank('</script>')
    markup += between + blank(whole)
    copied = index + whole.length
  }
  const rest = text.slice(copied)
  return [
    { suffix: '.script.ts', text: script + blank(rest) },
    { suffix: '.markup.html', text: markup + rest },
  ]
}

/**
 * What the scanner is given for a file; nothing for files without code. It reads `.ts` with a parser that knows today's
 * language; its parser for `.js` gives up at private fields and with it on the whole file, and it does not look into `.cjs`
 * or components at all.
 */
export function stageText(name: string, text: string): StagedText[] {
  const plain = text.replaceAll(directive, blunted)
  if (name.endsWith('.d.ts')) return []
  if (/\.(ts|html)$/.test(name)) return [{ suffix: '', text: plain }]
  if (/\.[cm]?js$/.test(name)) return [{ suffix: '.ts', text: plain }]
  if (name.endsWith('.svelte')) return splitComponent(plain)
  return []
}

/** The name of the original, for a name that {@link stageText} made. */
export function unstageName(name: string): string {
  return name.replace(/(\.svelte)\.(script\.ts|markup\.html)$/, '$1').replace(/(\.[cm]?js)\.ts$/, '$1')
}

/** Copies folders of the project to `target`, which is emptied before. Returns the staged names, with `/`. */
export function stageFolders(folders: readonly string[], target: string): string[] {
  rmSync(target, { recursive: true, force: true })
  const staged: string[] = []
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const name = relative(root, path).split(sep).join('/')
      // Fonts and the like have no code; reading them as text does no harm.
      for (const { suffix, text } of stageText(name, readFileSync(path, 'utf8'))) {
        const file = join(target, name + suffix)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
        staged.push(name + suffix)
      }
    }
  }
  return staged
}
