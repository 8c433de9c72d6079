// What electron-builder writes into the Linux packages starts the app with its sandbox. electron-builder computes all of it for a
// folder of our making, and stops before it would fetch its tools.
import { Arch, build, Platform } from 'electron-builder'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeConfiguration, readSigning } from '../../../scripts/package/configuration.ts'
import { root } from '../../../scripts/paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'starkdesk-linux-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** electron-builder hands out either the entry itself, or what it gives to the maker of debs and rpms. */
const computed = z.union([
  z.object({ desktop: z.string(), desktopFileName: z.string() }),
  z.tuple([z.array(z.string()), z.string()]),
])

const entries: string[] = []

beforeAll(async () => {
  const app = join(folder, 'app')
  const unpacked = join(folder, 'unpacked')
  mkdirSync(join(unpacked, 'resources'), { recursive: true })
  mkdirSync(app)
  const manifest = {
    name: 'starkdesk',
    productName: 'Starkdesk',
    version: '1.2.0',
    description: 'A desktop terminal',
    author: 'The Starkdesk authors',
    license: 'MIT',
    homepage: 'https://github.com/owner/starkdesk',
    desktopName: 'starkdesk.desktop',
    main: 'main/index.js',
  }
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest))
  const config = makeConfiguration({
    platform: 'linux',
    runtime: 'electron',
    runtimeFolder: null,
    repository: 'owner/starkdesk',
    signing: readSigning('linux', {}),
  })
  await build({
    projectDir: root,
    prepackaged: unpacked,
    publish: 'never',
    targets: Platform.LINUX.createTarget(['AppImage', 'deb', 'rpm'], Arch.x64),
    config: { ...config, directories: { ...config.directories, app, output: join(folder, 'output') } },
    effectiveOptionComputed: (value: unknown) => {
      const parsed = computed.parse(value)
      entries.push(Array.isArray(parsed) ? readFileSync(parsed[1], 'utf8') : parsed.desktop)
      return Promise.resolve(true)
    },
  })
})

test('no desktop entry starts the app with a switch', () => {
  const starts = entries.map((entry) => /^Exec=(.*)$/m.exec(entry)?.[1])
  expect(starts.sort()).toEqual(['/opt/Starkdesk/starkdesk %U', '/opt/Starkdesk/starkdesk %U', 'AppRun %U'])
})

test("the installed app has a profile by which AppArmor gives it the sandbox's namespaces", () => {
  const profile = readFileSync(join(folder, 'unpacked', 'resources', 'apparmor-profile'), 'utf8')
  expect(profile).toContain('"/opt/Starkdesk/starkdesk"')
  expect(profile).toMatch(/^\s*userns,$/m)
})
