// No finding of the scanner goes unexplained, no explanation unused, and no file unread.
import { describe, expect, test } from 'vitest'
import { judge, readExplanations } from '../../../scripts/electronegativity/judge.ts'
import { scanReport } from '../../../scripts/electronegativity/report.ts'
import { stageText, unstageName } from '../../../scripts/electronegativity/stage.ts'

const finding = {
  check: 'AUXCLICK_JS_CHECK',
  file: 'src-main/desktop/windows/windows.ts',
  line: 3,
  description: 'Middle-click.',
}
const text = [
  'const one = 1',
  '',
  'const window = new BrowserWindow(/* eng-disable AUXCLICK_JS_CHECK: every window is denied below */ {})',
].join('\n')
const explained = readExplanations('src-main/desktop/windows/windows.ts', text)
const general = { check: 'CSP_GLOBAL_CHECK', files: /^N\/A$/, reason: 'The policy is a response header.' }
const csp = { check: 'CSP_GLOBAL_CHECK', file: 'N/A', line: 0, description: 'No CSP.' }

describe('a finding', () => {
  test('is explained by a comment at its own line', () => {
    expect(judge([finding], explained, [])).toEqual([])
    expect(judge([finding, finding], explained, [])).toEqual([])
  })

  test('is not explained by a comment at another line, in another file, or for another check', () => {
    for (const change of [{ line: 1 }, { file: 'src-main/index.ts' }, { check: 'SANDBOX_JS_CHECK' }]) {
      const problems = judge([{ ...finding, ...change }], explained, [])
      expect(problems).toHaveLength(2)
      expect(problems[0]).toContain('is not explained: Middle-click.')
      expect(problems[1]).toContain(
        'src-main/desktop/windows/windows.ts:3: explains AUXCLICK_JS_CHECK, which is not found',
      )
    }
  })

  test('is not explained by a comment at the top, where the scanner would let it speak for the file', () => {
    const top = readExplanations(
      'src-main/desktop/windows/windows.ts',
      '// eng-disable AUXCLICK_JS_CHECK: all of this file',
    )
    expect(judge([finding], top, [])).toHaveLength(2)
  })

  test('of the app as a whole is explained by the list, for its check and its files alone', () => {
    expect(judge([csp], [], [general])).toEqual([])
    expect(judge([{ ...csp, file: 'out/app/index.js' }], [], [general])).toHaveLength(2)
    expect(judge([{ ...csp, check: 'LIMIT_NAVIGATION_GLOBAL_CHECK' }], [], [general])).toHaveLength(2)
  })
})

describe('an explanation', () => {
  test('that nothing needs any more is a failure', () => {
    expect(judge([], explained, [])).toEqual([
      'src-main/desktop/windows/windows.ts:3: explains AUXCLICK_JS_CHECK, which is not found at this line (any more)',
    ])
    expect(judge([], [], [general])).toEqual([expect.stringContaining('explains nothing that is found')])
  })

  test('without a reason in words is a failure', () => {
    for (const reason of ['', ': ', ': fine']) {
      const bare = readExplanations(finding.file, `\n\nx() // eng-disable AUXCLICK_JS_CHECK${reason}`)
      expect(judge([finding], bare, [])).toEqual([
        'src-main/desktop/windows/windows.ts:3: gives no reason in words',
      ])
    }
    expect(judge([csp], [], [{ ...general, reason: 'fine' }])).toHaveLength(1)
  })

  test.each([
    ['x() // eng-disable OPEN_EXTERNAL_JS_CHECK: the address is checked', ['OPEN_EXTERNAL_JS_CHECK']],
    ['x(/* eng-disable A_JS_CHECK B_JS_CHECK: both are locked */ y)', ['A_JS_CHECK', 'B_JS_CHECK']],
    ['<p></p> <!-- eng-disable CSP_HTML_CHECK because it is a header -->', ['CSP_HTML_CHECK']],
  ])('is read as the scanner reads it: %s', (line, checks) => {
    const [read] = readExplanations('x', line)
    expect(read?.checks).toEqual(checks)
    expect(read?.reason.split(' ').length).toBeGreaterThanOrEqual(3)
    expect(read?.reason).not.toMatch(/[*>]/)
  })
})

describe('what the scanner is given', () => {
  test('keeps every line at its place, and no comment that would make it silent', () => {
    const [staged] = stageText('src-main/desktop/windows/windows.ts', text)
    expect(staged?.suffix).toBe('')
    expect(staged?.text).toHaveLength(text.length)
    expect(staged?.text).not.toContain('eng-disable')
  })

  test('is read by the parser that knows the language of today, whatever the file is called', () => {
    expect(stageText('out/app/main/index.js', 'x')).toEqual([{ suffix: '.ts', text: 'x' }])
    expect(stageText('out/app/preload/index.cjs', 'x')).toEqual([{ suffix: '.ts', text: 'x' }])
    expect(stageText('a/b.svelte.ts', 'x')).toEqual([{ suffix: '', text: 'x' }])
    expect(stageText('a/font.woff2', 'x')).toEqual([])
  })

  test('has the script of a component apart from its markup, each at its line', () => {
    const component =
      '<script module lang="ts">\nlet a\n</script>\n<script lang="ts">\nlet b\n</script>\n<b>c</b>\n'
    const [script, markup] = stageText('A.svelte', component)
    expect(script?.text.split('\n').map((line) => line.trim())).toEqual([
      '',
      'let a',
      '',
      '',
      'let b',
      '',
      '',
      '',
    ])
    expect(markup?.text.split('\n').map((line) => line.trim())).toEqual([
      '',
      '',
      '',
      '',
      '',
      '',
      '<b>c</b>',
      '',
    ])
  })

  test.each([
    'src-main/index.ts',
    'out/app/main/index.js',
    'out/app/preload/index.cjs',
    'a/B.svelte',
    'a/c.svelte.ts',
  ])('names %s in its findings as it is called', (name) => {
    for (const { suffix } of stageText(name, 'x')) expect(unstageName(name + suffix)).toBe(name)
  })
})

test('a report without a single check, or with a finding that has no place, is none', () => {
  expect(scanReport.safeParse({ checks: 42, unread: [], findings: [finding] }).success).toBe(true)
  expect(scanReport.safeParse({ checks: 0, unread: [], findings: [] }).success).toBe(false)
  expect(scanReport.safeParse({ checks: 42, findings: [] }).success).toBe(false)
  expect(scanReport.safeParse({ checks: 42, unread: [], findings: [{ ...finding, file: '' }] }).success).toBe(
    false,
  )
})
