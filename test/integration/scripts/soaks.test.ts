// Each long run names tests that exist and have a long run, or run only there.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/paths.ts'
import { missingFiles, soaks } from '../../../scripts/soaks.ts'

/** The text of a file, or of all files of a folder. */
function textOf(path: string): string {
  const whole = join(root, path)
  if (!statSync(whole).isDirectory()) return readFileSync(whole, 'utf8')
  return readdirSync(whole)
    .map((name) => readFileSync(join(whole, name), 'utf8'))
    .join()
}

describe('the long runs', () => {
  it.each(Object.entries(soaks))('%s names tests that are there and grow with it', (_, soak) => {
    expect(missingFiles(soak)).toEqual([])
    const tests = soak.times === 1 ? [] : soak.args.filter((arg) => arg.startsWith('test/'))
    expect(tests.filter((path) => !/soakRounds|isSoak|SOAK_TIMES/.test(textOf(path)))).toEqual([])
  })

  it('are refused where they name a file that is gone', () => {
    expect(
      missingFiles({ args: ['test/integration/scripts/soaks.test.ts', 'test/unit/gone.test.ts'] }),
    ).toEqual(['test/unit/gone.test.ts'])
  })
})
