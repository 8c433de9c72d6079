// First step of a release: the tag, package.json and the changelog must name the same version, and the tagged commit must be
// merged. Works offline.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isVersion } from '../../src-main/updates/version.ts'
import { root } from '../paths.ts'
import { notesOf } from './checksums.ts'

/** What is wrong, as a sentence; null if all three match. */
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
 * What is wrong with the checkout, as a sentence; null if it is the unmodified commit of the tag, on the main branch of its
 * origin. Anyone who may push a tag could put it on an unreviewed commit.
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
