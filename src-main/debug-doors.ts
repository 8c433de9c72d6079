// Owns: which switches open the running app to somebody else's hands, and the refusal to start with one of them.
// Must not: weigh anything but switches, or concern an app that is not packaged: whoever develops needs them.
import type { App, CommandLine, Dialog } from 'electron'

/**
 * What Chromium and Node know for looking into a running program or for starting its processes under another one. Fuses close
 * Node's own (`--inspect`, NODE_OPTIONS, SIGUSR1); Chromium's have no fuse. Source: Electron's command line switches,
 * Chromium's content_switches.cc and headless switches.
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
  'gpu-startup-dialog',
  'load-extension',
  'disable-extensions-except',
  'js-flags',
]

/** Any name of these families, also those that a later Chromium or Node adds. */
const families = /^(?:remote-debugging|inspect|debug|wait-for-debugger)(?:-|$)/

/** The switch in an argument, in lower case: `--name`, `-name` and on Windows `/name`, each with or without a value. */
function readSwitch(argument: string): string | null {
  return /^(?:--?|\/)([a-z][a-z0-9-]*)(?:=|$)/i.exec(argument)?.[1]?.toLowerCase() ?? null
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

/** What the refusal needs of Electron. */
export interface DoorKeeper {
  readonly app: Pick<App, 'isPackaged' | 'exit'> & {
    readonly commandLine: Pick<CommandLine, 'hasSwitch'>
  }
  readonly dialog: Pick<Dialog, 'showErrorBox'>
}

/**
 * Ends a packaged app that was started with a switch that would let another program see and press what is on its screen.
 * To be called before the app is ready: no window, no key and no data file has been opened by then.
 *
 * @returns true when the app goes on
 */
export function refuseDebugDoors({ app, dialog }: DoorKeeper, argv: readonly string[]): boolean {
  if (!app.isPackaged) return true
  const door = findDebugDoor(argv.slice(1), (name) => app.commandLine.hasSwitch(name))
  if (door === null) return true
  dialog.showErrorBox(
    'Starkdesk was not started',
    `It was started with --${door}, which would let another program see and control it. Start it without that.`,
  )
  app.exit(1)
  return false
}
