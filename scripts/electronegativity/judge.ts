// Checks that every finding has an explanation, and every explanation a finding.
import type { Finding } from './report.ts'

/** A comment that explains findings at its own line: `eng-disable CHECK_ID: why this is right here`. */
export interface LineExplanation {
  readonly file: string
  readonly line: number
  readonly checks: readonly string[]
  /** In words; a comment with too few explains nothing. */
  readonly reason: string
}

/** An explanation of findings without a source line of ours: built code, or the whole app. */
export interface TreeExplanation {
  readonly check: string
  /** Complete file names in the project, with `/`; `N/A` for the whole app. */
  readonly files: RegExp
  readonly reason: string
}

/** Minimum words of an explanation. */
const minWords = 3

const directive = /(?:\/\*|\/\/|<!--)[ \t]*eng-disable[ \t]+((?:[A-Z0-9_]+_CHECK[ \t]*)+)(.*)$/

/** The explanations in a file's text. */
export function readExplanations(file: string, text: string): LineExplanation[] {
  return text.split('\n').flatMap((content, index) => {
    const match = directive.exec(content)
    if (!match) return []
    const [, checks = '', rest = ''] = match
    const reason = rest
      .replace(/(?:\*\/|-->).*$/, '')
      .replace(/^[\s:,.-]+/, '')
      .trim()
    return [{ file, line: index + 1, checks: checks.trim().split(/[ \t]+/), reason }]
  })
}

const place = ({ file, line }: { file: string; line: number }): string =>
  line > 0 ? `${file}:${line}` : file
const hasReason = (reason: string): boolean => reason.split(/\s+/).filter(Boolean).length >= minWords

/**
 * All faults, one sentence each; empty if every finding has its explanation and vice versa. A line's explanation applies to
 * that line only, even where the scanner would apply a comment at the top to the file.
 */
export function judge(
  findings: readonly Finding[],
  lines: readonly LineExplanation[],
  tree: readonly TreeExplanation[],
): string[] {
  const problems: string[] = []
  const used = new Set<string>()
  for (const finding of findings) {
    const line = lines.find(
      (one) => one.file === finding.file && one.line === finding.line && one.checks.includes(finding.check),
    )
    const general = tree.find((one) => one.check === finding.check && one.files.test(finding.file))
    if (line) used.add(`${place(line)} ${finding.check}`)
    else if (general) used.add(`${tree.indexOf(general)}`)
    else problems.push(`${place(finding)}: ${finding.check} is not explained: ${finding.description}`)
  }
  for (const line of lines) {
    for (const check of line.checks) {
      if (!used.has(`${place(line)} ${check}`)) {
        problems.push(`${place(line)}: explains ${check}, which is not found at this line (any more)`)
      }
    }
    if (!hasReason(line.reason)) problems.push(`${place(line)}: gives no reason in words`)
  }
  for (const [index, general] of tree.entries()) {
    const name = `explained.ts, ${general.check} in ${String(general.files)}`
    if (!used.has(`${index}`)) problems.push(`${name}: explains nothing that is found (any more)`)
    if (!hasReason(general.reason)) problems.push(`${name}: gives no reason in words`)
  }
  return problems
}
