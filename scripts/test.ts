// Runs every check and suite to the end, and summarizes all failures by name and count.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { lintWorkflows } from './lint-workflows.ts'
import { outFolder, root } from './paths.ts'
import { hasStandInPassed, noteStandInPassed } from './stand-in-passed.ts'
import buildTestThreads from './test-threads.ts'

const { values: options } = parseArgs({ options: { only: { type: 'string', default: 'all' } } })

interface Tally {
  passed: number
  failed: number
  skipped: number
}

const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
/** Failure output of the suites, repeated at the end, where a truncated log still has it. */
const reasons: string[] = []

interface Ended {
  readonly passed: boolean
  readonly printed: string
  readonly ms: number
}

/**
 * Runs a script on this Node.
 * @param how - its output is shown live, unless it runs `aside`, in parallel with others
 * @param env - changes to the environment
 */
async function watchTool(
  script: string,
  args: string[],
  how: 'shown' | 'aside',
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const startedAt = performance.now()
  const tool = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [tool.stdout, tool.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (how === 'shown') process.stdout.write(text)
    })
  }
  await once(tool, 'close')
  return { passed: tool.exitCode === 0, printed, ms: performance.now() - startedAt }
}

/** The start of failure output: Vitest's headings, Playwright's first numbered failure. */
const firstFailure = /^.*(?:⎯ (?:Failed|Unhandled) |^ {2}1\) \[)/m
const maxReasonLines = 120

const ofPackage = (file: string): string => join(root, 'node_modules', file)
const ofProject = (file: string): string => join(root, 'scripts', file)

const withoutColors = (printed: string): string => printed.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '')

function readReasons(printed: string): string | null {
  const plain = withoutColors(printed)
  const from = plain.search(firstFailure)
  return from < 0 ? null : plain.slice(from).split('\n').slice(0, maxReasonLines).join('\n')
}

function record(name: string, tally: Tally): void {
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  if (tally.failed > 0) failures.push(name)
}

/** A check without tests counts as one. */
function noteCheck(name: string, passed: boolean, ms: number): void {
  process.stdout.write(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${(ms / 1000).toFixed(1)} s\n`)
  record(name, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })
}

function check(name: string, passes: () => boolean): void {
  process.stdout.write(`\n== ${name}\n`)
  const startedAt = performance.now()
  const passed = passes()
  noteCheck(name, passed, performance.now() - startedAt)
}

/**
 * Runs a suite that writes a report, and counts its tests. A suite that ran nothing, left no report, or failed without a
 * failed test (a broken setup) counts as one failure.
 */
async function suite(
  name: string,
  report: string,
  run: () => Promise<Ended>,
  read: (report: unknown) => Tally,
): Promise<void> {
  process.stdout.write(`\n== ${name}\n`)
  const file = join(outFolder, report)
  rmSync(file, { force: true })
  const { passed, printed } = await run()
  process.stdout.write(`== ${name}: ${passed ? 'passed' : 'FAILED'}\n`)
  let tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  try {
    tally = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    process.stdout.write(`${name} left no report that can be read: ${String(error)}\n`)
  }
  if (tally.failed === 0 && (!passed || tally.passed === 0)) tally.failed = 1
  if (tally.failed > 0) reasons.push(readReasons(printed) ?? `${name}: nothing was said of why`)
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
  passed: field(report, 'stats', 'expected'),
  failed: field(report, 'stats', 'unexpected'),
  skipped: field(report, 'stats', 'skipped'),
})

/** Projects of vitest.config.ts that use a core throughout. */
const busyProjects = ['unit', 'page']

/** Those that mostly wait. The stand-in's is skipped if its current version has passed; never in CI. */
const waitingProjects = ['integration', ...(!process.env['CI'] && hasStandInPassed() ? [] : ['stand-in'])]

/** Workers of the two runs of Vitest: together they fill two cores, and end at about the same time as what follows the busy one. */
const workers = { busy: 2, waiting: 3 }

/** @param how - `aside`: its output follows when it has ended */
async function runVitest(
  projects: readonly string[],
  maxWorkers: number,
  how: 'shown' | 'aside',
): Promise<void> {
  const report = `vitest-${projects[0] ?? ''}.json`
  const args = [
    ...projects.map((name) => `--project=${name}`),
    `--maxWorkers=${String(maxWorkers)}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(outFolder, report)}`,
  ]
  const failedBefore = failures.length
  await suite(
    projects.join(', '),
    report,
    async () => {
      const ended = await watchTool(ofPackage('vitest/vitest.mjs'), ['run', ...args], how)
      if (how === 'aside') process.stdout.write(ended.printed)
      return ended
    },
    readVitest,
  )
  // CI's checkout must stay clean: only then does a package include its commit.
  const isNoted = !process.env['CI'] && projects.includes('stand-in')
  if (isNoted && failures.length === failedBefore) noteStandInPassed()
}

function runScript(name: string, ...args: string[]): boolean {
  return spawnSync(process.execPath, [ofProject(name), ...args], { cwd: root, stdio: 'inherit' }).status === 0
}

const cacheOf = (name: string): string[] => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${join(outFolder, `${name}-cache`)}`,
]

