// Each promise of SECURITY.md names a test, and each test which it names is there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')

/** Of every test, without its folder and ending. */
const names = new Set(
  readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .map(({ name }) => /^(.+)\.(?:test|spec)\.ts$/.exec(name)?.[1])
    .filter((name) => name !== undefined),
)

/** In brackets stand nothing but names in code marks, with commas between them. */
const inBrackets = /\((`[a-z0-9-]+`(?:,\s+`[a-z0-9-]+`)*)\)/g

/** Points that promise nothing which a test could try, by their first words. */
const untried = ['The list of keys is empty until the first release']

/** From a heading to the next of its depth. */
function part(heading: string): string {
  const start = text.indexOf(`\n## ${heading}\n`)
  expect([heading, start]).not.toEqual([heading, -1])
  const rest = text.slice(start + 1)
  const end = rest.indexOf('\n## ')
  return end < 0 ? rest : rest.slice(0, end)
}

const promises = ['Against whom, and how', 'Updates', 'Where releases are made', 'In a release'].map(part)

test('every promise names tests that are there', () => {
  const named = [...promises.join('\n').matchAll(inBrackets)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().replaceAll('`', ''))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !names.has(name))).toEqual([])
  // Who can attack without any test that tries it?
  for (const one of promises[0]?.split('### ').slice(1) ?? []) expect(one).toMatch(inBrackets)
})

test('each point names one', () => {
  const points = promises.flatMap((one) =>
    one
      .split(/\n(?=- |\n)/)
      .filter((lines) => lines.startsWith('- '))
      .map((lines) => lines.slice(2).replaceAll(/\s+/g, ' ')),
  )
  expect(points.length).toBeGreaterThan(35)
  const silent = points.filter((point) => point.search(inBrackets) < 0)
  expect(silent.filter((point) => !untried.some((words) => point.startsWith(words)))).toEqual([])
})
