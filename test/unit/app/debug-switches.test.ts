// A packaged app started with a switch that lets others in, or takes its walls down, does not start and says what to do, and that
// no other switch stops it.
import { describe, expect, test } from 'vitest'
import {
  type DebugSwitchHost,
  findDebugSwitches,
  refuseDebugSwitches,
} from '../../../src-main/app/debug-switches.ts'
import { weakensSandbox } from '../../../src-main/app/refused-switches.ts'

const nothingElse = (): boolean => false

interface Started {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** What Chromium has read besides the arguments. */
  readonly chromium?: readonly string[]
}

/** What Electron's app and dialog were asked to do, in order, by the time that the app is ready. */
async function start({ isPackaged, platform, args, env = {}, chromium = [] }: Started) {
  const done: string[] = []
  const told: string[] = []
  const keeper: DebugSwitchHost = {
    app: {
      isPackaged,
      commandLine: { hasSwitch: (name) => chromium.includes(name) },
      exit: (code) => done.push(`exit ${String(code)}`),
      whenReady: async () => {
        await Promise.resolve()
        done.push('ready')
      },
    },
    dialog: {
      showErrorBox: (_title, content) => {
        done.push('box')
        told.push(content)
      },
    },
  }
  let written = ''
  const stderr = { write: (text: string) => (written += text) }
  const argv = ['/opt/Starkdesk/starkdesk', ...args]
  const goesOn = refuseDebugSwitches(keeper, { argv, env, platform, stderr })
  const atOnce = [...done]
  await new Promise((resolve) => setImmediate(resolve))
  return { goesOn, atOnce, done, told, written }
}

describe('a switch that lets another program in', () => {
  test.each([
    ['--remote-debugging-port=9222', 'remote-debugging-port'],
    ['--remote-debugging-port', 'remote-debugging-port'],
    ['--remote-debugging-pipe', 'remote-debugging-pipe'],
    ['-remote-debugging-port=0', 'remote-debugging-port'],
    ['/remote-debugging-port=0', 'remote-debugging-port'],
    ['--REMOTE-DEBUGGING-PORT=0', 'remote-debugging-port'],
    ['--remote-debugging-of-a-later-version', 'remote-debugging-of-a-later-version'],
    ['--inspect', 'inspect'],
    ['--inspect=0', 'inspect'],
    ['--inspect-brk=127.0.0.1:9229', 'inspect-brk'],
    ['--inspect-wait', 'inspect-wait'],
    ['--debug-port=5858', 'debug-port'],
    ['--renderer-cmd-prefix=gdb', 'renderer-cmd-prefix'],
    ['--zygote-cmd-prefix=gdb', 'zygote-cmd-prefix'],
    ['--mojo-core-library-path=/tmp/other.so', 'mojo-core-library-path'],
    ['--js-flags=--expose-internals', 'js-flags'],
    ['--inspect_brk=0', 'inspect-brk'],
    ['--browser-subprocess-path=/tmp/other', 'browser-subprocess-path'],
    ['--log-net-log=/tmp/net.json', 'log-net-log'],
    ['--net-log-capture-mode=Everything', 'net-log-capture-mode'],
    ['--trace-startup=netlog', 'trace-startup'],
    ['--ssl-key-log-file=/tmp/keys', 'ssl-key-log-file'],
    ['--ignore-certificate-errors', 'ignore-certificate-errors'],
    ['--ignore-certificate-errors-spki-list=x', 'ignore-certificate-errors-spki-list'],
  ])('%s is found', (argument, name) => {
    expect(findDebugSwitches(['--lang=de', argument], nothingElse)).toEqual([name])
  })

  test('is found where only Chromium has read it', () => {
    expect(findDebugSwitches([], (name) => name === 'remote-debugging-pipe')).toEqual([
      'remote-debugging-pipe',
    ])
  })
})

