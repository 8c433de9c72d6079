// Owns the facts about the stand-in's parts that need no browser.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { resolvePath } from '../api/app-paths.ts'
import { matchesAccelerator } from '../api/menu.ts'
import { matchesPattern } from '../api/web-request.ts'
import { findArchive, isHeadless, parseArguments, readLaunchOptions } from '../core/launch-options.ts'
import { networkFlags, readNetworkRules } from '../core/network-rules.ts'
import { sweepDeadProfiles } from '../core/profile.ts'
import { customSchemes, originOf, toAppUrl, toBrowserPolicy, toBrowserUrl } from '../core/scheme-alias.ts'
import { messageQuestion } from '../dialogs/question.ts'
import { findBrowser } from '../find-browser.ts'
import { absent, failByName, failByNameInClass } from '../strict.ts'
import { fixtureApp, temporaryFolder } from './launch.ts'

describe('the network of pages', () => {
  it('is none unless it is asked for, but for the development server', () => {
    const flags = networkFlags(readNetworkRules({}))
    expect(flags).toContain('--proxy-server=http://127.0.0.1:1')
    expect(flags).toContain('--proxy-bypass-list=<-loopback>')
    expect(flags).toContain('--webrtc-ip-handling-policy=disable_non_proxied_udp')
    expect(flags).toContain('--blink-settings=dnsPrefetchingEnabled=false')
    const served = networkFlags(readNetworkRules({ ELECTRON_RENDERER_URL: 'http://localhost:5173' }))
    expect(served).toContain('--proxy-bypass-list=<-loopback>;localhost:5173')
    expect(networkFlags(readNetworkRules({ STANDIN_NETWORK: 'open' }))).toEqual([])
  })
})

