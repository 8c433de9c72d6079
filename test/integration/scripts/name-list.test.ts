// What `npm run soak` and `npm run bench` say without a name, for help, and for a name that is none.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/paths.ts'

interface Said {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function run(script: string, ...args: readonly string[]): Said {
  const file = join(root, 'scripts', script)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

/** The names that a text lists, each with a line that says what it is. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^ {2}([a-z-]+) {2,}\S.*$/gm)].map(([, name = '']) => name)

const benchFiles = readdirSync(join(root, 'test', 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))

describe.each([
  { script: 'soak.ts', some: ['vault-kills', 'sums', 'border-fuzz'] },
  { script: 'bench.ts', some: [...benchFiles, 'all'] },
])('$script', ({ script, some }) => {
  it.each([[], ['--help'], ['-h'], ['--', '--help']])(
    'lists its names for %j, each with a line',
    (...args) => {
      const { code, out, err } = run(script, ...args)
      expect(err).toBe('')
      expect(code).toBe(0)
      expect(namesIn(out)).toEqual(expect.arrayContaining(some))
      expect(out).toContain(`npm run ${script.replace('.ts', '')} -- NAME`)
    },
  )

  it('lists them for a name that is none, and fails', () => {
    const { code, out, err } = run(script, 'toString')
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toMatch(/^There is no (soak|bench) named "toString"/)
    expect(namesIn(err)).toEqual(expect.arrayContaining(some))
    expect(err).not.toMatch(/^ {4}at /m)
  })

  it('refuses an option that it does not have, without a stack trace', () => {
    const { code, err } = run(script, '--speed', '9')
    expect(code).toBe(1)
    expect(err).toContain('--speed')
    expect(namesIn(err)).toEqual(expect.arrayContaining(some))
    expect(err).not.toMatch(/^ {4}at /m)
  })
})

describe('soak.ts', () => {
  it.each(['0', 'x', '1.5', ''])('refuses --times %j', (times) => {
    const { code, err } = run('soak.ts', 'sums', `--times=${times}`)
    expect(code).toBe(1)
    expect(err).toMatch(/^--times needs a whole number/)
  })
})

it('each bench that is listed is a file, and the other way round', () => {
  const listed = namesIn(run('bench.ts').out).filter((name) => name !== 'all')
  expect(listed.sort()).toEqual(benchFiles.sort())
})
