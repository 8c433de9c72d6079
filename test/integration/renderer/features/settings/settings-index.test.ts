// Every setting is found, has a place on the page, and says the default that main has.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readNoticeOptions } from '../../../../../src-main/alerts/notice-options.ts'
import { readDisplay } from '../../../../../src-main/app/display.ts'
import { createSecurity } from '../../../../../src-main/accounts/app-lock.ts'
import { securityChannels } from '../../../../../src-preload/contract/accounts/security.ts'
import { defaults } from '../../../../../src-renderer/features/settings/reset/group-resets.ts'
import {
  settingEntries,
  settingGroups,
} from '../../../../../src-renderer/features/settings/search/settings-index.ts'
import { fitsQuery, wordsOf } from '../../../../../src-renderer/features/settings/search/settings-query.ts'
import { CountingKeychain } from '../../../../fixtures/counting-keychain.ts'
import { makeLog, makeStore, openPlaces } from '../../../world.ts'
import { nobodyThere } from '../../../../fixtures/nobody-there.ts'

const found = (query: string): string[] =>
  settingEntries.filter(({ id }) => fitsQuery(id, query)).map(({ id }) => id)

describe('what is found', () => {
  test.each([
    ['dark', ['theme']],
    ['DÄRK', ['theme']],
    ['uninstall', ['remove-all']],
    ['color blind', ['palette']],
    ['time zone', ['time-zone']],
    ['zone time', ['time-zone']],
    ['passphrase', ['app-password']],
    ['rsi', ['chart-layout']],
    ['leverage', []],
  ])('%s: %j', (query, ids) => {
    expect(found(query)).toEqual(ids)
  })

  test('everything without a word', () => {
    expect(found('')).toHaveLength(settingEntries.length)
    expect(found(' / ')).toHaveLength(settingEntries.length)
    expect(wordsOf('À la carte, 5 min')).toEqual(['a', 'la', 'carte', '5', 'min'])
  })

  test('each by its own title, and a whole group by its name', () => {
    for (const { id, title } of settingEntries) expect(found(title)).toContain(id)
    for (const group of settingGroups) {
      const ids = settingEntries.filter((entry) => entry.group === group.id).map(({ id }) => id)
      expect(found(group.title)).toEqual(expect.arrayContaining(ids))
    }
  })
})

describe('the list of settings', () => {
  const folder = join(import.meta.dirname, '../../../../../src-renderer/features/settings')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

  test('has each control of the page once, and no other', () => {
    const placed = sources.flatMap((text) => [
      ...[...text.matchAll(/<Setting\s+id="([a-z-]+)"/g)].map(([, id]) => id),
      // Rows of a list of them.
      ...[...text.matchAll(/\{ id: '([^']+)', view:/g)].map(([, id]) => id),
    ])
    expect(placed.toSorted()).toEqual(settingEntries.map(({ id }) => id).toSorted())
  })

  test('has no id twice, and none that a group has', () => {
    const ids = [...settingEntries.map(({ id }) => id), ...settingGroups.map(({ id }) => id)]
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('what "Reset these settings" goes back to is what main begins with', async () => {
  const nothingKept = { getSetting: () => Promise.resolve(null) }
  expect(defaults.display).toEqual(readDisplay(null))
  expect(defaults.notices).toEqual(await readNoticeOptions(nothingKept))
  const store = await makeStore()
  const security = await createSecurity({
    ...nobodyThere,
    places: await openPlaces(store, new CountingKeychain()),
    store,
    clock: { now: () => 0 },
    emit: () => undefined,
    log: makeLog().log,
  })
  const { lockAfterMinutes, readableWhenLocked, signInAtStart, forgetTokensWhenLocked } = securityChannels[
    'security:getState'
  ].output.parse(await security.getState())
  expect(defaults.lock).toEqual({
    lockAfterMinutes,
    readableWhenLocked,
    signInAtStart,
    forgetTokensWhenLocked,
  })
})
