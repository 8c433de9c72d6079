// Nothing is released but a tagged commit of main, by an environment that a person guards, made of the files that were built.
// Repositories are real ones of git, GitHub is a server of our making.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { judgeEnvironment } from '../../../scripts/release/check-environment.ts'
import { judgeCommit } from '../../../scripts/release/check-tag.ts'
import { digestFolder, gather } from '../../../scripts/release/gather.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-gate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

describe('the commit of a tag', () => {
  function git(where: string, ...args: string[]): void {
    const own = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-c', 'commit.gpgsign=false']
    const { status, stderr } = spawnSync('git', [...own, ...args], { cwd: where, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  }

  /** A repository with v1 on main and v2 on a branch, of which nobody but its writer knows. */
  function makeOrigin(): string {
    const origin = join(folder, 'origin')
    mkdirSync(origin)
    git(origin, 'init', '--quiet', '--initial-branch=main')
    const commit = (text: string): void => {
      writeFileSync(join(origin, 'file'), text)
      git(origin, 'add', 'file')
      git(origin, 'commit', '--quiet', '--message', text)
    }
    commit('one')
    git(origin, 'tag', 'v1')
    commit('two')
    git(origin, 'checkout', '--quiet', '-b', 'aside')
    commit('three')
    git(origin, 'tag', 'v2')
    return origin
  }

  function checkOut(tag: string, ...more: string[]): string {
    const origin = makeOrigin()
    const copy = join(folder, 'copy')
    git(folder, 'clone', '--quiet', ...more, `file://${origin}`, copy)
    git(copy, 'checkout', '--quiet', '--detach', tag)
    return copy
  }

  test('on main may be released', () => {
    expect(judgeCommit(checkOut('v1'), 'v1')).toBeNull()
  })

  test('that is on another branch alone may not', () => {
    expect(judgeCommit(checkOut('v2'), 'v2')).toMatch(
      /^The commit [0-9a-f]{12} of the tag v2 is not on main\.$/,
    )
  })

  test('may not where something else is checked out, or something of it was changed', () => {
    const copy = checkOut('v1')
    expect(judgeCommit(copy, 'v2')).toBe('What is checked out is not the commit of the tag v2.')
    expect(judgeCommit(copy, 'v3')).toBe('What is checked out is not the commit of the tag v3.')
    writeFileSync(join(copy, 'file'), 'other')
    expect(judgeCommit(copy, 'v1')).toBe('What is checked out was changed.')
  })

  test('may not where nobody can tell: without main, or with a part of the past', () => {
    expect(judgeCommit(checkOut('v2', '--branch=v2', '--depth=1'), 'v2')).toBe(
      'The main branch was not fetched as a whole.',
    )
  })

  test('may not where there is none', () => {
    expect(judgeCommit(folder, 'v1')).toBe('There is no commit checked out.')
  })
})

describe('the environment with the keys', () => {
  const reviewed = { type: 'required_reviewers', reviewers: [{ type: 'User', reviewer: { id: 1 } }] }
  const onlyCustom = { protected_branches: false, custom_branch_policies: true }
  const good = { name: 'release', protection_rules: [reviewed], deployment_branch_policy: onlyCustom }
  const tags = { branch_policies: [{ name: 'v*', type: 'tag' }] }

  /** Asks a GitHub that answers so; null for what is not there. */
  async function judge(environment: unknown, policies: unknown): Promise<string> {
    const server = createServer((request, response) => {
      const base = '/repos/owner/name/environments/release'
      const answers = new Map([
        [base, environment],
        [`${base}/deployment-branch-policies`, policies],
      ])
      const answer = answers.get(request.url ?? '') ?? null
      const isKnown = request.headers.authorization === 'Bearer token'
      response.statusCode = isKnown ? (answer === null ? 404 : 200) : 401
      response.end(JSON.stringify(answer))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const apiUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    return (await judgeEnvironment({ apiUrl, repository: 'owner/name', token: 'token' })).join('\n')
  }

  test('is protected where a person lets jobs in, for tags of releases alone', async () => {
    expect(await judge(good, tags)).toBe('')
  })

  test.each<[string, unknown, unknown, string]>([
    ['is not there', null, null, 'There is no environment'],
    ['was made by GitHub for the asking', { ...good, protection_rules: [] }, tags, 'without a reviewer'],
    [
      'has a reviewer in name only',
      { ...good, protection_rules: [{ ...reviewed, reviewers: [] }] },
      tags,
      'without a reviewer',
    ],
    ['is open to every branch', { ...good, deployment_branch_policy: null }, tags, 'not limited to tags'],
    [
      'is open to protected branches',
      { ...good, deployment_branch_policy: { protected_branches: true, custom_branch_policies: false } },
      tags,
      'not limited to tags',
    ],
    [
      'is open to a branch',
      good,
      { branch_policies: [{ name: 'v*', type: 'branch' }] },
      'lets in the branch v*',
    ],
    ['is open to any tag', good, { branch_policies: [{ name: '*', type: 'tag' }] }, 'lets in the tag *'],
    ['has no list of tags', good, { branch_policies: [] }, 'not limited to tags'],
  ])('is refused where it %s', async (_what, environment, policies, fault) => {
    expect(await judge(environment, policies)).toContain(fault)
  })

  test('is not taken for protected where GitHub answers something else', async () => {
    await expect(judge({ message: 'x' }, tags)).rejects.toThrow()
  })
})

describe('the files of a release', () => {
  const names = ['linux', 'macos', 'windows']

  function build(): Record<string, string> {
    return Object.fromEntries(
      names.map((name) => {
        const made = join(folder, 'built', `release-${name}`)
        mkdirSync(made, { recursive: true })
        writeFileSync(join(made, `Starkdesk.${name}`), name)
        return [`DIGEST_${name.toUpperCase()}`, digestFolder(made)]
      }),
    )
  }
  const collect = (digests: Record<string, string>): void =>
    gather(join(folder, 'built'), join(folder, 'release'), digests)

  test('are those that were built', () => {
    collect(build())
    expect(readdirSync(join(folder, 'release')).sort()).toEqual(names.map((name) => `Starkdesk.${name}`))
  })

  test.each<[string, () => void, string]>([
    [
      'is another one',
      () => writeFileSync(join(folder, 'built/release-linux/Starkdesk.linux'), 'other'),
      'The files for linux are not those that were built.',
    ],
    [
      'was added',
      () => writeFileSync(join(folder, 'built/release-macos/more'), ''),
      'The files for macos are not those that were built.',
    ],
    [
      'is missing',
      () => rmSync(join(folder, 'built/release-windows'), { recursive: true }),
      'There are no files for windows.',
    ],
  ])('are refused when one %s', (_what, damage, fault) => {
    const digests = build()
    damage()
    expect(() => collect(digests)).toThrow(fault)
  })

  test('are refused without a digest', () => {
    expect(() => collect({ ...build(), DIGEST_MACOS: '' })).toThrow('DIGEST_MACOS is no digest.')
  })
})
