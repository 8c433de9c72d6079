// `npm run package`: builds, stages, runs electron-builder, and checks the result. Installers are made with real Electron
// only.
import { Arch as BuilderArch, build as runBuilder, Platform as BuilderPlatform } from 'electron-builder'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { hasDisplay, startVirtualDisplay } from './display.ts'
import { withAppleKey } from './package/apple-key.ts'
import { makeConfiguration, readSigning } from './package/configuration.ts'
import {
  type Arch,
  findLastPackage,
  type Platform,
  releaseFolder,
  standInRuntimeFolder,
  thisArch,
  thisPlatform,
} from './package/places.ts'
import { takeSigningSecrets, withSigningSecrets } from './package/signing-secrets.ts'
import { stageApp } from './package/stage.ts'
import { root } from './paths.ts'
import { chooseRuntime, type Runtime } from './runtime.ts'

const help = `npm run package                  installers for this system, then the check (needs real Electron)
npm run package -- --installers  the installers without the check, for a release: what signs runs no tests
npm run package -- --dir         the app in a folder instead of installers, on the runtime at hand
npm run package -- --check       only the check of what was packaged last
npm run package -- --dir --check the folder, then the check
npm run package -- --e2e         only the end-to-end suite, on the archive that was packaged last`

const { values: options } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    installers: { type: 'boolean', default: false },
    e2e: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

// Before any other process starts.
const signingSecrets = takeSigningSecrets(process.env)

const say = (text: string): void => {
  process.stdout.write(`package: ${text}\n`)
}

/** The folder packaged as the runtime; null if electron-builder fetches Electron itself. */
function prepareRuntime(runtime: Runtime, platform: Platform): string | null {
  if (runtime.kind === 'stand-in') {
    rmSync(standInRuntimeFolder, { recursive: true, force: true })
    mkdirSync(standInRuntimeFolder, { recursive: true })
    cpSync(runtime.executable, join(standInRuntimeFolder, 'electron'))
    // As in Electron's folder, so that packaging shows here that it does not ship this file.
    mkdirSync(join(standInRuntimeFolder, 'resources'))
    writeFileSync(join(standInRuntimeFolder, 'resources', 'default_app.asar'), '')
    return standInRuntimeFolder
  }
  // A universal app combines two Electrons, of which only one is installed.
  if (platform === 'darwin' && !options.dir) return null
  return platform === 'darwin'
    ? dirname(dirname(dirname(dirname(runtime.executable))))
    : dirname(runtime.executable)
}

const builderPlatforms = {
  darwin: BuilderPlatform.MAC,
  win32: BuilderPlatform.WINDOWS,
  linux: BuilderPlatform.LINUX,
} as const

/** Build targets: a folder for this architecture, or the installers of configuration.ts. */
function chooseTargets(platform: Platform, arch: Arch): Map<BuilderPlatform, Map<BuilderArch, string[]>> {
  if (options.dir) return builderPlatforms[platform].createTarget('dir', BuilderArch[arch])
  return builderPlatforms[platform].createTarget(
    null,
    platform === 'darwin' ? BuilderArch.universal : BuilderArch[arch],
  )
}

async function makePackage(): Promise<void> {
  const [platform, arch] = [thisPlatform(), thisArch()]
  const runtime = chooseRuntime()
  say(runtime.reason)
  if (runtime.kind === 'stand-in' && !options.dir) {
    throw new Error('installers are made of real Electron only. With --dir the stand-in can be packaged.')
  }
  if (runtime.kind === 'stand-in' && platform !== 'linux') {
    throw new Error('the stand-in can be packaged on Linux only, where its program is a script.')
  }
  if (!build()) throw new Error('without a build there is nothing to package')
  const repository = process.env['GITHUB_REPOSITORY'] ?? null
  stageApp({
    platform,
    arches: platform === 'darwin' && !options.dir ? ['x64', 'arm64'] : [arch],
    repository,
  })
  rmSync(releaseFolder, { recursive: true, force: true })
  const signing = readSigning(platform, signingSecrets)
  say(signing.sentence)
  if (process.env['GITHUB_ACTIONS'] === 'true' && signing.sentence.includes('NOT ')) {
    process.stdout.write(`::warning::${platform}: ${signing.sentence}\n`)
  }
  const startedAt = performance.now()
  const config = makeConfiguration({
    platform,
    runtime: runtime.kind,
    runtimeFolder: prepareRuntime(runtime, platform),
    repository,
    signing,
  })
  const targets = chooseTargets(platform, arch)
  const files = await withSigningSecrets(process.env, signingSecrets, () =>
    withAppleKey(process.env, () => runBuilder({ projectDir: root, targets, publish: 'never', config })),
  )
  for (const file of files) say(file)
  say(`packaged in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${releaseFolder}`)
}

/** Runs a project tool, with a virtual display if real Electron needs one. */
async function runTool(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const display = chooseRuntime().kind === 'stand-in' || hasDisplay() ? null : await startVirtualDisplay()
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(display ? { DISPLAY: display.name } : {}), ...env },
  })
  display?.close()
  return status === 0
}

/** Reads the package and starts it; see test/package/. */
const runCheck = (): Promise<boolean> =>
  runTool('vitest/vitest.mjs', ['run', '--config', join('test', 'package', 'vitest.config.ts')])

/** Runs the suite on the shipped archive in its packaged runtime; see test/e2e/support/. */
const runSuite = (): Promise<boolean> =>
  runTool('playwright/cli.js', ['test', '--project', 'e2e'], {
    STARKDESK_E2E_APP: join(findLastPackage().resources, 'app.asar'),
  })

async function run(): Promise<boolean> {
  if (options.installers && (options.dir || options.check || options.e2e))
    throw new Error('--installers makes installers and nothing else')
  if (options.e2e) return await runSuite()
  if (options.dir || !options.check) await makePackage()
  const isMadeOnly = (options.dir && !options.check) || options.installers
  return isMadeOnly || (await runCheck())
}

try {
  if (options.help) process.stdout.write(`${help}\n`)
  else if (!(await run())) process.exit(1)
} catch (error) {
  process.stderr.write(`package: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
