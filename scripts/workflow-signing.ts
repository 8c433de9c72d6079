// Rules for workflow jobs with secrets or write permissions: a protected environment, a verified tag, a clean checkout, and
// only build and sign commands.
// Parses only our own YAML style; anything else with a secret in it is a fault.

export interface SigningFault {
  /** From 0. */
  readonly at: number
  readonly message: string
}

interface Job {
  readonly name: string
  /** Of its first line, from 0. */
  readonly at: number
  readonly lines: readonly string[]
}

/** A project secret in any spelling that GitHub accepts, or a permission that signing needs. */
const secret = /\bsecrets\b/i
const rights =
  /^\s*(?:['"]?(?:contents|id-token|attestations|packages|actions|deployments)['"]?)\s*:\s*write\b/
const isSigning = ({ lines }: Job): boolean => lines.some((line) => secret.test(line) || rights.test(line))

/** Commands that a signing job may run. Each builds, collects or signs; none runs a test or a test's output. */
const signingCommands: readonly RegExp[] = [
  /^node scripts\/release\/(?:prepare-runner\.mjs|[a-z-]+\.ts)(?: [\w./-]+)*$/,
  /^npm ci --ignore-scripts --no-audit --no-fund$/,
  /^npm run setup$/,
  /^npm run package -- --installers$/,
]

/** Third-party actions that it may use. No cache: anyone who can write one decides what is built. */
const signingActions =
  /^actions\/(?:checkout|setup-node|upload-artifact|download-artifact|attest-build-provenance)@/

const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, '$1')

/** Jobs in our style: names indented by two spaces under `jobs:`. */
function readJobs(lines: readonly string[]): readonly Job[] {
  const start = lines.findIndex((line) => /^jobs:\s*$/.test(line))
  if (start < 0) return []
  const heads = lines.flatMap((line, at) => {
    const name = at > start ? /^ {2}([\w-]+):\s*$/.exec(line)?.[1] : undefined
    return name === undefined ? [] : [{ name, at }]
  })
  return heads.map(({ name, at }, index) => ({ name, at, lines: lines.slice(at, heads[index + 1]?.at) }))
}

const readNeeds = ({ lines }: Job): readonly string[] => {
  const value = lines.flatMap((line) => /^ {4}needs:\s*(.+)$/.exec(line)?.[1] ?? [])[0] ?? ''
  return [...value.matchAll(/[\w-]+/g)].map(([name]) => name)
}

/** Names of all jobs that must have succeeded before a job starts. */
function findBefore(job: Job, jobs: readonly Job[], seen = new Set<string>()): ReadonlySet<string> {
  for (const name of readNeeds(job)) {
    const needed = jobs.find((one) => one.name === name)
    if (needed === undefined || seen.has(name)) continue
    seen.add(name)
    findBefore(needed, jobs, seen)
  }
  return seen
}

const runs = ({ lines }: Job, script: string): boolean =>
  lines.some((line) => line.trim() === `- run: node scripts/release/${script}`)

/** The commands and actions of a job with their line numbers. */
function judgeSteps(job: Job): readonly SigningFault[] {
  return job.lines.flatMap((line, index): SigningFault[] => {
    const at = job.at + index
    const command = /^\s*(?:-\s+)?['"]?run['"]?\s*:\s*(.*)$/.exec(line)?.[1]?.trim()
    if (command !== undefined && !signingCommands.some((allowed) => allowed.test(command)))
      return [{ at, message: `"${command}" may not run in a job that signs` }]
    const action = /^\s*(?:-\s+)?['"]?uses['"]?\s*:\s*(.*)$/.exec(line)?.[1]
    if (action !== undefined && !signingActions.test(action))
      return [{ at, message: `"${action}" may not be used in a job that signs` }]
    if (/^\s*(?:ref|repository|cache|shell|container|clean|path-to-node)\s*:/.test(line))
      return [{ at, message: `"${line.trim()}" makes what is built something else than the tag's commit` }]
    // The lines of a step are indented deeper than those of its job.
    if (secret.test(line) && !/^ {8,}\S/.test(line))
      return [{ at, message: 'a secret is for the one step that needs it, not for the whole job' }]
    return []
  })
}

function judgeJob(job: Job, jobs: readonly Job[]): readonly SigningFault[] {
  const faults: SigningFault[] = []
  const fault = (message: string): void => {
    faults.push({ at: job.at, message: `the job "${job.name}" signs, and ${message}` })
  }
  if (!job.lines.some((line) => /^ {4}environment: release$/.test(line)))
    fault('is not in the environment "release"')
  const before = jobs.filter(({ name }) => findBefore(job, jobs).has(name))
  for (const script of ['check-tag.ts', 'check-environment.ts'])
    if (!before.some((one) => runs(one, script))) fault(`does not need a job that runs ${script}`)
  for (const one of [job, ...before])
    if (one.lines.some((line) => /\b(?:always|failure|cancelled)\s*\(|continue-on-error/.test(line)))
      fault(`goes on where "${one.name}" failed`)
  const checkouts = job.lines.filter((line) => /uses: actions\/checkout@/.test(line)).length
  const forgetful = job.lines.filter((line) => /^ {10}persist-credentials: false$/.test(line)).length
  if (checkouts !== 1 || forgetful !== 1) fault('does not begin from one checkout that keeps no credentials')
  return [...faults, ...judgeSteps(job)]
}

/** The trigger lines of the workflow. */
function readTrigger(lines: readonly string[]): string {
  const start = lines.findIndex((line) => /^['"]?on['"]?:/.test(line))
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^\S/.test(line))
  return [lines[start] ?? '', ...rest.slice(0, end < 0 ? undefined : end)]
    .filter((line) => line !== '')
    .join('\n')
}

/** Faults of a workflow's signing jobs; empty for a workflow without any. */
export function lintSigning(text: string): readonly SigningFault[] {
  const lines = text
    .split('\n')
    .map(withoutComment)
    .map((line) => line.trimEnd())
  const jobs = readJobs(lines)
  const signing = jobs.filter(isSigning)
  const faults = signing.flatMap((job) => judgeJob(job, jobs))
  lines.forEach((line, at) => {
    const isInJob = jobs.some((job) => at >= job.at && at < job.at + job.lines.length)
    if (!isInJob && (secret.test(line) || rights.test(line)))
      faults.push({ at, message: 'a secret, or a right to write, is outside of any job' })
  })
  if (signing.length > 0 && readTrigger(lines) !== "on:\n  push:\n    tags: ['v*']")
    faults.push({
      at: 0,
      message: 'a workflow that signs begins with the tag of a release and with nothing else',
    })
  return faults
}
