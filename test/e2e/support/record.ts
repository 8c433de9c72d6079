// An app with a whole record in it, read once from a practice exchange that is not there any more.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import { anyOrder, newestFirst } from '../../../src-main/store/api/order-filter.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { practise } from './practice.ts'
import {
  expect,
  fewOrders,
  type RunningApp,
  type SharedApp,
  shareExchange,
  shareStart,
  test,
} from './test.ts'

/** Waits for a start out of the record, with nothing listening at the service's address. */
export async function isOffline({ page }: RunningApp): Promise<void> {
  const frame = new Frame(page)
  await expect(frame.connection).toContainText(/^Offline/)
  await expect(frame.orderSync).toContainText(/^Synced [\d,]+ orders/)
}

/** One app for the tests of a file, started over a record after its exchange had gone. */
export function shareRecord(): () => SharedApp {
  const exchange = shareExchange('--seed', '7', '--orders', String(fewOrders))
  const shared = shareStart(() => ({ env: { STARKDESK_PRACTICE_URL: exchange().baseUrl } }))
  test.beforeAll(async () => {
    const { page } = shared()
    const ready = { timeout: 60_000 }
    await practise(shared())
    const frame = new Frame(page)
    await frame.orderSync.click()
    await expect(new Data(page).stream('Orders with fills')).toContainText('Complete', ready)
    await frame.go('Portfolio')
    await expect(page.getByTestId('total-value')).toContainText('USDC', ready)
    // The books have been read from the fills.
    await expect(page.getByTestId('total-fees')).toContainText('USDC', ready)
    await shared().close()
    await exchange().stop()
    await isOffline(await shared().restart())
  })
  return shared
}

/**
 * Puts orders into the file of an app that has ended, as the app itself would.
 * @param count - how many more
 */
export function fillRecord(dataFolder: string, count: number): void {
  const db = openDatabase(join(dataFolder, 'starkdesk.sqlite'), dataFile, Date.now())
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
