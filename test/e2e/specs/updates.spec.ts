import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeKey, makeRelease, openReleaseServer, type OwnKey } from '../../fixtures/releases.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Updates } from '../pages/updates.ts'
import { expect, test as base } from '../support/test.ts'

/** A new version that leaves a word when it is started. */
const program = Buffer.from(`#!/bin/sh\necho started > "$0.started"\nexit 0\n${'# filling\n'.repeat(40_000)}`)
const before = '#!/bin/sh\nexit 1\n'

interface World {
  readonly key: OwnKey
  readonly stable: string
  readonly appImage: string
  readonly env: Readonly<Record<string, string>>
  readonly asked: string[]
}

const test = base.extend<{ releases: World }>({
  releases: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-e2e-releases-'))
    const server = await openReleaseServer(folder)
    const key = makeKey()
    const appImage = join(folder, 'Starkdesk.AppImage')
    writeFileSync(appImage, before)
    chmodSync(appImage, 0o755)
    await use({
      key,
      stable: join(folder, 'stable'),
      appImage,
      env: {
        STARKDESK_UPDATE_URL: server.url,
        STARKDESK_UPDATE_KEY: key.entry.publicKey,
        STARKDESK_UPDATE_APPIMAGE: appImage,
      },
      asked: server.asked,
    })
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  },
})
test.skip(process.platform === 'win32', 'The program that is put in place is a shell script')

test('what another key signed or somebody changed is refused; a newer version is told, read about, downloaded and installed, each when asked', async ({
  launch,
  releases,
}) => {
  const { stable, key, appImage } = releases
  const { page, electron } = await launch({ env: releases.env })
  await new Onboarding(page).practise.click()
  const updates = new Updates(page)
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  expect(releases.asked).toEqual([])
  await makeRelease(stable, { version: '0.2.0', keys: [makeKey()], package: program })
  await updates.settings.click()
  await updates.check.click()
  await expect(updates.section).toContainText('signed by an unknown key')
  await expect(updates.section).toContainText('Nothing was changed')
  await expect(updates.download).toHaveCount(0)

  await makeRelease(stable, { version: '0.2.0', keys: [key], package: program })
  writeFileSync(
    join(stable, 'Starkdesk-0.2.0-linux-x86_64.AppImage'),
    Buffer.from(program).fill('#', program.length - 20),
  )
  await updates.check.click()
  await updates.download.click()
  await expect(updates.section).toContainText('doesn’t match its signature')
  await expect(updates.install).toHaveCount(0)
  expect(readFileSync(appImage, 'utf8')).toBe(before)

  releases.asked.length = 0
  const notes =
    '### Added\n\n- Updates that **cannot** be forged.\n- <img src=x onerror="document.title=1">\n'
  await makeRelease(stable, { version: '0.2.0', keys: [key], notes, package: program })
  await updates.check.click()
  await expect(updates.section).toContainText('Starkdesk 0.2.0')
  await expect(updates.notes).toContainText('Updates that cannot be forged.')
  await expect(updates.notes).toContainText('<img src=x onerror=')
  expect(await updates.notes.locator('img').count()).toBe(0)
  expect(releases.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])

  await page.keyboard.press('Control+1')
  await expect(updates.strip).toContainText('Starkdesk 0.2.0 is available.')
  await updates.strip.getByRole('button', { name: 'What’s new' }).click()
  await updates.download.click()
  await expect(updates.install).toBeVisible()
  expect(readFileSync(appImage, 'utf8')).toBe(before)

  const ended = electron.waitForEvent('close')
  await updates.install.click()
  await ended
  expect(readFileSync(appImage).equals(program)).toBe(true)
  await expect.poll(() => existsSync(`${appImage}.started`), { timeout: 15_000 }).toBe(true)
})
