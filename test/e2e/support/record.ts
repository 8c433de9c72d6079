// Owns: a data folder with a whole record in it, read once from a practice exchange that is not there any more.
// Must not: write what the app itself would not have written.
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src-main/store/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { anyOrder, newestFirst } from '../../../src-main/store/order-filter.ts'
import { prepareStoreMethods } from '../../../src-main/store/store-methods.ts'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, fewOrders, test as base, type RunningApp } from './test.ts'

interface Recording {
  readonly folder: string
  readonly baseUrl: string
}

interface Recorded {
  /** The app over a copy of the record, with nothing listening at the service's address. */
  openRecord: () => Promise<OpenRecord>
}

export interface OpenRecord extends RunningApp {
  /** How many are in it. */
  readonly orders: number
}

let recording: Recording | null = null

/** The hooks of a file whose tests share one record; they run one after the other. */
export function shareRecord(): void {
  test.describe.configure({ mode: 'default' })
  base.beforeAll(async ({ launch, exchange, dataFolder }) => {
    const running = await exchange('--port', '0', '--seed', '7', '--orders', String(fewOrders))
    const app = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
    const { page } = app
    await new Onboarding(page).practise.click()
    const frame = new Frame(page)
    const ready = { timeout: 60_000 }
    await expect(frame.orderSync).toContainText(/^Synced \d+ orders/, ready)
    await frame.orderSync.click()
    const data = new Data(page)
    await expect(data.stream('Orders with their fills')).toContainText('Complete', ready)
    await frame.go('Portfolio')
    await expect(page.getByTestId('total-value')).toContainText('USDC', ready)
    // The books have been read from the fills.
    await expect(page.getByTestId('total-fees')).toContainText('USDC', ready)
    await app.close()
    await running.stop()
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-record-'))
    cpSync(dataFolder, folder, { recursive: true })
    recording = { folder, baseUrl: running.baseUrl }
  })
  base.afterAll(() => {
    if (recording !== null) rmSync(recording.folder, { recursive: true, force: true, maxRetries: 5 })
    recording = null
  })
}

export const test = base.extend<Recorded>({
  openRecord: async ({ launch, dataFolder }, use) => {
    await use(async () => {
      if (recording === null) throw new Error('shareRecord() was not called')
      const { folder, baseUrl } = recording
      // A second start in one test goes on with what the first has left.
      cpSync(folder, dataFolder, { recursive: true, force: false })
      const running = await launch({ env: { STARKDESK_PRACTICE_URL: baseUrl } })
      const frame = new Frame(running.page)
      await expect(frame.connection).toContainText(/^Offline/)
      await expect(frame.orderSync).toContainText(/^Synced [\d,]+ orders/)
      const [count = ''] = /[\d,]+/.exec(await frame.orderSync.innerText()) ?? []
      return { ...running, orders: Number(count.replaceAll(',', '')) }
    })
  },
})

export { expect }

/**
 * Puts orders into the file of an app that has ended, as the app itself would.
 * @param count - how many more
 */
export function fillRecord(dataFolder: string, count: number): void {
  const db = openDatabase(join(dataFolder, 'starkdesk.sqlite'), migrations, Date.now())
  try {
    const store = prepareStoreMethods(db)
    const [account] = store.listAccounts()
    if (account === undefined) throw new Error('the record has no account')
    const [like] = store.listOrders(account.id, anyOrder, newestFirst, 0, 1).rows
    if (like === undefined) throw new Error('the record has no order')
    for (let at = 0; at < count; at += 2_000) {
      const length = Math.min(2_000, count - at)
      const rows = Array.from({ length }, (_, index) => ({
        ...like,
        id: 1_000_000 + at + index,
        uuid: randomUUID(),
      }))
      store.putOrders(account.id, rows, null)
    }
  } finally {
    db.close()
  }
}
