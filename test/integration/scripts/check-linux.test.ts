// A Linux package which gives the sandbox up, in any of the places where it can, is found out before a release. The unpacked
// packages are of our making; AppRun, scripts and profile in them are electron-builder's own.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../../scripts/paths.ts'
import { checkLinuxPackages, checkUnpacked } from '../../../scripts/release/check-linux.ts'
import { unpackLinux } from '../../../scripts/release/unpack-linux.ts'
import { appRunText } from './app-run.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-check-linux-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
  chmodSync(join(folder, path), mode)
}

function change(path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, path), text.replaceAll(from, to))
}

/** One of electron-builder's templates as it fills it in. */
const template = (name: string): string =>
  readFileSync(join(root, 'node_modules', 'app-builder-lib', 'templates', 'linux', name), 'utf8')
    .replaceAll('${executable}', 'starkdesk')
    .replaceAll('${sanitizedProductName}', 'Starkdesk')

const elf = '\x7fELF and so on'

function makeImage(): void {
  write('starkdesk.desktop', '[Desktop Entry]\nName=Starkdesk\nExec=AppRun %U\nTerminal=false\n')
  write('AppRun', appRunText(), 0o755)
  write('starkdesk', elf, 0o755)
  write('chrome-sandbox', elf, 0o755)
}

function makeInstalled(): void {
  write(
    'usr/share/applications/starkdesk.desktop',
    '[Desktop Entry]\nName=Starkdesk\nExec=/opt/Starkdesk/starkdesk %U\n',
  )
  write('opt/Starkdesk/starkdesk', elf, 0o755)
  write('opt/Starkdesk/chrome-sandbox', elf, 0o755)
  write('opt/Starkdesk/resources/apparmor-profile', template('apparmor-profile.tpl'))
}

const scripts = `${template('after-install.tpl')}\n${template('after-remove.tpl')}`

describe.runIf(process.platform === 'linux')('an AppImage', () => {
  beforeEach(makeImage)
  const check = () => checkUnpacked({ kind: 'AppImage', folder, scripts: '' }).join('\n')

  test('as electron-builder makes it for us has no fault', () => {
    expect(check()).toBe('')
  })

  test.each<[string, () => void, string]>([
    [
      'its entry switches the sandbox off',
      () => change('starkdesk.desktop', 'AppRun %U', 'AppRun --no-sandbox %U'),
      'starts "AppRun --no-sandbox %U"',
    ],
    [
      'an action of its entry does',
      () =>
        appendFileSync(join(folder, 'starkdesk.desktop'), '[Desktop Action new]\nExec=AppRun --no-zygote\n'),
      'starts "AppRun --no-zygote"',
    ],
    [
      'another entry does',
      () => write('usr/share/applications/other.desktop', 'Exec=starkdesk --no-sandbox\n'),
      'other.desktop starts',
    ],
    ['it has no entry', () => rmSync(join(folder, 'starkdesk.desktop')), 'there is no desktop entry'],
    ['its entry starts nothing', () => change('starkdesk.desktop', 'Exec=', 'Icon='), 'starts nothing'],
    ['it lacks the helper', () => rmSync(join(folder, 'chrome-sandbox')), 'chrome-sandbox is missing'],
    ['the helper cannot be run', () => chmodSync(join(folder, 'chrome-sandbox'), 0o644), 'cannot be run'],
    [
      'its program is a script with switches',
      () => write('starkdesk', '#!/bin/sh\nexec ./real --no-sandbox "$@"\n', 0o755),
      'starkdesk is no program',
    ],
    [
      'AppRun always gives a switch',
      () => change('AppRun', 'exec "$BIN"', 'exec "$BIN" --no-sandbox'),
      'a start of its own',
    ],
    [
      'AppRun gives one that the app takes',
      () => change('AppRun', 'NO_SANDBOX=(--no-sandbox)', 'NO_SANDBOX=(--some-later-switch)'),
      'AppRun gives the program --some-later-switch',
    ],
    [
      'AppRun gives what is computed',
      () => change('AppRun', 'NO_SANDBOX=(--no-sandbox)', 'NO_SANDBOX=($(cat switches))'),
      'cannot be read',
    ],
    [
      'AppRun adds to the arguments',
      () => change('AppRun', 'isEulaAccepted=1', 'args+=(--no-zygote)\nisEulaAccepted=1'),
      'changes what the program is given',
    ],
    ['AppRun starts another program', () => change('AppRun', '/starkdesk"', '/other"'), 'AppRun starts "'],
    ['it has no AppRun', () => rmSync(join(folder, 'AppRun')), 'AppRun is missing'],
  ])('has a fault when %s', (_what, damage, fault) => {
    damage()
    expect(check()).toContain(fault)
  })
})

