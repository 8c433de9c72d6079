// Each test which SECURITY.md names is there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Of every test, without its folder and ending. */
const names = new Set(
  readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .map(({ name }) => /^(.+)\.(?:test|spec)\.ts$/.exec(name)?.[1])
    .filter((name) => name !== undefined),
)

test('every promise names tests that are there', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  const promises = text.slice(text.indexOf('## Against whom'), text.indexOf('## Updates'))
  // In brackets stand nothing but names in code marks, with commas between them.
  const named = [...promises.matchAll(/\((`[a-z0-9-]+`(?:,\s+`[a-z0-9-]+`)*)\)/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().replaceAll('`', ''))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !names.has(name))).toEqual([])
  // Who can attack without any test that tries it?
  for (const part of promises.split('### ').slice(1)) expect(part).toMatch(/\(`[a-z0-9-]+`/)
})
