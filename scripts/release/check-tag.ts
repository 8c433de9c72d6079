// Owns: the first step of a release: the tag, package.json and the changelog speak of one version, and what is tagged has landed.
// Must not: change any of them, or ask the network.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isVersion } from '../../src-main/updates/version.ts'
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

/**
 * What is wrong with what is checked out, in a sentence; null when it is the commit of the tag, nothing in it was changed, and it
 * is on the main branch of where it was fetched from. Whoever may push a tag can put it on any commit, which nobody has reviewed.
 */
export function judgeCommit(folder: string, tag: string): string | null {
  const git = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const head = git('rev-parse', '--verify', 'HEAD^{commit}')
  if (head === null) return 'There is no commit checked out.'
  if (git('rev-parse', '--verify', `refs/tags/${tag}^{commit}`) !== head)
    return `What is checked out is not the commit of the tag ${tag}.`
  if (git('status', '--porcelain') !== '') return 'What is checked out was changed.'
  const main = 'refs/remotes/origin/main'
  if (git('rev-parse', '--verify', main) === null || git('rev-parse', '--is-shallow-repository') !== 'false')
    return 'The main branch was not fetched as a whole.'
  if (git('merge-base', '--is-ancestor', head, main) === null)
    return `The commit ${head.slice(0, 12)} of the tag ${tag} is not on main.`
  return null
}

if (import.meta.main) {
  const read = (name: string): string => readFileSync(join(root, name), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
  const tag = process.env['GITHUB_REF_NAME'] ?? ''
  const isTag = process.env['GITHUB_REF'] === `refs/tags/${tag}`
  const fault = isTag
    ? (judgeTag(tag, version, read('CHANGELOG.md')) ?? judgeCommit(root, tag))
    : 'This was not started by a tag.'
  process.stdout.write(`${fault ?? `This is the release ${version}.`}\n`)
  process.exit(fault === null ? 0 : 1)
}
