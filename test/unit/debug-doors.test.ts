// Owns: proof that a packaged app started with a switch that lets others in does not start, and that no other switch stops it.
import { describe, expect, test } from 'vitest'
import { type DoorKeeper, findDebugDoor, refuseDebugDoors } from '../../src-main/debug-doors.ts'

const nothingElse = (): boolean => false

/** What Electron's app and dialog were asked to do; the switches are those that Chromium would have read. */
function keeper(isPackaged: boolean, chromium: readonly string[] = []) {
  const exits: (number | undefined)[] = []
  const told: string[] = []
  const commandLine = { hasSwitch: (name: string) => chromium.includes(name) }
  const electron: DoorKeeper = {
    app: { isPackaged, commandLine, exit: (code) => exits.push(code) },
    dialog: { showErrorBox: (_title, content) => told.push(content) },
  }
  return { electron, exits, told }
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
    ['--js-flags=--expose-internals', 'js-flags'],
    ['--inspect_brk=0', 'inspect-brk'],
    ['--browser-subprocess-path=/tmp/other', 'browser-subprocess-path'],
    ['--log-net-log=/tmp/net.json', 'log-net-log'],
    ['--net-log-capture-mode=Everything', 'net-log-capture-mode'],
    ['--ssl-key-log-file=/tmp/keys', 'ssl-key-log-file'],
    ['--ignore-certificate-errors', 'ignore-certificate-errors'],
    ['--ignore-certificate-errors-spki-list=x', 'ignore-certificate-errors-spki-list'],
    ['--disable-web-security', 'disable-web-security'],
  ])('%s is found', (argument, name) => {
    expect(findDebugDoor(['--lang=de', argument], nothingElse)).toBe(name)
  })

  test('is found where only Chromium has read it', () => {
    expect(findDebugDoor([], (name) => name === 'remote-debugging-pipe')).toBe('remote-debugging-pipe')
  })

  test.each([
    '--user-data-dir=/home/me/inspect',
    '--lang=de',
    '--no-sandbox',
    '--inspector-of-nothing',
    '--disable-gpu',
    'starkdesk://transfer?--inspect',
    '/home/me/--inspect',
    '--hidden',
    '--',
    '-',
    '',
  ])('is not %j', (argument) => {
    expect(findDebugDoor([argument], nothingElse)).toBeNull()
  })
})

describe('the start', () => {
  test('of a packaged app with such a switch is refused, and the person is told which', () => {
    const { electron, exits, told } = keeper(true)
    expect(refuseDebugDoors(electron, ['/opt/Starkdesk/starkdesk', '--remote-debugging-port=0'], {})).toBe(
      false,
    )
    expect(exits).toEqual([1])
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('--remote-debugging-port')
  })

  test('of a packaged app without one goes on, also where its own path looks like one', () => {
    const { electron, exits, told } = keeper(true)
    expect(refuseDebugDoors(electron, ['/inspect', '--lang=de'], { SSLKEYLOGFILE: '' })).toBe(true)
    expect([exits, told]).toEqual([[], []])
  })

  test('of a packaged app that was to write down the keys of its connections is refused', () => {
    const { electron, exits, told } = keeper(true)
    expect(refuseDebugDoors(electron, ['/opt/Starkdesk/starkdesk'], { SSLKEYLOGFILE: '/tmp/keys' })).toBe(
      false,
    )
    expect(exits).toEqual([1])
    expect(told[0]).toContain('started with SSLKEYLOGFILE,')
  })

  test('in development goes on', () => {
    const { electron, exits } = keeper(false, ['remote-debugging-port'])
    expect(refuseDebugDoors(electron, ['electron', '.', '--inspect=0'], { SSLKEYLOGFILE: 'keys' })).toBe(true)
    expect(exits).toEqual([])
  })
})