describe('the command line', () => {
  it('finds switches wherever they stand, modules to load first, and the app', () => {
    const parsed = parseArguments([
      '-r',
      'loader.js',
      '--inspect=0',
      'app',
      '--user-data-dir=/x=y',
      '-r',
      '--flag',
    ])
    expect(parsed.preloads).toEqual(['loader.js'])
    expect(parsed.app).toBe('app')
    expect(Object.fromEntries(parsed.switches)).toEqual({ inspect: '0', 'user-data-dir': '/x=y', flag: '' })
  })

  it('says in one sentence what is missing', () => {
    expect(() => readLaunchOptions([], {})).toThrow('was given no app to run')
    expect(() => readLaunchOptions(['/nowhere/at/all'], {})).toThrow('cannot find the app at /nowhere/at/all')
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'package.json'), '{"main":"out/main.js"}')
    expect(() => readLaunchOptions([folder], {})).toThrow(`The app has no main file at ${folder}/out/main.js`)
  })

  it('reads name, version and main file of the app', () => {
    const options = readLaunchOptions([fixtureApp], {}, 'linux')
    expect(options.manifest).toMatchObject({ productName: 'Stand-in Fixture', version: '1.2.3' })
    expect(options.mainFile).toBe(path.join(fixtureApp, 'main.js'))
  })

  it('takes the app that lies beside it for the one to run, and nothing that its arguments name', () => {
    const folder = temporaryFolder()
    const archive = path.join(folder, 'resources', 'app.asar')
    mkdirSync(path.dirname(archive))
    writeFileSync(archive, '')
    const env = { STANDIN_EXECUTABLE: path.join(folder, 'starkdesk') }
    expect(findArchive(['elsewhere', '-r', 'loader.js'], env)).toBe(archive)
    const options = readLaunchOptions(['-r', 'loader.js', 'elsewhere'], env, 'linux', fixtureApp)
    expect(options).toMatchObject({ isPackaged: true, preloads: [], appPath: fixtureApp })
    expect(readLaunchOptions([fixtureApp], {}, 'linux').isPackaged).toBe(false)
    expect(findArchive([fixtureApp], {})).toBeNull()
    expect(findArchive(['-r', 'loader.js', archive], {})).toBe(archive)
  })

  it('is headless on Linux without a display, or when told so', () => {
    expect(isHeadless({}, 'linux')).toBe(true)
    expect(isHeadless({ DISPLAY: ':1' }, 'linux')).toBe(false)
    expect(isHeadless({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(false)
    expect(isHeadless({ DISPLAY: ':1', STANDIN_HEADLESS: '1' }, 'linux')).toBe(true)
    expect(isHeadless({ STANDIN_HEADLESS: '0' }, 'linux')).toBe(false)
    expect(isHeadless({}, 'darwin')).toBe(false)
  })

  it('shows dialogs where there is somebody to answer', () => {
    const shows = (env: NodeJS.ProcessEnv): boolean =>
      readLaunchOptions([fixtureApp], env, 'linux').showsDialogs
    expect(shows({})).toBe(false)
    expect(shows({ DISPLAY: ':1' })).toBe(true)
    expect(shows({ DISPLAY: ':1', STANDIN_DIALOGS: 'cancel' })).toBe(false)
    expect(shows({ STANDIN_DIALOGS: 'window' })).toBe(true)
  })
})

describe('finding a browser', () => {
  function program(folder: string, name: string): string {
    const file = path.join(folder, name)
    writeFileSync(file, '#!/bin/sh\n')
    chmodSync(file, 0o755)
    return file
  }

  it('takes the first usual name on the PATH', () => {
    const folder = temporaryFolder()
    const chrome = program(folder, 'google-chrome')
    expect(findBrowser({ PATH: folder }, 'linux')).toBe(chrome)
    const chromium = program(folder, 'chromium')
    expect(findBrowser({ PATH: folder }, 'linux')).toBe(chromium)
  })

  it('prefers the one that STARKDESK_BROWSER names, and says so when it is none', () => {
    const folder = temporaryFolder()
    const own = program(folder, 'own-browser')
    expect(findBrowser({ PATH: folder, STARKDESK_BROWSER: own }, 'linux')).toBe(own)
    expect(() => findBrowser({ STARKDESK_BROWSER: `${own}-not` }, 'linux')).toThrow(
      'not a program that can be run',
    )
  })

  it('says what to do when there is none', () => {
    expect(() => findBrowser({ PATH: '' }, 'win32')).toThrow('No Chromium, Chrome or Edge was found')
  })
})

describe('names of custom-scheme URLs', () => {
  customSchemes.add('app')

  it('go to the browser and back unchanged', () => {
    for (const url of ['app://desk/', 'app://desk/a/b.js?x=1#h', 'app://desk/?q#x']) {
      expect(toBrowserUrl(url)).toMatch(/^https:\/\/desk\.app\.standin\.invalid\//)
      expect(toAppUrl(toBrowserUrl(url))).toBe(url)
    }
    expect(toBrowserUrl('https://example.org/x')).toBe('https://example.org/x')
    expect(toAppUrl('https://example.org/x')).toBe('https://example.org/x')
  })

  it('have the origin that Electron reports', () => {
    expect(originOf('app://desk/index.html#x')).toBe('app://desk')
    expect(originOf('https://desk.app.standin.invalid/x')).toBe('app://desk')
    expect(originOf('http://localhost:5173/x')).toBe('http://localhost:5173')
    expect(originOf('')).toBe('null')
  })

  it('are renamed in a content security policy, and nothing else is', () => {
    const policy = "default-src 'self' app:; img-src app://desk data:; connect-src 'none'"
    expect(toBrowserPolicy(policy)).toBe(
      "default-src 'self' https://*.app.standin.invalid; img-src https://desk.app.standin.invalid data:; connect-src 'none'",
    )
  })
})

describe('what is not emulated', () => {
  class Thing {
    readonly #secret = 7
    known(): number {
      return this.#secret
    }
  }
  failByNameInClass('Thing', Thing)

  it('fails by its name on modules, classes and instances', () => {
    const module = failByName('dialog', { known: () => 1 })
    expect(() => Reflect.get(module, 'showFoo') as unknown).toThrow(
      'the Electron stand-in does not have dialog.showFoo',
    )
    expect(() => Reflect.get(new Thing(), 'bar') as unknown).toThrow(
      'the Electron stand-in does not have Thing#bar',
    )
    expect(() => Reflect.get(Thing, 'baz') as unknown).toThrow(
      'the Electron stand-in does not have Thing.baz',
    )
    expect(() => Reflect.get(absent('Tray'), 'on') as unknown).toThrow(
      'the Electron stand-in does not have Tray.on',
    )
    expect(() => Reflect.construct(absent('Tray') as typeof Thing, [])).toThrow(
      'the Electron stand-in does not have Tray',
    )
  })

  it('leaves alone what is there, and what tools look for', async () => {
    const module: { known: () => number } = failByName('dialog', { known: () => 1 })
    expect(module.known()).toBe(1)
    module.known = () => 2
    expect(module.known()).toBe(2)
    expect('showFoo' in module).toBe(false)
    expect(await Promise.resolve(module)).toBe(module)
    expect(JSON.stringify(module)).toBe('{}')
    expect(inspect(new Thing())).toContain('Thing')
    expect(new Thing().known()).toBe(7)
  })
})

describe('small rules', () => {
  it('sweeps profiles of processes that are gone, and no others', () => {
    const folder = temporaryFolder()
    const names = [
      'electron-stand-in-999999999-abc',
      `electron-stand-in-${process.pid}-abc`,
      'other-999999999-abc',
    ]
    for (const name of names) mkdirSync(path.join(folder, name))
    sweepDeadProfiles(folder)
    expect(names.map((name) => existsSync(path.join(folder, name)))).toEqual([false, true, true])
  })

  it('puts user data where Electron puts it, and lets setPath move what hangs on it', () => {
    const setting = {
      appName: 'Desk',
      executable: '/e',
      env: { XDG_CONFIG_HOME: '/c' },
      platform: 'linux' as const,
    }
    expect(resolvePath('userData', new Map(), setting)).toBe('/c/Desk')
    expect(resolvePath('logs', new Map([['userData', '/u']]), setting)).toBe('/u/logs')
    expect(() => resolvePath('nonsense', new Map(), setting)).toThrow("Failed to get 'nonsense' path")
  })

  it('matches accelerators as a keyboard types them', () => {
    const none = { control: false, shift: false, alt: false, meta: false }
    const comma = { ...none, key: ',', code: 'Comma', control: true }
    expect(matchesAccelerator('CmdOrCtrl+,', comma, 'linux')).toBe(true)
    expect(matchesAccelerator('CmdOrCtrl+,', comma, 'darwin')).toBe(false)
    const plus = { ...none, key: '+', code: 'Equal', control: true, shift: true }
    expect(matchesAccelerator('Ctrl+Plus', plus, 'linux')).toBe(true)
    const shiftP = { ...none, key: 'P', code: 'KeyP', control: true, shift: true }
    expect(matchesAccelerator('Ctrl+Shift+P', shiftP, 'linux')).toBe(true)
    expect(matchesAccelerator('Ctrl+P', shiftP, 'linux')).toBe(false)
    expect(matchesAccelerator('F5', { ...none, key: 'F5', code: 'F5' }, 'linux')).toBe(true)
  })

  it('matches URL patterns of web requests', () => {
    expect(matchesPattern('*://*.example.org/*', 'https://a.example.org/x?y')).toBe(true)
    expect(matchesPattern('*://*.example.org/*', 'https://example.com/')).toBe(false)
    expect(matchesPattern('<all_urls>', 'app://desk/')).toBe(true)
  })

  it('takes the button that means no as the cancelled answer', () => {
    expect(messageQuestion({ message: '', buttons: ['Yes', '&No'] }, 'App').cancelId).toBe(1)
    expect(messageQuestion({ message: '', buttons: ['Go', 'Cancel'] }, 'App').cancelId).toBe(1)
    expect(messageQuestion({ message: '', buttons: ['A', 'B'], cancelId: 1 }, 'App').cancelId).toBe(1)
    expect(messageQuestion({ message: '' }, 'App')).toMatchObject({
      buttons: ['OK'],
      cancelId: 0,
      title: 'App',
    })
  })
})