describe('a switch that takes a wall down', () => {
  test.each([
    ['--host-rules=MAP * 127.0.0.1', 'host-rules'],
    ['--host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules'],
    ['--allow-insecure-localhost', 'allow-insecure-localhost'],
    ['--ssl-version-min=tls1', 'ssl-version-min'],
    ['--enable-quic', 'enable-quic'],
    ['--origin-to-force-quic-on=*', 'origin-to-force-quic-on'],
    ['--disable-web-security', 'disable-web-security'],
    ['--disable-site-isolation-trials', 'disable-site-isolation-trials'],
    ['--disable-site-isolation-for-policy', 'disable-site-isolation-for-policy'],
    ['--process-per-site', 'process-per-site'],
    ['--renderer-process-limit=1', 'renderer-process-limit'],
    ['--allow-running-insecure-content', 'allow-running-insecure-content'],
    ['--unsafely-treat-insecure-origin-as-secure=http://a', 'unsafely-treat-insecure-origin-as-secure'],
    ['--allow-file-access-from-files', 'allow-file-access-from-files'],
    ['--disable-kill-after-bad-ipc', 'disable-kill-after-bad-ipc'],
    ['--enable-blink-features=MojoJS', 'enable-blink-features'],
    ['--disable-blink-features=TrustedDOMTypes', 'disable-blink-features'],
    ['--enable-experimental-web-platform-features', 'enable-experimental-web-platform-features'],
    ['--use-fake-ui-for-media-stream', 'use-fake-ui-for-media-stream'],
    ['--bypasscsp-schemes=app', 'bypasscsp-schemes'],
    ['--cors-schemes=app', 'cors-schemes'],
    ['--force-fieldtrials=Isolation/Off', 'force-fieldtrials'],
    ['--disable-features=IsolateOrigins,site-per-process', 'disable-features'],
    ['--disable-features=WaylandFractionalScaleV1,NetworkServiceSandbox', 'disable-features'],
    ['--enable-features=DirectSockets<Study:a/b', 'enable-features'],
  ])('%s is found', (argument, name) => {
    expect(findDebugSwitches(['--lang=de', argument], nothingElse)).toEqual([name])
    expect(weakensSandbox(name)).toBe(false)
  })
})

describe('a switch that weakens the sandbox', () => {
  test.each([
    '--no-sandbox',
    '--no-zygote',
    '--no-zygote-sandbox',
    '--no-sandbox-and-elevated',
    '--single-process',
    '--in-process-gpu',
    '--disable-setuid-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--disable-namespace-sandbox',
    '--disable-gpu-sandbox',
    '--disable-landlock-sandbox',
    '--gpu-sandbox-failures-fatal=no',
    '--allow-sandbox-debugging',
  ])('%s is found', (argument) => {
    const name = argument.slice(2).replace(/=.*/, '')
    expect(findDebugSwitches(['--lang=de', argument], nothingElse)).toEqual([name])
    expect(weakensSandbox(name)).toBe(true)
  })
})

test.each([
  '--user-data-dir=/home/me/inspect',
  '--lang=de',
  '--enable-sandbox',
  '--site-per-process',
  '--inspector-of-nothing',
  '--disable-gpu',
  '--proxy-server=socks5://127.0.0.1:1080',
  '--proxy-pac-url=https://proxy.example/pac',
  '--ozone-platform-hint=auto',
  '--enable-features=UseOzonePlatform,WaylandWindowDecorations',
  '--disable-features=WaylandFractionalScaleV1',
  '--password-store=gnome-libsecret',
  'starkdesk://transfer?--inspect',
  '/home/me/--inspect',
  '--hidden',
  '--',
  '-',
  '',
])('%j opens nothing', (argument) => {
  expect(findDebugSwitches([argument], nothingElse)).toEqual([])
})

