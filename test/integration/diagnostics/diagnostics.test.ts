// Proof of what a diagnostics file tells of a real data file, and that what was shown is what is saved.
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logFileIn, openLog } from '../../../src-main/diagnostics/log.ts'
import { diagnosticsContent } from '../../../src-main/diagnostics/content.ts'
import {
  createDiagnostics,
  type Diagnostics,
  type DiagnosticsServices,
} from '../../../src-main/diagnostics/diagnostics.ts'
import { openLicenses } from '../../../src-main/diagnostics/licenses.ts'
import { noConnection } from '../../../src-main/session/connection.ts'
import { defaultDisplay } from '../../../src-preload/domain/display.ts'
import { diagnosticsChannels } from '../../../src-preload/contract/app/diagnostics.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { openWorld } from '../data/data-world.ts'
import { account } from '../world.ts'

interface Opened {
  readonly diagnostics: Diagnostics
  readonly folder: string
  /** What the person chooses next; null gives up. */
  choice: string | null
}

/** Of as many digits as packaging writes: a longer one would be taken for a key, and out. */
const commit = '57de92fa6513'
const clock = { now: () => Date.UTC(2026, 10, 20, 12) }

function open(rooms: Promise<DiagnosticsServices>): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-diagnostics-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = openLog(folder, clock)
  log.info('app', 'started', { version: '0.1.0' })
  rooms.catch(() => undefined)
  const opened: Opened = {
    folder,
    choice: null,
    diagnostics: createDiagnostics({
      rooms,
      versions: {
        app: '0.1.0',
        commit,
        electron: null,
        chromium: null,
        node: '24.1.0',
        v8: null,
        system: 'Linux 6.1.0',
        architecture: 'x64',
      },
      licenses: openLicenses(join(folder, 'licenses.json'), () => undefined),
      logFiles: [logFileIn(folder)],
      home: '/home/mia',
      userName: 'mia',
      clock,
      log,
      runningMs: () => 4_000,
      memoryBytes: () => 1_000,
      chooseFile: () => Promise.resolve(opened.choice),
    }),
  }
  return opened
}

async function openRooms(): Promise<DiagnosticsServices> {
  const { data, store, maintenance } = await openWorld()
  await store.putAccount({ ...account, label: 'Savings of Mia' })
  return {
    getTheme: () => 'dark',
    getDisplay: () => ({
      ...defaultDisplay,
      timeZone: 'Europe/Berlin',
      palette: 'greenRed',
      isPrivate: true,
    }),
    getSecurity: () => ({
      password: 'none',
      fault: null,
      retryAfterMs: 0,
      leftInKeychain: false,
      lockAfterMinutes: 5,
      readableWhenLocked: false,
      signInAtStart: true,
      forgetTokensWhenLocked: false,
      behindLock: null,
    }),
    getNotices: () => ({
      isMuted: false,
      hasSound: true,
      quietHours: { from: 1, until: 2 },
      ofPrices: true,
      ofFills: true,
      ofCancels: false,
      ofPartFills: true,
      ofUnknowns: true,
      ofDifferences: true,
      ofSessionEnds: true,
      ofReceived: true,
    }),
    isReadingPaused: () => false,
    getAccounts: () =>
      Promise.resolve({
        accounts: [],
        activeId: null,
        session: 'signedOut',
        protection: { kind: 'keychain', reason: null },
        signatureRequest: null,
        isAllShown: false,
      }),
    getConnection: () => noConnection,
    getActivity: () => {
      throw new AppError('notFound', { what: 'active account' })
    },
    getRepeats: () => ({ hashes: 0, nonces: 2 }),
    getData: () => data.getState(),
    maintenance,
    listAccounts: () => store.listAccounts(),
    readyMs: 210.4,
  }
}

test('it tells of versions, settings and the data file, by counts and not by values', async () => {
  const { diagnostics } = open(openRooms())
  const answer = await diagnostics.gather()
  expect(diagnosticsChannels['diagnostics:gather'].output.safeParse(answer).success).toBe(true)
  const content = diagnosticsContent.parse(JSON.parse(answer.text))
  expect(content.settings).toMatchObject({
    theme: 'dark',
    timeZone: 'other',
    amountsHidden: true,
    quietHours: true,
  })
  expect(content.store).toMatchObject({ quickCheck: 'sound', problems: 0 })
  expect(content.store?.migration).toBe(migrations.length)
  expect(content.store?.tables.find(({ name }) => name === 'accounts')).toMatchObject({ rows: 1 })
  expect(content.versions.commit).toBe(commit)
  expect(content.versions.sqlite).toMatch(/^3\.\d+/)
  expect(content.connection).toMatchObject({ status: 'connecting', activity: null })
  expect(content.timings.servicesReadyMs).toBe(210)
  expect(content.log.lines.map(({ what }) => what)).toEqual(['started'])
  expect(answer.text).not.toMatch(/Savings|Berlin|exchange\.example/)
})

test('what was shown is saved byte by byte, and what was gathered since is another file', async () => {
  const opened = open(openRooms())
  const { diagnostics, folder } = opened
  const first = await diagnostics.gather()
  opened.choice = null
  expect(await diagnostics.save({ id: first.id })).toEqual({ fileName: null })
  opened.choice = join(folder, 'chosen.json')
  expect(await diagnostics.save({ id: first.id })).toEqual({ fileName: 'chosen.json' })
  expect(readFileSync(opened.choice, 'utf8')).toBe(first.text)
  const second = await diagnostics.gather()
  expect(second.id).not.toBe(first.id)
  await expect(diagnostics.save({ id: first.id })).rejects.toMatchObject({ code: 'notFound' })
  opened.choice = join(opened.choice, 'x.json')
  await expect(diagnostics.save({ id: second.id })).rejects.toMatchObject({ code: 'fileUnavailable' })
})

test('a data file that does not open is what it tells of, and versions are told all the same', async () => {
  const { diagnostics } = open(
    Promise.reject(new AppError('databaseTooNew', { file: '/home/mia/x', found: 9, supported: 8 })),
  )
  const content = diagnosticsContent.parse(JSON.parse((await diagnostics.gather()).text))
  expect(content).toMatchObject({
    startFault: 'databaseTooNew',
    settings: null,
    store: null,
    connection: null,
    trading: null,
  })
  expect(await diagnostics.getVersions()).toMatchObject({ app: '0.1.0', sqlite: null })
  expect(await diagnostics.listLicenses()).toEqual({ licenses: null })
})
