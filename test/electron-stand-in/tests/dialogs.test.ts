// Owns the facts about dialogs that people answer, in a window of the stand-in's own.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patienceMs, startFixture, temporaryFolder, until, type Started } from './launch.ts'

vi.setConfig({ testTimeout: patienceMs })

let fixture: Started

/** The last act on a box: it closes on the key's or button's way down, so that the way up may find no page. */
async function closing(act: Promise<void>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!String(error).includes('has been closed')) throw error
  })
}

beforeAll(async () => {
  fixture = await startFixture({ STANDIN_DIALOGS: 'window' })
}, patienceMs)

afterAll(async () => {
  await fixture.app.close()
}, patienceMs)

describe('a message box', () => {
  it('shows the question and brings back the button and the tick', async () => {
    const opening = fixture.app.waitForEvent('window', { timeout: patienceMs })
    const answer = fixture.app.evaluate(({ dialog }) =>
      dialog.showMessageBox({
        message: 'Cancel the order?',
        detail: 'It is <b>open</b>.',
        buttons: ['Keep', 'Cancel order'],
        checkboxLabel: 'Do not ask again',
      }),
    )
    const box = await opening
    await box.getByText('It is <b>open</b>.').waitFor()
    await box.getByLabel('Do not ask again').check()
    await closing(box.getByRole('button', { name: 'Cancel order' }).click())
    expect(await answer).toEqual({ response: 1, checkboxChecked: true })
    await until(() => fixture.app.windows().length === 1, 'the box is gone')
    expect(fixture.app.windows()[0]?.url()).toContain('index.html')
  })

  it('is answered by keyboard: Enter takes the default, Escape cancels', async () => {
    for (const [key, response] of [
      ['Enter', 0],
      ['Escape', 1],
    ] as const) {
      const opening = fixture.app.waitForEvent('window', { timeout: patienceMs })
      const answer = fixture.page.evaluate(() => window.api.invoke('ask'))
      const box = await opening
      await box.getByRole('button', { name: 'Yes' }).waitFor()
      await closing(box.keyboard.press(key))
      expect(await answer).toEqual({ response, checkboxChecked: false })
    }
  })

  it('is not a window of the app, and counts as cancelled when it is closed', async () => {
    const opening = fixture.app.waitForEvent('window', { timeout: patienceMs })
    const answer = fixture.page.evaluate(() => window.api.invoke('ask'))
    const box = await opening
    await box.getByRole('button', { name: 'Yes' }).waitFor()
    expect(await fixture.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    await box.close()
    expect(await answer).toEqual({ response: 1, checkboxChecked: false })
  })
})

describe('a file dialog', () => {
  it('saves under a typed name, and asks twice before it replaces a file', async () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'old.csv'), '')
    const opening = fixture.app.waitForEvent('window', { timeout: patienceMs })
    const answer = fixture.app.evaluate(
      ({ dialog }, defaultPath) => dialog.showSaveDialog({ defaultPath }),
      path.join(folder, 'old.csv'),
    )
    const box = await opening
    await box.getByRole('button', { name: 'old.csv' }).waitFor()
    await box.getByRole('button', { name: 'Save' }).click()
    await box.getByText('old.csv exists').waitFor()
    await box.getByLabel('Path').fill(path.join(folder, 'new.csv'))
    await closing(box.getByLabel('Path').press('Enter'))
    expect(await answer).toEqual({ canceled: false, filePath: path.join(folder, 'new.csv') })
  })

  it('opens an existing file that is picked from a folder inside', async () => {
    const folder = temporaryFolder()
    mkdirSync(path.join(folder, 'inside'))
    writeFileSync(path.join(folder, 'inside', 'data.csv'), '')
    writeFileSync(path.join(folder, 'inside', 'picture.png'), '')
    const opening = fixture.app.waitForEvent('window', { timeout: patienceMs })
    const answer = fixture.app.evaluate(
      ({ dialog }, defaultPath) =>
        dialog.showOpenDialog({ defaultPath, filters: [{ name: 'Tables', extensions: ['csv'] }] }),
      folder,
    )
    const box = await opening
    await box.getByRole('button', { name: 'inside' }).click()
    await box.getByRole('button', { name: 'data.csv' }).waitFor()
    expect(await box.getByText('picture.png').count()).toBe(0)
    await box.getByLabel('Path').fill(path.join(folder, 'nothing.csv'))
    await box.getByRole('button', { name: 'Open' }).click()
    await box.getByText('There is no').waitFor()
    await box.getByRole('button', { name: 'data.csv' }).click()
    await closing(box.getByRole('button', { name: 'Open' }).click())
    expect(await answer).toEqual({ canceled: false, filePaths: [path.join(folder, 'inside', 'data.csv')] })
  })
})
