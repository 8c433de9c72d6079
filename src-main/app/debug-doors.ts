// Owns: the refusal to start a packaged app with a switch or a variable that opens it to somebody else's hands.
// Must not: know the names of switches (refused-switches.ts does), or concern an app that is not packaged: whoever develops
// needs them.
import type { App, CommandLine, Dialog } from 'electron'
import { isRefusedFeatureList, isRefusedName, refusedNames, weakensSandbox } from './refused-switches.ts'

/**
 * A switch in an argument: `--name`, `-name` and on Windows `/name`, each with or without a value. The name is in lower case,
 * and Node takes `_` for `-`.
 */
function readSwitch(argument: string): { readonly name: string; readonly value: string } | null {
  const [, name, value = ''] = /^(?:--?|\/)([a-z][a-z0-9_-]*)(?:=([^]*))?$/i.exec(argument) ?? []
  return name === undefined ? null : { name: name.toLowerCase().replaceAll('_', '-'), value }
}

/**
 * The names of all switches that open a door, without their dashes.
 *
 * @param given - the arguments of the process, without the program
 * @param hasSwitch - asks Chromium's own reading of the command line
 */
export function findDebugDoors(
  given: readonly string[],
  hasSwitch: (name: string) => boolean,
): readonly string[] {
  const inArguments = given.flatMap((argument) => {
    const read = readSwitch(argument)
    if (read === null) return []
    return isRefusedName(read.name) || isRefusedFeatureList(read.name, read.value) ? [read.name] : []
  })
  return [...new Set([...inArguments, ...refusedNames.filter(hasSwitch)])]
}

/**
 * Chromium writes the keys of its connections to the file that this variable names, as a switch has it do, and whoever has
 * recorded the line reads the tokens. Some have it set for all programs while they look into another one.
 */
const keyLog = 'SSLKEYLOGFILE'

/** Electron gives itself `--no-sandbox` where this variable is set, even to nothing. */
const noSandbox = 'ELECTRON_DISABLE_SANDBOX'

/** A path that can stand in an AppArmor profile as it is. */
const plainPath = /^\/[\w./@+ -]+$/

/** What to do about a sandbox that is switched off. An AppImage's launcher does that where there are no user namespaces. */
function adviseSandbox(env: NodeJS.ProcessEnv): string {
  const { APPIMAGE: file = '', APPDIR: folder = '' } = env
  if (file === '' && folder === '') return 'Start it without that.'
  const program = plainPath.test(file) ? file : '/path/to/Starkdesk.AppImage'
  return [
    'If you did not set that yourself, the AppImage did, because this system does not let it use user namespaces, which the',
    'sandbox needs. Do one of these:',
    '',
    '- Install the deb or rpm package instead. It sets the sandbox up.',
    '- Allow it with an AppArmor profile. As root, save these lines as /etc/apparmor.d/starkdesk-appimage, then run',
    '  "apparmor_parser -r /etc/apparmor.d/starkdesk-appimage" and start Starkdesk again:',
    '',
    'abi <abi/4.0>,',
    'include <tunables/global>',
    `profile starkdesk-appimage "${program}" flags=(unconfined) {`,
    '  userns,',
    '}',
  ].join('\n')
}

/** What the refusal needs of Electron. */
export interface DoorKeeper {
  readonly app: Pick<App, 'isPackaged' | 'exit'> & {
    readonly commandLine: Pick<CommandLine, 'hasSwitch'>
    readonly whenReady: () => Promise<void>
  }
  readonly dialog: Pick<Dialog, 'showErrorBox'>
}

/** What the refusal needs of the process. */
export interface StartedProcess {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly stderr: { write(text: string): unknown }
}

const title = 'Starkdesk was not started'

interface Refusal {
  readonly text: string
  /** Nothing but the sandbox is weaker. */
  readonly isSandbox: boolean
}

/** What to tell of the worst door; null for a start that may go on. */
function findRefusal({ app }: DoorKeeper, { argv, env }: StartedProcess): Refusal | null {
  const names = findDebugDoors(argv.slice(1), (name) => app.commandLine.hasSwitch(name))
  const doors = [
    ...names.map((name) => ({ door: `--${name}`, isSandbox: weakensSandbox(name) })),
    ...(env[keyLog] ? [{ door: keyLog, isSandbox: false }] : []),
    ...(env[noSandbox] === undefined ? [] : [{ door: noSandbox, isSandbox: true }]),
  ]
  const worst = doors.find(({ isSandbox }) => !isSandbox) ?? doors[0]
  if (worst === undefined) return null
  const { door, isSandbox } = worst
  const harm = isSandbox
    ? 'which weakens the sandbox that keeps a page away from your keys and files.'
    : 'which would let others see or control what it does.'
  return {
    text: `It was started with ${door}, ${harm} ${isSandbox ? adviseSandbox(env) : 'Start it without that.'}`,
    isSandbox,
  }
}

/**
 * Ends a packaged app that was started with a switch, or a variable, that would let others see or steer what it does, or that
 * weakens its sandbox. To be called before the app is ready: no window, no key and no data file has been opened by then.
 * The reason goes to stderr, and into a box. On Linux Electron has boxes only once the app is ready, when Chromium starts
 * processes: that is waited for where only the sandbox is weaker, since its launcher and not the person may have asked for it,
 * and never with a switch that would be obeyed meanwhile.
 *
 * @returns true when the app goes on; when not, it ends by itself
 */
export function refuseDebugDoors(keeper: DoorKeeper, started: StartedProcess): boolean {
  const { app, dialog } = keeper
  if (!app.isPackaged) return true
  const refusal = findRefusal(keeper, started)
  if (refusal === null) return true
  started.stderr.write(`${title}\n${refusal.text}\n`)
  const tell = (): void => {
    dialog.showErrorBox(title, refusal.text)
    app.exit(1)
  }
  if (started.platform !== 'linux') tell()
  else if (refusal.isSandbox) void app.whenReady().then(tell)
  else app.exit(1)
  return false
}
