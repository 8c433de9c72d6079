// An app of the two windows alone, over the built pages and preloads, for confirm-window.spec.ts. It runs unbuilt.
import { join } from 'node:path'
import { app, type BrowserWindow, ipcMain, nativeTheme, protocol } from 'electron'
import { z } from 'zod'
import { appFolder } from '../../../../scripts/paths.ts'
import { type Handlers, registerIpc } from '../../../../src-main/ipc/register.ts'
import type { Log } from '../../../../src-main/diagnostics/log.ts'
import { declareScheme, pageUrl } from '../../../../src-main/desktop/windows/page-protocol.ts'
import { forbidNameLookups, preparePageSessions } from '../../../../src-main/desktop/windows/page-session.ts'
import { createConfirmations } from '../../../../src-main/accounts/questions/confirmations.ts'
import {
  isConfirmPage,
  isOwnPage,
  openConfirmWindow,
  openMainWindow,
} from '../../../../src-main/desktop/windows/windows.ts'
import { channelNames, confirmChannelNames } from '../../../../src-preload/contract/contract.ts'
import { AppError, isAppError } from '../../../../src-preload/domain/errors.ts'
import { secretQuestions } from './secrets.ts'
import { firstTransferShown, lookAlikeShown, transferShown } from './transfer.ts'

/** `true` gives each window the preload of the other, as if a page had got hold of the other's functions. */
const { CONFIRM_APP_SWAPPED, CONFIRM_APP_THEME } = z
  .object({
    CONFIRM_APP_SWAPPED: z.stringbool().default(false),
    CONFIRM_APP_THEME: z.enum(['dark', 'light']).default('dark'),
  })
  .parse(process.env)

/** As long as a name on the net can be, nearly. */
const longHost = `${Array.from({ length: 4 }, () => 'h'.repeat(60)).join('.')}.xn--p1ai`

const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident'

/** The word that the window is known by. */
let word: string | null = null
/** The wall clock of the confirmations: it stands still until a test moves it. */
let nowMs = 0
let main: BrowserWindow | null = null
let confirm: BrowserWindow | null = null

const log: Log = {
  info: (area, what, facts) => {
    tell({ log: `${area}: ${what}`, ...facts })
  },
  fault: (area, what, error) => {
    tell({ log: `${area}: ${what}`, fault: String(error) })
  },
}

/** One line for whoever runs this. */
function tell(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function preload(name: 'index' | 'confirm'): string {
  const swapped = { index: 'confirm', confirm: 'index' } as const
  return join(appFolder, 'preload', `${CONFIRM_APP_SWAPPED ? swapped[name] : name}.cjs`)
}

function onFault(what: string, error: unknown): void {
  log.fault('window', what, error)
}

const { confirmations, handlers } = createConfirmations({
  monotonicMs: () => nowMs,
  randomBelow: () => 0,
  word: {
    get: () => Promise.resolve(word),
    set: (chosen) => {
      word = chosen
      return Promise.resolve()
    },
  },
  openWindow: (events) => {
    if (main === null || main.isDestroyed()) throw new AppError('userDeclined')
    const opened = openConfirmWindow({
      ...events,
      preload: preload('confirm'),
      developmentUrl: null,
      locale: 'en-US',
      owner: main,
      onFault,
    })
    confirm = opened.window
    return opened
  },
})

const never = new AbortController().signal

const questions = {
  ...secretQuestions(confirmations, never, (typed) => {
    tell({ typed })
  }),
  transfer: () => confirmations.confirmTransfer(transferShown, never),
  firstTransfer: () => confirmations.confirmTransfer(firstTransferShown, never),
  lookAlike: () => confirmations.confirmTransfer(lookAlikeShown, never),
  backup: () => confirmations.backUpPhrase({ label: 'Savings', network: 'mainnet', phrase }),
  exportKeystore: () =>
    confirmations.askExportPasswords({
      label: 'Savings',
      network: 'mainnet',
      ethereumAddress: transferShown.senderAddress,
      needsAppPassword: true,
      verifyAppPassword: () => Promise.reject(new AppError('wrongPassword', { retryAfterMs: 3_000 })),
    }),
  removal: () =>
    confirmations.confirmRemoval({
      label: 'Savings',
      keyKind: 'ethereum',
      network: 'custom',
      baseUrl: 'https://exchange.example/a/service',
      ethereumAddress: transferShown.senderAddress,
      undecidedOrders: 1,
      openOrders: 4,
      isSessionRunning: true,
    }),
  removeAll: () =>
    confirmations.confirmRemoveAll({
      labels: [
        'Savings',
        'a very long name '.repeat(3).trim(),
        ...Array.from({ length: 12 }, (_, index) => `Account ${String(index)}`),
      ],
      practiceAccounts: 1,
      undecidedTransfers: 0,
      undecidedOrders: 0,
      openOrders: 0,
      isSessionRunning: false,
    }),
  host: () =>
    confirmations.confirmHost(
      { host: longHost, baseUrl: `https://${longHost}/${'path/'.repeat(60)}end` },
      never,
    ),
}

/** What a test can do here, from Playwright's `evaluate`. */
const controls = {
  ask(what: keyof typeof questions): void {
    questions[what]().then(
      () => {
        tell({ outcome: 'approved', what })
      },
      (error: unknown) => {
        tell({ outcome: isAppError(error) ? error.code : String(error), what })
      },
    )
  },
  /** Whether the window has come up as far as it does: each step makes it ignore input anew. */
  isInFront: (): boolean => confirm !== null && confirm.isVisible() && confirm.isFocused(),
  passMs(ms: number): void {
    nowMs += ms
  },
}
export type Controls = typeof controls
Object.assign(globalThis, { controls })

function start(): void {
  nativeTheme.themeSource = CONFIRM_APP_THEME
  registerIpc({
    ipcMain,
    names: channelNames,
    isOwnPage: (event) => isOwnPage(event, main, null),
    // Nothing is behind the main page here; that it is refused or not is all that counts.
    handlers: Object.fromEntries(
      channelNames.map((name) => [
        name,
        () => {
          throw new AppError('offline')
        },
      ]),
    ) as unknown as Handlers,
    log,
  })
  registerIpc({
    ipcMain,
    names: confirmChannelNames,
    isOwnPage: (event) => isConfirmPage(event, confirm, null),
    handlers,
    log,
  })
  main = openMainWindow({
    preload: preload('index'),
    url: pageUrl,
    place: null,
    onFault,
    onBroken: () => undefined,
  })
}

app.on('window-all-closed', () => {
  app.quit()
})
declareScheme(protocol)
forbidNameLookups(app)
void app.whenReady().then(async () => {
  await preparePageSessions(join(appFolder, 'renderer'), null)
  start()
})
