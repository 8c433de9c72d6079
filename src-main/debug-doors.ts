// Owns: which switches open the running app to somebody else's hands, and the refusal to start with one of them.
// Must not: weigh anything but switches, or concern an app that is not packaged: whoever develops needs them.
import type { App, CommandLine, Dialog } from 'electron'

/**
 * What Chromium and Node know for looking into a running program, for starting its processes under or as another one, for
 * writing down what it says to the service, and for not asking who the service is. Fuses close Node's own (`--inspect`,
 * NODE_OPTIONS, SIGUSR1); Chromium's have no fuse. Source: Electron's command line switches, Chromium's content_switches.cc,
 * network_switches.cc and headless switches.
 */
const doors: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
  'debug',
  'debug-brk',
  'debug-port',
  'debug-devtools',
  'auto-open-devtools-for-tabs',
  'custom-devtools-frontend',
  'wait-for-debugger',
  'wait-for-debugger-children',
  'renderer-startup-dialog',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'utility-startup-dialog',
  'gpu-launcher',
  'browser-subprocess-path',
  'gpu-startup-dialog',
  'load-extension',
  'disable-extensions-except',
  'js-flags',
  // Whole requests, with their tokens if it is told so; and what opens a recording of the line.
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
  // Anybody on the line would be the service.
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // A page of ours could read any other.
  'disable-web-security',
]

/** Any name of these families, also those that a later Chromium or Node adds. */
const families = /^(?:remote-debugging|inspect|debug|wait-for-debugger)(?:-|$)/

/**
 * The switch in an argument, in lower case: `--name`, `-name` and on Windows `/name`, each with or without a value. Node takes
 * `_` for `-`.
 */
function readSwitch(argument: string): string | null {
  const name = /^(?:--?|\/)([a-z][a-z0-9_-]*)(?:=|$)/i.exec(argument)?.[1]
  return name?.toLowerCase().replaceAll('_', '-') ?? null
}

/**
 * The first switch that opens a door, without its dashes; null when there is none.
 *
 * @param given - the arguments of the process, without the program
 * @param hasSwitch - asks Chromium's own reading of the command line
 */
export function findDebugDoor(given: readonly string[], hasSwitch: (name: string) => boolean): string | null {
  for (const argument of given) {
    const name = readSwitch(argument)
    if (name !== null && (doors.includes(name) || families.test(name))) return name
  }
  return doors.find(hasSwitch) ?? null
}

/**
 * Chromium's one variable that is a door: it writes the keys of its connections there, as the switch above does, and whoever has
 * recorded the line reads the tokens. Some have it set for all programs while they look into another one.
 */
const keyLog = 'SSLKEYLOGFILE'

/** What the refusal needs of Electron. */
export interface DoorKeeper {
  readonly app: Pick<App, 'isPackaged' | 'exit'> & {
    readonly commandLine: Pick<CommandLine, 'hasSwitch'>
  }
  readonly dialog: Pick<Dialog, 'showErrorBox'>
}

/**
 * Ends a packaged app that was started with a switch, or a variable, that would let others see or steer what it does.
 * To be called before the app is ready: no window, no key and no data file has been opened by then.
 *
 * @returns true when the app goes on
 */
export function refuseDebugDoors(
  { app, dialog }: DoorKeeper,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): boolean {
  if (!app.isPackaged) return true
  const name = findDebugDoor(argv.slice(1), (one) => app.commandLine.hasSwitch(one))
  const isLogged = (env[keyLog] ?? '') !== ''
  if (name === null && !isLogged) return true
  const door = name === null ? keyLog : `--${name}`
  dialog.showErrorBox(
    'Starkdesk was not started',
    `It was started with ${door}, which would let others see or control what it does. Start it without that.`,
  )
  app.exit(1)
  return false
}