/** Reports the result of a parallel check. */
function checkAside(name: string, { passed, printed, ms }: Ended): void {
  process.stdout.write(`\n== ${name}\n${printed}`)
  noteCheck(name, passed, ms)
}

/** Checks that use one core each, in sequence, in parallel with the others. */
async function runChecksAside(): Promise<void> {
  const aside = (script: string, args: string[]): Promise<Ended> =>
    watchTool(ofPackage(script), args, 'aside')
  checkAside(
    'format',
    await aside('prettier/bin/prettier.cjs', ['--check', '.', '--log-level=warn', ...cacheOf('prettier')]),
  )
  checkAside(
    'lint of components',
    await aside('eslint/bin/eslint.js', ['.', '--max-warnings=0', ...cacheOf('eslint')]),
  )
  const svelteArgs = ['--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings']
  checkAside('components', await aside('svelte-check/bin/svelte-check', svelteArgs))
}

/**
 * Checks that a single changed file can break come first; what is built meanwhile is needed by the tests alone. Lint and types use one
 * core, too: the other has the checks aside, and several checkers of one program each work out the types that they share.
 */
async function runChecks(): Promise<void> {
  const others = runChecksAside()
  // TypeScript by oxlint with types, whose part is a program in Go; markup of components by ESLint.
  const lintArgs = ['--deny-warnings', '--threads=1']
  const onOneCore = { GOMAXPROCS: '1' }
  checkAside('lint', await watchTool(ofPackage('oxlint/bin/oxlint'), lintArgs, 'aside', onOneCore))
  checkAside('types', await watchTool(ofPackage('typescript-7/bin/tsc'), ['-b', '--singleThreaded'], 'aside'))
  const areWorkflowsRight = await lintWorkflows()
  check('workflows', () => areWorkflowsRight)
  checkAside('texts', await watchTool(ofProject('texts.ts'), ['--check'], 'aside'))
  checkAside('build', await watchTool(ofProject('build.ts'), [], 'aside'))
  await buildTestThreads()
  await others
}

/** A scan of sources and build, which uses one core. */
const scan = (): Promise<Ended> => watchTool(ofProject('electronegativity.ts'), [], 'aside')

/** The app in a folder as installed: whether it starts, too. It runs alone. */
async function runPackage(): Promise<void> {
  checkAside(
    'npm run package -- --dir --check',
    await watchTool(ofProject('package.ts'), ['--dir', '--check'], 'aside'),
  )
}

async function runPlaywright(project: string): Promise<void> {
  await suite(
    project,
    'e2e-results.json',
    () => watchTool(ofPackage('playwright/cli.js'), ['test', '--project', project], 'shown'),
    readPlaywright,
  )
}

mkdirSync(outFolder, { recursive: true })
const wanted = options.only
const hasChecks = wanted === 'all' || wanted === 'check'
if (hasChecks) await runChecks()
else check('build', build)
if (failures.includes('build')) process.stdout.write('Without a build, nothing that needs the app can run.\n')
else if (wanted === 'screens') await runPlaywright('screens')
else {
  const waiting = hasChecks ? runVitest(waitingProjects, workers.waiting, 'aside') : null
  // The end-to-end tests that are left then do not fill two cores.
  const scanned = waiting?.then(scan)
  if (hasChecks) await runVitest(busyProjects, workers.busy, 'shown')
  if (wanted !== 'check') await runPlaywright('e2e')
  if (scanned !== undefined) checkAside('electronegativity', await scanned)
  if (wanted === 'all') await runPackage()
  if (wanted === 'all') check('npm start -- --smoke', () => runScript('start.ts', '--smoke'))
}

for (const reason of reasons) process.stdout.write(`\n${reason}\n`)
if (failures.length > 0) process.stdout.write(`\nfailed: ${failures.join(', ')}\n`)
const skipped = total.skipped > 0 ? `, ${String(total.skipped)} skipped` : ''
process.stdout.write(`\n${String(total.passed)} passed, ${String(total.failed)} failed${skipped}\n`)
process.exit(total.failed > 0 ? 1 : 0)
