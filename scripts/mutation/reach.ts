// Finds the tests that reach a file by imports, nearest first.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../paths.ts'

const imported = /(?:from\s+|import\s*\(?\s*|new URL\(\s*)['"](\.{1,2}\/[^'"]+)['"]/g
/** Threads and pages are reached by path, which the tests contain as text. */
const named = /['"](?:src-main|src-preload|src-renderer)\/[\w/.-]+\.(?:ts|html)['"]/g

const slashed = (path: string): string => path.replaceAll('\\', '/')

/** The paths that a file contains, relative to the project folder; a path that is not a file does no harm. */
function readEdges(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const relatives = [...text.matchAll(imported)].map(([, to = '']) =>
    slashed(relative(root, join(root, dirname(file), to))),
  )
  const places = [...text.matchAll(named)].map(([quoted]) => quoted.slice(1, -1))
  // The pages' build starts at their documents, which it names by folder.
  const pages = file.endsWith('serve-pages.ts')
    ? ['src-renderer/main.ts', 'src-renderer/confirm/main.ts']
    : []
  return [...relatives, ...places, ...pages]
}

/** Finds the test files that import a file, directly or indirectly, nearest first. */
export function makeReach(): (file: string) => string[] {
  const files = globSync(['src-*/**/*.{ts,svelte}', 'test/**/*.ts', 'scripts/**/*.ts'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).map(slashed)
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const to of readEdges(file)) importers.set(to, [...(importers.get(to) ?? []), file])
  return (file) => {
    const seen = new Set([file])
    const tests: string[] = []
    for (const each of seen) {
      if (each.endsWith('.test.ts')) tests.push(each)
      for (const importer of importers.get(each) ?? []) seen.add(importer)
    }
    return tests
  }
}
