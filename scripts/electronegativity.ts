// Runs Electronegativity from a separate install over the source and the built app.
// The report is judged instead of the exit code or the output; a missing report is a failure.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { explainedInBuilt, explainedInSource } from './electronegativity/explained.ts'
import { judge, readExplanations, type TreeExplanation } from './electronegativity/judge.ts'
import { scanReport, type ScanReport } from './electronegativity/report.ts'
import { stageFolders, unstageName } from './electronegativity/stage.ts'
import { outFolder, root } from './paths.ts'

const home = join(root, 'scripts', 'electronegativity')
const stampFile = join(home, 'node_modules', '.starkdesk-stamp')
const workFolder = join(outFolder, 'electronegativity')

/** Added to every tree: a scan that does not find it, behind current syntax, did not work. */
const planted = {
  file: 'planted.ts',
  text: 'class Planted { #field = 1; run(a: string, b: string) { return eval(a + b + this.#field) } }\n',
  check: 'DANGEROUS_FUNCTIONS_JS_CHECK',
}

interface Tree {
  readonly name: string
  readonly folders: readonly string[]
  readonly explained: readonly TreeExplanation[]
  /** Whether its lines are our source, where comments can explain findings. */
  readonly isSource: boolean
}

const trees: readonly Tree[] = [
  {
    name: 'source',
    folders: ['src-main', 'src-preload', 'src-renderer'],
    explained: explainedInSource,
    isSource: true,
  },
  { name: 'built', folders: ['out/app'], explained: explainedInBuilt, isSource: false },
]

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Missing counts as empty; callers compare it, or parse it and report.
    return ''
  }
}

/** Installs the scanner unless the install matches the lock file. Returns an error message; null on success. */
function install(): string | null {
  const wanted = createHash('sha256')
    .update(readText(join(home, 'package-lock.json')))
    .digest('hex')
  if (readText(stampFile) === wanted) return null
  process.stdout.write('installing the scanner\n')
  const args = ['ci', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const cli = process.env['npm_execpath']
  const result = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], { cwd: home, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: home, encoding: 'utf8', shell: process.platform === 'win32' })
  if (result.status !== 0) {
    return `npm ci failed in ${home}: ${result.error?.message ?? `${result.stdout}\n${result.stderr}`.trim()}`
  }
  writeFileSync(stampFile, wanted)
  return null
}

function electronVersion(): string {
  const { devDependencies } = z
    .object({ devDependencies: z.object({ electron: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return devDependencies.electron
}

/** Scans a staged tree. Returns the report, or an error message. */
function scan(folder: string, reportFile: string): ScanReport | string {
  rmSync(reportFile, { force: true })
  const args = [join(home, 'scan.ts'), folder, reportFile, electronVersion()]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: home,
    encoding: 'utf8',
    timeout: 120_000,
  })
  try {
    return scanReport.parse(JSON.parse(readFileSync(reportFile, 'utf8')))
  } catch (error) {
    return `the scanner left no report that can be read: ${String(error)}\n${stdout}\n${stderr}`
  }
}

/** All faults of a tree. */
function checkTree({ name, folders, explained, isSource }: Tree): string[] {
  const staged = stageFolders(folders, join(workFolder, name))
  if (staged.length === 0) return [`there is nothing to scan in ${folders.join(', ')}`]
  writeFileSync(join(workFolder, name, planted.file), planted.text)
  const report = scan(join(workFolder, name), join(workFolder, `${name}.json`))
  if (typeof report === 'string') return [report]
  const unread = report.unread.map(({ file, message }) => `${unstageName(file)}: not scanned: ${message}`)
  if (!report.findings.some(({ file, check }) => file === planted.file && check === planted.check)) {
    unread.push(`${name}: the scanner does not find the fault that was planted for it`)
  }
  const findings = report.findings
    .filter(({ file }) => file !== planted.file)
    .map((finding) => ({ ...finding, file: unstageName(finding.file) }))
  const files = isSource ? [...new Set(staged.map(unstageName))] : []
  const lines = files.flatMap((file) => readExplanations(file, readFileSync(join(root, file), 'utf8')))
  process.stdout.write(
    `${name}: ${staged.length} files, ${report.checks} checks, ${findings.length} findings\n`,
  )
  return [...unread, ...judge(findings, lines, explained)]
}

/** Scans the source and the built app. True when every finding is explained. */
export function runElectronegativity(): boolean {
  mkdirSync(workFolder, { recursive: true })
  const fault = install()
  const problems = fault === null ? trees.flatMap(checkTree) : [fault]
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  return problems.length === 0
}

if (import.meta.main) process.exit(runElectronegativity() ? 0 : 1)
