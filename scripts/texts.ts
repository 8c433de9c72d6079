// Updates the catalogues in resources/texts/ from the sources, and checks whether they are up to date.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type FS, getConfig, Hub } from 'wuchale'
import { languages } from '../src-preload/domain/locale/languages.ts'
import { root } from './paths.ts'

const isCatalogue = (file: string): boolean => file.endsWith('.po')

/** The text of a file; null if it does not exist. */
const read = async (file: string): Promise<string | null> =>
  existsSync(file) ? readFile(file, 'utf8') : null

/**
 * Extracts all texts from the sources as the catalogues should contain them; unused texts are dropped.
 * @returns by file, the content that differs from the disk
 */
export async function takeTexts(): Promise<Map<string, string>> {
  const written = new Map<string, string>()
  const fs: FS = {
    read: async (file) => written.get(file) ?? (await read(file)),
    exists: (file) => written.has(file) || existsSync(file),
    write: (file, content) => {
      written.set(file, content)
    },
    mkdir: () => undefined,
    unlink: (file) => written.delete(file),
  }
  const config = await getConfig(join(root, 'wuchale.config.ts'))
  config.locales = [...languages]
  const texts = await Hub.create('cli', () => config, root, 0, fs)
  await texts.directVisit(true, false, false)
  const outdated = new Map<string, string>()
  for (const [file, content] of written)
    if (isCatalogue(file) && (await read(file)) !== content) outdated.set(file, content)
  return outdated
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const outdated = await takeTexts()
  const names = [...outdated.keys()].map((file) => relative(root, file)).join(', ')
  if (!values.check) for (const [file, content] of outdated) await writeFile(file, content)
  if (names !== '' && values.check)
    process.stderr.write(`Out of date: ${names}. npm run texts brings it up to date.\n`)
  else
    process.stdout.write(names === '' ? 'All texts are in the catalogues.\n' : `Up to date now: ${names}\n`)
  process.exitCode = names !== '' && values.check ? 1 : 0
}
