// Owns: which tests reach a file by imports, the nearest first. Must not: run any.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../paths.ts'

const imported = /(?:from\s+|import\s*\(?\s*|new URL\(\s*)['"](\.{1,2}\/[^'"]+)['"]/g
/** Threads and pages are reached by their place, which the tests name as text. */
const named = /['"](?:src-main|src-preload|src-renderer)\/[\w/.-]+\.(?:ts|html)['"]/g

const slashed = (path: string): string => path.replaceAll('\\', '/')

/** The places that a file names, as paths from the project's folder; a place that is no file of ours is no harm. */
function readEdges(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const relatives = [...text.matchAll(imported)].map(([, to = '']) =>
    slashed(relative(root, join(root, dirname(file), to))),
  )
  const places = [...text.matchAll(named)].map(([quoted]) => quoted.slice(1, -1))
  // The pages' build begins at their documents, which it names by folder.
  const pages = file.endsWith('serve-pages.ts')
    ? ['src-renderer/main.ts', 'src-renderer/confirm/main.ts']
    : []
  return [...relatives, ...places, ...pages]
}

/** The test files that import a file, over any number of others, the nearest first. */
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
