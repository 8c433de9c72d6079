// Mutation tests: injects seeded faults and records which ones the tests find.
// Do not run it in a working tree in use: a killed run leaves its fault in the sources.
//
//   npm run mutation -- --draw FILE [--seed 1] [--each 9]     writes the faults
//   npm run mutation -- --run FILE --report FILE              injects each, runs the tests that reach it, and reverts it
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { drawFaults, kinds, type Fault } from './mutation/draw.ts'
import { makeReach } from './mutation/reach.ts'
import { root } from './paths.ts'

const faultsSchema = z.array(
  z.object({
    area: z.string(),
    kind: z.enum(kinds),
    file: z.string(),
    line: z.number(),
    from: z.number(),
    to: z.number(),
    before: z.string(),
    after: z.string(),
  }),
)

const outcomeSchema = z.object({
  place: z.string(),
  change: z.string(),
  outcome: z.enum(['found', 'missed', 'no test reaches it', 'no longer there']),
  by: z.string().nullable(),
  testFiles: z.number(),
  seconds: z.number(),
})
type Outcome = z.infer<typeof outcomeSchema>

/** Maximum number of nearest test files per fault; a fault that none of them finds costs the time of all. */
const maxTestFiles = 20
/** These run first, because most faults are found there. */
const nearest = 4
/** A fault that makes tests hang also counts as found. */
const limitMs = 240_000

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    draw: { type: 'string' },
    run: { type: 'string' },
    report: { type: 'string' },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '9' },
  },
})

const placeOf = ({ file, line, kind }: Fault): string => `${file}:${String(line)} ${kind}`
const changeOf = ({ before, after }: Fault): string =>
  `${before} -> ${after}`.replaceAll(/\s+/g, ' ').slice(0, 160)

/** The text with the fault; null if that position has changed since it was drawn. */
function put(fault: Fault, text: string): string | null {
  if (text.slice(fault.from, fault.to) !== fault.before) return null
  return text.slice(0, fault.from) + fault.after + text.slice(fault.to)
}

interface Verdict {
  readonly isRed: boolean
  readonly by: string | null
}

function runTests(files: readonly string[]): Verdict {
  const script = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [script, 'run', '--bail=1', '--retry=0', '--reporter=verbose', ...files]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: limitMs,
    maxBuffer: 1e9,
  })
  const plain = stdout.replaceAll(/\u001B\[[\d;]*m/g, '')
  const [, by = null] = /^ +(?:FAIL|×|✗) +(.*)$/m.exec(plain) ?? []
  return { isRed: status !== 0, by }
}

function tryFault(fault: Fault, testFiles: readonly string[]): Outcome {
  const path = join(root, fault.file)
  const told = {
    place: placeOf(fault),
    change: changeOf(fault),
    by: null,
    testFiles: testFiles.length,
    seconds: 0,
  }
  if (testFiles.length === 0) return { ...told, outcome: 'no test reaches it' }
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const changed = put(fault, text)
  if (changed === null) return { ...told, outcome: 'no longer there' }
  const startedAt = performance.now()
  try {
    writeFileSync(path, changed)
    const first = runTests(testFiles.slice(0, nearest))
    const { isRed, by } =
      first.isRed || testFiles.length <= nearest ? first : runTests(testFiles.slice(nearest))
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return { ...told, outcome: isRed ? 'found' : 'missed', by, seconds }
  } finally {
    writeFileSync(path, text)
  }
}

function refuseChanges(): void {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (stdout === '') return
  process.stderr.write('This clone has changes. Nothing was run; use a clean clone, kept for this.\n')
  process.exit(1)
}

function run(faultsFile: string, reportFile: string): void {
  refuseChanges()
  const faults = faultsSchema.parse(JSON.parse(readFileSync(faultsFile, 'utf8')))
  const reach = makeReach()
  // An interrupted run continues where it stopped.
  const outcomes = existsSync(reportFile)
    ? z.array(outcomeSchema).parse(JSON.parse(readFileSync(reportFile, 'utf8')))
    : []
  for (const fault of faults.slice(outcomes.length)) {
    const outcome = tryFault(fault, reach(fault.file).slice(0, maxTestFiles))
    outcomes.push(outcome)
    writeFileSync(reportFile, JSON.stringify(outcomes, null, 2))
    process.stdout.write(
      `${outcome.outcome} (${String(outcome.seconds)} s, ${String(outcome.testFiles)} files) ${outcome.place} ${outcome.change}\n`,
    )
  }
  const found = outcomes.filter(({ outcome }) => outcome === 'found').length
  process.stdout.write(`\n${String(found)} of ${String(outcomes.length)} faults found\n`)
}

if (values.draw !== undefined) {
  const faults = drawFaults(Number(values.seed), Number(values.each))
  writeFileSync(values.draw, JSON.stringify(faults, null, 2))
  for (const fault of faults) process.stdout.write(`${fault.area}: ${placeOf(fault)} ${changeOf(fault)}\n`)
} else if (values.run !== undefined && values.report !== undefined) run(values.run, values.report)
else {
  process.stderr.write('Say --draw FILE, or --run FILE --report FILE.\n')
  process.exit(1)
}
