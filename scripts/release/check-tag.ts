// Owns: the first step of a release: the tag, package.json and the changelog speak of one version. Must not: change any of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isVersion } from '../../src-main/services/updates/version.ts'
import { root } from '../paths.ts'
import { notesOf } from './checksums.ts'

/** What is wrong, in a sentence; null when the three fit. */
export function judgeTag(tag: string, version: string, changelog: string): string | null {
  if (!isVersion(version)) return `package.json says ${version}, which is not the version of a release.`
  if (tag !== `v${version}`) return `The tag is ${tag}, and package.json says ${version}.`
  try {
    notesOf(changelog, version)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main) {
  const read = (name: string): string => readFileSync(join(root, name), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
  const fault = judgeTag(process.env['GITHUB_REF_NAME'] ?? '', version, read('CHANGELOG.md'))
  process.stdout.write(`${fault ?? `This is the release ${version}.`}\n`)
  process.exit(fault === null ? 0 : 1)
}