describe.runIf(process.platform === 'linux')('a deb or rpm', () => {
  beforeEach(makeInstalled)

  test.each(['deb', 'rpm'] as const)('as electron-builder makes the %s for us has no fault', (kind) => {
    expect(checkUnpacked({ kind, folder, scripts })).toEqual([])
  })

  test.each<[string, () => string, string]>([
    [
      'its entry switches the sandbox off',
      () => {
        change('usr/share/applications/starkdesk.desktop', '%U', '--no-sandbox %U')
        return scripts
      },
      'starts "/opt/Starkdesk/starkdesk --no-sandbox %U"',
    ],
    [
      'its scripts leave the helper alone',
      () => scripts.replaceAll('4755', '0755'),
      'do not set chrome-sandbox',
    ],
    [
      'its scripts make a launcher with a switch',
      () => `${scripts}\necho 'exec starkdesk --disable-setuid-sandbox "$@"' > /usr/bin/starkdesk\n`,
      'have --disable-setuid-sandbox',
    ],
    [
      'its scripts leave AppArmor alone',
      () => scripts.replaceAll('apparmor-profile', 'other'),
      "do not install AppArmor's profile",
    ],
    [
      "AppArmor's profile is for another program",
      () => {
        change('opt/Starkdesk/resources/apparmor-profile', '/opt/Starkdesk/', '/opt/Other/')
        return scripts
      },
      'does not give the program user namespaces',
    ],
    [
      'it lacks the helper',
      () => {
        rmSync(join(folder, 'opt/Starkdesk/chrome-sandbox'))
        return scripts
      },
      'chrome-sandbox is missing',
    ],
  ])('has a fault when %s', (_what, damage, fault) => {
    const changed = damage()
    expect(checkUnpacked({ kind: 'deb', folder, scripts: changed }).join('\n')).toContain(fault)
  })
})

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0

describe.runIf(hasDpkg)('a real deb', () => {
  test('is unpacked with its scripts, and nothing of it stays', () => {
    makeInstalled()
    write(
      'DEBIAN/control',
      'Package: starkdesk\nVersion: 1.2.0\nArchitecture: all\nMaintainer: x\nDescription: x\n',
    )
    write('DEBIAN/postinst', template('after-install.tpl'), 0o755)
    const file = `${folder}.deb`
    onTestFinished(() => rmSync(file, { force: true }))
    const made = spawnSync('dpkg-deb', ['--root-owner-group', '--build', folder, file], { encoding: 'utf8' })
    expect(made.stderr).toBe('')
    const unpacked = unpackLinux('deb', file)
    try {
      expect(checkUnpacked(unpacked)).toEqual([])
    } finally {
      unpacked.remove()
    }
    expect(() => readFileSync(join(unpacked.folder, 'opt/Starkdesk/starkdesk'))).toThrow('ENOENT')
  })

  test('that is none, or is missing beside the others, ends the check', () => {
    write('Starkdesk.deb', 'no deb')
    expect(() => unpackLinux('deb', join(folder, 'Starkdesk.deb'))).toThrow('dpkg-deb --extract failed')
    expect(() => checkLinuxPackages(folder)).toThrow('there is no AppImage in')
  })
})
