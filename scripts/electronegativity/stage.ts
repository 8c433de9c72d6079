// Copies a tree into a form that the scanner reads completely, without changing findings or positions.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from '../paths.ts'

/** Starts a comment that explains a finding at its line; the scanner's own keyword, documented in its README. */
const directive = /eng-disable/g
/**
 * Same length as the keyword, so lines and columns do not change. The scanner then reports every finding, and judge.ts
 * decides.
 */
const blunted = 'eng_disable'

/** A staged file: its name for the scanner, and its text. */
export interface StagedText {
  readonly suffix: string
  readonly text: string
}

/** A component's script with everything else blanked out, and its markup with the script blanked out. */
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
 * The staged files of a file; empty for files without code. The scanner's `.ts` parser knows current syntax; its `.js` parser
 * fails at private fields and skips the whole file, and it ignores `.cjs` files and components.
 */
export function stageText(name: string, text: string): StagedText[] {
  const plain = text.replaceAll(directive, blunted)
  if (name.endsWith('.d.ts')) return []
  if (/\.(ts|html)$/.test(name)) return [{ suffix: '', text: plain }]
  if (/\.[cm]?js$/.test(name)) return [{ suffix: '.ts', text: plain }]
  if (name.endsWith('.svelte')) return splitComponent(plain)
  return []
}

/** The original name of a staged file, see {@link stageText}. */
export function unstageName(name: string): string {
  return name.replace(/(\.svelte)\.(script\.ts|markup\.html)$/, '$1').replace(/(\.[cm]?js)\.ts$/, '$1')
}

/** Copies project folders to `target`, which is emptied first. Returns the staged names, with `/`. */
export function stageFolders(folders: readonly string[], target: string): string[] {
  rmSync(target, { recursive: true, force: true })
  const staged: string[] = []
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const name = relative(root, path).split(sep).join('/')
      // Fonts and similar files contain no code; reading them as text does no harm.
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
