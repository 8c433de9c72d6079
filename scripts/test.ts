// Owns: running every check and suite, and one closing line for all of them together.
// Must not: stop at the first failure (a person wants to see all), or hide one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { runElectronegativity } from './electronegativity.ts'
import { outFolder, root } from './paths.ts'

const { values: options } = parseArgs({ options: { only: { type: 'string', default: 'all' } } })

interface Tally {
  passed: number
  failed: number
  skipped: number
}

const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

/** Runs a tool's script on this Node with the output shown as it comes. */
function runTool(script: string, args: string[]): boolean {
  const path = join(root, 'node_modules', script)
  return spawnSync(process.execPath, [path, ...args], { cwd: root, stdio: 'inherit' }).status === 0
}

function record(name: string, tally: Tally): void {
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  if (tally.failed > 0) failures.push(name)
}

/** A check that has no tests of its own counts as one. */
function check(name: string, passes: () => boolean): void {
  process.stdout.write(`\n== ${name}\n`)
  const startedAt = performance.now()
  const passed = passes()
  process.stdout.write(
    `== ${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
  )
  record(name, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })
}

/**
 * Runs a suite that writes a report, and counts its tests. A suite that ran nothing, left no report, or failed without a
 * failed test (a broken set-up) counts as one failure.
 */
function suite(name: string, report: string, run: () => boolean, read: (report: unknown) => Tally): void {
  process.stdout.write(`\n== ${name}\n`)
  const file = join(outFolder, report)
  rmSync(file, { force: true })
  const ended = run()
  let tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  try {
    tally = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    process.stdout.write(`${name} left no report that can be read: ${String(error)}\n`)
  }
  if (tally.failed === 0 && (!ended || tally.passed === 0)) tally.failed = 1
  record(name, tally)
}

function field(report: unknown, ...path: string[]): number {
  let value: unknown = report
  for (const key of path) {
    if (typeof value !== 'object' || value === null) throw new Error(`no ${path.join('.')} in the report`)
    value = (value as Record<string, unknown>)[key]
  }
  if (typeof value !== 'number') throw new Error(`no ${path.join('.')} in the report`)
  return value
}

const readVitest = (report: unknown): Tally => ({
  passed: field(report, 'numPassedTests'),
  failed: field(report, 'numFailedTests'),
  skipped: field(report, 'numPendingTests'),
})

const readPlaywright = (report: unknown): Tally => ({
  passed: field(report, 'stats', 'expected') + field(report, 'stats', 'flaky'),
  failed: field(report, 'stats', 'unexpected'),
  skipped: field(report, 'stats', 'skipped'),
})

function runChecks(): void {
  check('types', () => runTool('typescript/bin/tsc', ['-b']))
  check('components', () =>
    runTool('svelte-check/bin/svelte-check', [
      '--tsconfig',
      'src-renderer/tsconfig.json',
      '--fail-on-warnings',
    ]),
  )
  check('lint', () => runTool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']))
  check('format', () => runTool('prettier/bin/prettier.cjs', ['--check', '.', '--log-level', 'warn']))
  // It looks at the built app too; a build that is as new as its sources costs nothing.
  check('electronegativity', () => build() && runElectronegativity())
  suite(
    'unit and contract tests',
    'vitest-results.json',
    () =>
      runTool('vitest/vitest.mjs', [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(outFolder, 'vitest-results.json')}`,
      ]),
    readVitest,
  )
}

function runPlaywright(project: string): void {
  suite(
    project,
    'e2e-results.json',
    () => runTool('playwright/cli.js', ['test', '--project', project]),
    readPlaywright,
  )
}

function runSmoke(): void {
  check('npm start -- --smoke', () => {
    const args = [join(root, 'scripts', 'start.ts'), '--smoke']
    return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0
  })
}

mkdirSync(outFolder, { recursive: true })
const wanted = options.only
if (wanted === 'all' || wanted === 'check') runChecks()
if (wanted !== 'check') {
  check('build', build)
  if (failures.includes('build'))
    process.stdout.write('Without a build, nothing that needs the app can run.\n')
  else if (wanted === 'screens') runPlaywright('screens')
  else {
    runPlaywright('e2e')
    if (wanted === 'all') runSmoke()
  }
}

if (failures.length > 0) process.stdout.write(`\nfailed: ${failures.join(', ')}\n`)
const skipped = total.skipped > 0 ? `, ${String(total.skipped)} skipped` : ''
process.stdout.write(`\n${String(total.passed)} passed, ${String(total.failed)} failed${skipped}\n`)
process.exit(total.failed > 0 ? 1 : 0)
