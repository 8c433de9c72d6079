// Refuses to start a packaged app with a switch or variable that would let others inspect or control it.
// Development builds are not affected. See refused-switches.ts for the names.
import type { App, CommandLine, Dialog } from 'electron'
import { isRefusedFeatureList, isRefusedName, refusedNames, weakensSandbox } from './refused-switches.ts'

/**
 * A switch in an argument: `--name`, `-name` or, on Windows, `/name`, with or without a value. The name is lower-cased, and
 * `_` is read as `-`, as Node does.
 */
function readSwitch(argument: string): { readonly name: string; readonly value: string } | null {
  const [, name, value = ''] = /^(?:--?|\/)([a-z][a-z0-9_-]*)(?:=([^]*))?$/i.exec(argument) ?? []
  return name === undefined ? null : { name: name.toLowerCase().replaceAll('_', '-'), value }
}

/**
 * Names of all refused switches, without dashes.
 *
 * @param given - the arguments of the process, without the program
 * @param hasSwitch - queries Chromium's parsed command line
 */
export function findDebugSwitches(
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
 * Chromium writes its TLS session keys to the file named by this variable, so anyone who recorded the traffic could read the
 * tokens. Some users set it globally while debugging another program.
 */
const keyLog = 'SSLKEYLOGFILE'

/** Electron adds `--no-sandbox` when this variable is set, even to an empty text. */
const noSandbox = 'ELECTRON_DISABLE_SANDBOX'

/** A path that needs no escaping in an AppArmor profile. */
const plainPath = /^\/[\w./@+ -]+$/

/** Advice for a disabled sandbox. An AppImage's launcher disables it where user namespaces are unavailable. */
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

/** The part of Electron that the refusal uses. */
export interface DebugSwitchHost {
  readonly app: Pick<App, 'isPackaged' | 'exit'> & {
    readonly commandLine: Pick<CommandLine, 'hasSwitch'>
    readonly whenReady: () => Promise<void>
  }
  readonly dialog: Pick<Dialog, 'showErrorBox'>
}

/** The part of the process that the refusal uses. */
export interface StartedProcess {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly stderr: { write(text: string): unknown }
}

const title = 'Starkdesk was not started'

interface Refusal {
  readonly text: string
  /** True when only the sandbox is weakened. */
  readonly isSandbox: boolean
}

/** The message for the most severe finding; null when the start may continue. */
function findRefusal({ app }: DebugSwitchHost, { argv, env }: StartedProcess): Refusal | null {
  const names = findDebugSwitches(argv.slice(1), (name) => app.commandLine.hasSwitch(name))
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
 * Ends a packaged app that was started with a switch or variable that would let others observe or control it, or that weakens
 * its sandbox. Call it before the app is ready: no window, key or data file is open by then. The reason goes to stderr and
 * into a dialog. On Linux, Electron shows dialogs only after the app is ready, when Chromium already starts processes. The
 * refusal waits for that only when nothing but the sandbox is weakened, because then the launcher and not the user may have
 * caused it.
 *
 * @returns true when the app may continue; otherwise it ends by itself
 */
export function refuseDebugSwitches(keeper: DebugSwitchHost, started: StartedProcess): boolean {
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
