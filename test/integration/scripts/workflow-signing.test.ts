// A change to our release workflow by which something else than the tagged, reviewed commit could be signed, or by somebody else,
// is found. Each is made to the real workflow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintWorkflow } from '../../../scripts/lint-workflows.ts'
import { root } from '../../../scripts/paths.ts'

const text = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8')
const messages = async (changed: string): Promise<string> =>
  (await lintWorkflow('release.yml', changed)).map(({ message }) => message).join('\n')

/** The text of one job, changed. */
function inJob(name: string, from: string | RegExp, to: string): string {
  const start = text.indexOf(`\n  ${name}:\n`)
  const next = text.slice(start + 1).search(/\n {2}[a-z]+:\n(?!.*\n {2}[a-z]+:\n)/)
  expect(start).toBeGreaterThan(0)
  const end = next < 0 ? text.length : start + 1 + next
  const job = text.slice(start, end)
  return text.slice(0, start) + job.replace(from, to) + text.slice(end)
}

test('the release workflow signs as it must', async () => {
  expect(await messages(text)).toBe('')
})

describe('a release workflow', () => {
  test.each<[string, string, RegExp]>([
    [
      'tests in the job with the certificates',
      inJob('build', '- run: npm run setup', '- run: npm test'),
      /"npm test" may not run/,
    ],
    [
      'checks the package in the job with the certificates',
      inJob('build', 'package -- --installers', 'package'),
      /"npm run package" may not run/,
    ],
    [
      'drives the package in the job with the certificates',
      inJob('build', 'npm run setup', 'npm run package -- --e2e'),
      /--e2e" may not run/,
    ],
    [
      'runs several commands in it',
      inJob('build', 'run: npm run setup', 'run: |\n          npm run setup'),
      /"\|" may not run/,
    ],
    [
      'signs outside of the environment',
      inJob('draft', '    environment: release\n', ''),
      /"draft" signs, and is not in the environment/,
    ],
    [
      'builds outside of the environment',
      inJob('build', 'environment: release', 'environment: other'),
      /"build" signs, and is not in the environment/,
    ],
    [
      'does not look at the tag',
      inJob('check', '      - run: node scripts/release/check-tag.ts\n', ''),
      /"build" signs, and does not need a job that runs check-tag/,
    ],
    [
      'does not look at the environment',
      inJob('check', 'check-environment.ts', 'check-other.ts'),
      /does not need a job that runs check-environment/,
    ],
    [
      'signs what nobody checked',
      inJob('build', 'needs: [check, test, soak]', 'needs: []'),
      /"build" signs, and does not need a job that runs check-tag/,
    ],
    [
      'goes on after a check that failed',
      inJob(
        'check',
        '- run: node scripts/release/check-tag.ts',
        '- continue-on-error: true\n        run: node scripts/release/check-tag.ts',
      ),
      /"build" signs, and (?:does not need|goes on where)/,
    ],
    [
      'signs in any case',
      inJob('draft', '    environment: release', '    if: always()\n    environment: release'),
      /"draft" signs, and goes on where "draft" failed/,
    ],
    [
      'begins with a push to a branch',
      text.replace("    tags: ['v*']", "    tags: ['v*']\n    branches: [main]"),
      /begins with the tag of a release and with nothing else/,
    ],
    [
      'begins by hand',
      text.replace('on:\n', 'on:\n  workflow_dispatch:\n'),
      /begins with the tag of a release and with nothing else/,
    ],
    [
      'gives its secrets to a job that tests',
      inJob(
        'test',
        '- run: npm test',
        '- run: npm test\n        env:\n          A: ${{ secrets.MAC_CSC_LINK }}',
      ),
      /"test" signs, and is not in the environment/,
    ],
    [
      'gives them all to it',
      inJob('verify', '      STARKDESK_RUNTIME: electron', '      ALL: ${{ toJSON(Secrets) }}'),
      /"verify" signs, and is not in the environment/,
    ],
    [
      'gives a secret to a whole job',
      inJob('build', '      STARKDESK_RUNTIME: electron', '      A: ${{ secrets.MAC_CSC_LINK }}'),
      /for the one step that needs it/,
    ],
    [
      'gives a secret to all jobs',
      text.replace('\njobs:\n', '\nenv:\n  A: ${{ secrets.MAC_CSC_LINK }}\n\njobs:\n'),
      /outside of any job/,
    ],
    [
      'lets a job that tests write to the project',
      inJob('verify', 'contents: read', 'contents: write'),
      /"verify" signs, and is not in the environment/,
    ],
    [
      'builds another commit',
      inJob('build', 'persist-credentials: false', 'persist-credentials: false\n          ref: main'),
      /"ref: main" makes what is built/,
    ],
    [
      'keeps the credentials of its checkout',
      inJob('build', 'persist-credentials: false', 'persist-credentials: true'),
      /one checkout that keeps no credentials/,
    ],
    [
      'builds with what a cache has',
      inJob(
        'build',
        '      - run: npm run setup',
        '      - uses: actions/cache@0057852bfaa89a56745cba8c7296529d2fc39830 # v4.3.0\n        with:\n          path: node_modules\n          key: x\n      - run: npm run setup',
      ),
      /actions\/cache.* may not be used/,
    ],
    [
      'has npm run the scripts of packages where it signs',
      inJob('draft', 'npm ci --ignore-scripts', 'npm ci'),
      /"npm ci --no-audit --no-fund" may not run/,
    ],
  ])('that %s has a fault', async (_what, changed, expected) => {
    expect(changed).not.toBe(text)
    expect(await messages(changed)).toMatch(expected)
  })
})
