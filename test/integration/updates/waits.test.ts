// The composed services do not install while a transfer is undecided.
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { createFindRelease } from '../../../src-main/updates/find-release.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { makeKey, makeRelease } from '../../fixtures/releases.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { sampleIntent, wayOf } from '../../unit/store/sample-transfers.ts'
import { makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'
import { localDownloads, serveReleases } from './updates-world.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

it('waits from the moment a transfer is sent until its outcome is known', async () => {
  const server = await serveReleases()
  const key = makeKey()
  await makeRelease(join(server.folder, 'stable'), { version: '1.2.0', keys: [key] })
  const store = await makeStore()
  const journal = openJournalHere()
  const intent = sampleIntent(0)
  const writes = wayOf(0)
  await journal.createTransfer(intent, '')
  let at = 0
  const writeUpTo = async (count: number) => {
    for (; at < count; at += 1) {
      const write = writes[at]
      if (write === undefined || write.to === 'intended') throw new Error('no such write')
      const before = at === 0 ? 'intended' : (writes[at - 1]?.to ?? 'intended')
      expect(await journal.moveTransfer(intent.id, [before], write.to, write.change, at)).not.toBeNull()
    }
  }

  const installed: string[] = []
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal,
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/1.0.0 (test)',
    emit: makeEvents().emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve('http://127.0.0.1:1'), stop: () => Promise.resolve() },
    practiceSeed: 7,
    random: () => 0,
    ...nobodyThere,
    updates: {
      current: '1.0.0',
      support: {
        kind: 'on',
        find: createFindRelease({
          place: { kind: 'folders', url: server.url },
          keys: [key.entry],
          downloads: localDownloads(),
          current: '1.0.0',
          wanted: { metadataEnd: '-linux.yml', extension: 'AppImage', arch: 'x64' },
        }),
        updater: {
          download: () => Promise.resolve(),
          install: ({ version }) => {
            installed.push(version)
            return Promise.resolve()
          },
        },
        openPage: () => Promise.resolve(),
      },
    },
  })
  onTestFinished(() => services.close())
  const { updates } = services
  const until = (status: string) => eventually(() => expect(updates.getState().step.status).toBe(status))
  updates.check()
  await until('available')
  updates.download()
  await until('ready')

  // Sent, and nobody knows yet.
  await writeUpTo(4)
  expect(await failureOf(updates.install())).toMatchObject({
    code: 'updateWaits',
    data: { reason: 'transfer' },
  })
  expect(installed).toEqual([])
  await writeUpTo(5)
  await updates.install()
  expect(installed).toEqual(['1.2.0'])
})
