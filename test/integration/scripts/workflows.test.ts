// A broken or careless workflow is found, each fault for itself, and that ours have none.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintWorkflow } from '../../../scripts/lint-workflows.ts'
import { root } from '../../../scripts/paths.ts'

const pinned = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2'
const right = `name: Right
on:
  pull_request:
permissions: {}
jobs:
  one:
    runs-on: ubuntu-24.04
    permissions:
      contents: read
    steps:
      - uses: ${pinned}
      - run: |
          echo "$TITLE"
          echo done
        env:
          TITLE: \${{ github.event.pull_request.title }}
      - run: npm test
`

const messages = async (text: string): Promise<readonly string[]> =>
  (await lintWorkflow('workflow.yml', text)).map(({ message }) => message)

describe('a workflow', () => {
  test('that keeps to the rules has no fault', async () => {
    expect(await messages(right)).toEqual([])
  })

  test.each([
    ['is not YAML', (text: string) => text.replace('jobs:', 'jobs'), /could not parse|expected|unexpected/i],
    [
      'has a job without a machine',
      (text: string) => text.replace('    runs-on: ubuntu-24.04\n', ''),
      /runs-on/,
    ],
    ['names a machine that is none', (text: string) => text.replace('ubuntu-24.04', 'ubuntu-1.0'), /unknown/],
    [
      'needs a job that is not there',
      (text: string) => text.replace('    runs-on', '    needs: two\n    runs-on'),
      /two/,
    ],
    [
      'lets a title become a command',
      (text: string) => text.replace('echo "$TITLE"', 'echo "${{ github.event.pull_request.title }}"'),
      /potentially untrusted/,
    ],
    ['names an action by a tag', (text: string) => text.replace(pinned, 'actions/checkout@v6'), /not pinned/],
    [
      'names an action by half a hash',
      (text: string) => text.replace(pinned, 'actions/checkout@de0fac2e # v6.0.2'),
      /not pinned/,
    ],
    ['does not say which version a hash is', (text: string) => text.replace(' # v6.0.2', ''), /not pinned/],
    [
      'leaves the permissions to the settings',
      (text: string) => text.replace('permissions: {}\n', ''),
      /permissions: \{\}/,
    ],
    [
      'may do anything',
      (text: string) =>
        text.replace('    permissions:\n      contents: read\n', '    permissions: write-all\n'),
      /write-all/,
    ],
    [
      'puts an expression into a script',
      (text: string) => text.replace('echo done', 'echo ${{ github.ref_name }}'),
      /has an expression/,
    ],
    [
      'puts one into a script of one line',
      (text: string) => text.replace('npm test', 'npm test ${{ matrix.x }}'),
      /has an expression/,
    ],
    [
      'runs for strangers with secrets',
      (text: string) => text.replace('pull_request:', 'pull_request_target:'),
      /pull_request_target/,
    ],
  ])('that %s has a fault', async (_what, damage, expected) => {
    const text = damage(right)
    expect(text).not.toBe(right)
    expect((await messages(text)).join('\n')).toMatch(expected)
  })
})

test('the workflows of the project have no fault', async () => {
  const folder = join(root, '.github', 'workflows')
  const names = readdirSync(folder)
  expect(names).toEqual(expect.arrayContaining(['ci.yml', 'release.yml']))
  for (const name of names) expect(await messages(readFileSync(join(folder, name), 'utf8'))).toEqual([])
})
