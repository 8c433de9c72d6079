// Setting a clone up runs no script of a package, and that keytar is compiled and not fetched. The real setup.mjs sets up a
// project of our making, whose packages write down what is run of them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../../scripts/paths.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content, { mode })
}

/** A package whose every script leaves a file behind. */
function writePackage(name: string, more: object = {}): void {
  const script = `node -e "require('node:fs').writeFileSync('${join(folder, `ran-${name}`)}', '')"`
  const scripts = { preinstall: script, install: script, postinstall: script }
  write(`packages/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', scripts, ...more }))
}

const node = `node-linux-${process.arch}`

function npm(...args: string[]) {
  const { status, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true' },
  })
  return { status, stderr }
}

/** A project that is set up by our script. Its node-gyp writes down what it was asked for, and makes a binary. */
function writeProject(): void {
  cpSync(join(root, 'scripts', 'setup.mjs'), join(folder, 'scripts', 'setup.mjs'), { recursive: true })
  for (const name of ['keytar', 'other']) writePackage(name)
  writePackage(node, { bin: { node: 'bin/node' } })
  write(`packages/${node}/bin/node`, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, 0o755)
  write(`packages/${node}/include/node/node_api.h`, '')
  writePackage('electron')
  writePackage('node-gyp')
  write(
    'packages/node-gyp/bin/node-gyp.js',
    `const fs = require('node:fs')
fs.mkdirSync('build/Release', { recursive: true })
fs.writeFileSync('build/Release/keytar.node', '')
const { npm_config_nodedir: nodedir } = process.env
fs.writeFileSync('${join(folder, 'compiled.json')}', JSON.stringify({ args: process.argv.slice(2), nodedir }))
`,
  )
  const names = ['electron', 'keytar', 'node-gyp', node, 'other']
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:packages/${name}`]))
  write('package.json', JSON.stringify({ name: 'project', version: '1.0.0', private: true, dependencies }))
  write('.npmrc', '')
  expect(npm('install', '--package-lock-only', '--ignore-scripts')).toMatchObject({ status: 0 })
}

const ran = () =>
  ['electron', 'keytar', 'node-gyp', node, 'other'].filter((name) => existsSync(join(folder, `ran-${name}`)))

function setUp(env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [join(folder, 'scripts', 'setup.mjs')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true', ELECTRON_SKIP_BINARY_DOWNLOAD: '1', ...env },
  })
}

describe.runIf(process.platform === 'linux')('setting a clone up', () => {
  beforeEach(writeProject)

  test('runs no script of any package', () => {
    const { status, stderr } = setUp()
    expect([status, ran()], stderr).toEqual([0, []])
  })

  test('compiles keytar, against the headers of the pinned Node and no others', () => {
    const { stderr } = setUp({ npm_config_nodedir: '/tmp/other' })
    expect(stderr).toContain('compiling keytar')
    const compiled: unknown = JSON.parse(readFileSync(join(folder, 'compiled.json'), 'utf8'))
    const nodedir = `--nodedir=${join(folder, 'node_modules', node)}`
    expect(compiled).toEqual({
      args: ['rebuild', '--release', '--jobs=max', '--napi_build_version=3', nodedir],
    })
  })

  test("has Electron's binary compared with the list in its package, whatever the environment says", () => {
    // What the real one reads: with such a variable it believes the list beside the download.
    write(
      'packages/electron/install.js',
      `const { join } = require('node:path')
const names = Object.keys(process.env).filter((name) => /checksums/i.test(name))
require('node:fs').writeFileSync('${join(folder, 'fetched.json')}', JSON.stringify(names))
require('node:fs').writeFileSync(join(__dirname, 'path.txt'), '')
`,
    )
    const { status, stderr } = setUp({
      ELECTRON_SKIP_BINARY_DOWNLOAD: '',
      electron_use_remote_checksums: '1',
      npm_config_electron_use_remote_checksums: '1',
    })
    expect(status, stderr).toBe(0)
    expect(readFileSync(join(folder, 'fetched.json'), 'utf8')).toBe('[]')
  })

  test('does neither again once it is done', () => {
    setUp()
    rmSync(join(folder, 'compiled.json'))
    const { status, stderr } = setUp()
    expect([status, stderr, existsSync(join(folder, 'compiled.json'))]).toEqual([0, '', false])
  })

  test('stops where the pinned Node is not among the packages', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    manifest.dependencies = Object.fromEntries(
      Object.entries(manifest.dependencies).filter(([name]) => name !== node),
    )
    write('package.json', JSON.stringify(manifest))
    rmSync(join(folder, 'package-lock.json'))
    expect(npm('install', '--package-lock-only', '--ignore-scripts')).toMatchObject({ status: 0 })
    const { status, stderr } = setUp()
    expect(status).toBe(1)
    expect(stderr).toContain(`did not install the pinned Node (package "${node}")`)
  })

  test('by hand, with npm alone, runs no script either', () => {
    cpSync(join(root, '.npmrc'), join(folder, '.npmrc'))
    expect(npm('ci')).toMatchObject({ status: 0 })
    expect(ran()).toEqual([])
    // The scripts are there to be run: npm does so where it is not told otherwise.
    expect(npm('ci', '--no-ignore-scripts')).toMatchObject({ status: 0 })
    expect(ran()).toContain('keytar')
  })
})