describe('the start', () => {
  test.each(['darwin', 'win32'] as const)(
    'of a packaged app with such a switch is refused at once on %s, and the person is told which',
    async (platform) => {
      for (const door of ['--remote-debugging-port', '--no-sandbox']) {
        const { goesOn, atOnce, done, told, written } = await start({
          isPackaged: true,
          platform,
          args: [`${door}=0`],
        })
        expect(goesOn).toBe(false)
        expect(atOnce).toEqual(['box', 'exit 1'])
        expect(done).toEqual(atOnce)
        expect(told[0]).toContain(`started with ${door},`)
        expect(written).toContain(`started with ${door},`)
      }
    },
  )

  test('with a switch that Chromium would obey meanwhile does not wait for a box on Linux', async () => {
    const { goesOn, atOnce, written } = await start({
      isPackaged: true,
      platform: 'linux',
      args: ['--no-sandbox', '--gpu-launcher=/tmp/other'],
    })
    expect(goesOn).toBe(false)
    expect(atOnce).toEqual(['exit 1'])
    expect(written).toContain('started with --gpu-launcher,')
  })

  test('without a sandbox is refused on Linux, on stderr at once and in a box', async () => {
    const { goesOn, atOnce, done, told, written } = await start({
      isPackaged: true,
      platform: 'linux',
      args: ['--no-sandbox'],
    })
    expect(goesOn).toBe(false)
    expect(atOnce).toEqual([])
    expect(done).toEqual(['ready', 'box', 'exit 1'])
    for (const text of [told[0], written]) expect(text).toContain('started with --no-sandbox,')
    // It was nobody's launcher but the person's.
    expect(written).not.toContain('AppImage')
  })

  test('of an AppImage that switched its sandbox off says what to do instead', async () => {
    const { told, written } = await start({
      isPackaged: true,
      platform: 'linux',
      args: ['--no-sandbox'],
      env: { APPIMAGE: '/home/me/Apps/Starkdesk-1.2.0-linux-x86_64.AppImage', APPDIR: '/tmp/.mount_StarkdX' },
    })
    for (const text of [told[0], written]) {
      expect(text).toContain('Install the deb or rpm package instead.')
      expect(text).toContain('apparmor_parser -r /etc/apparmor.d/starkdesk-appimage')
      expect(text).toContain(
        'profile starkdesk-appimage "/home/me/Apps/Starkdesk-1.2.0-linux-x86_64.AppImage" flags=(unconfined) {\n  userns,\n}',
      )
    }
  })

  test('of an AppImage puts no path into a profile that AppArmor reads as anything but a path', async () => {
    for (const APPIMAGE of ['/tmp/*', '/tmp/a" {\n capability,', '/tmp/{a,b}', '/tmp/@{HOME}']) {
      const { written } = await start({
        isPackaged: true,
        platform: 'linux',
        args: ['--no-sandbox'],
        env: { APPIMAGE },
      })
      expect(written).toContain('profile starkdesk-appimage "/path/to/Starkdesk.AppImage"')
      expect(written).not.toContain(APPIMAGE)
    }
  })

  test('of a packaged app goes on without one, also where a variable for it is empty', async () => {
    const { goesOn, done, written } = await start({
      isPackaged: true,
      platform: 'linux',
      args: ['--lang=de'],
      env: { SSLKEYLOGFILE: '' },
    })
    expect([goesOn, done, written]).toEqual([true, [], ''])
  })

  test('of a packaged app that was to write down the keys of its connections is refused', async () => {
    const { goesOn, atOnce, written } = await start({
      isPackaged: true,
      platform: 'linux',
      args: ['--no-sandbox'],
      env: { SSLKEYLOGFILE: '/tmp/keys' },
    })
    expect([goesOn, atOnce]).toEqual([false, ['exit 1']])
    expect(written).toContain('started with SSLKEYLOGFILE,')
  })

  test('of a packaged app whose sandbox a variable switched off is refused', async () => {
    const { goesOn, written } = await start({
      isPackaged: true,
      platform: 'win32',
      args: [],
      env: { ELECTRON_DISABLE_SANDBOX: '' },
    })
    expect(goesOn).toBe(false)
    expect(written).toContain('started with ELECTRON_DISABLE_SANDBOX,')
    const read = await start({ isPackaged: true, platform: 'win32', args: [], chromium: ['no-sandbox'] })
    expect(read.goesOn).toBe(false)
  })

  test('in development goes on', async () => {
    const { goesOn, done } = await start({
      isPackaged: false,
      platform: 'linux',
      args: ['.', '--inspect=0', '--no-sandbox'],
      env: { SSLKEYLOGFILE: 'keys', ELECTRON_DISABLE_SANDBOX: '1' },
      chromium: ['remote-debugging-port'],
    })
    expect([goesOn, done]).toEqual([true, []])
  })
})
