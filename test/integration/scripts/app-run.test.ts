// An AppImage on a system without user namespaces does not start without a sandbox: electron-builder's own AppRun adds the
// switch, and the app refuses it. The app itself, packaged, is asked the same in test/package/.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../../scripts/paths.ts'
import { runAppRun } from './app-run.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-apprun-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** A program with the app's own refusal in it, over what Node knows of its arguments. */
function writeProgram(): void {
  const refusal = JSON.stringify(join(root, 'src-main', 'app', 'debug-switches.ts'))
  const start = join(folder, 'start.mjs')
  writeFileSync(
    start,
    `import { refuseDebugSwitches } from ${refusal}
const app = {
  isPackaged: true,
  commandLine: { hasSwitch: (name) => process.argv.includes('--' + name) },
  exit: (code) => process.exit(code),
  whenReady: () => Promise.resolve(),
}
const dialog = { showErrorBox: (title, text) => console.log('box: ' + title + ' ' + text) }
const argv = process.argv.slice(1)
if (refuseDebugSwitches({ app, dialog }, { ...process, argv, env: process.env, stderr: process.stderr }))
  console.log('started with ' + JSON.stringify(argv.slice(1)))
`,
  )
  writeFileSync(join(folder, 'starkdesk'), `#!/bin/sh\nexec '${process.execPath}' '${start}' "$@"\n`, {
    mode: 0o755,
  })
}

const run = (hasNamespaces: boolean, args: readonly string[]) =>
  runAppRun({ work: folder, appDir: folder, hasNamespaces, args })

describe.runIf(process.platform === 'linux')("an AppImage's launcher", () => {
  beforeEach(writeProgram)

  test.each([[[]], [['starkdesk://markets']]])(
    'without user namespaces starts nothing, and the person is told what to do: %j',
    async (args) => {
      const { code, stdout, stderr } = await run(false, args)
      expect(stdout).not.toContain('started with [')
      expect(code).toBe(1)
      for (const told of [stdout, stderr]) {
        expect(told).toContain('started with --no-sandbox,')
        expect(told).toContain('Install the deb or rpm package instead.')
        expect(told).toContain(`profile starkdesk-appimage "${join(folder, 'Starkdesk.AppImage')}"`)
      }
    },
  )

  test('with user namespaces starts the app as it was asked to', async () => {
    const { code, stdout, stderr } = await run(true, ['starkdesk://markets', '--lang=de'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe('started with ["starkdesk://markets","--lang=de"]\n')
  })
})
