// The way into practice as its first user, and one app that has gone it for the tests of a file.
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import {
  allOrders,
  expect,
  type LaunchOptions,
  type RunningApp,
  type SharedApp,
  shareStart,
  test,
} from './test.ts'

/** Signs in as the first user, and waits until the orders are here. */
export async function practise({ page }: RunningApp, orders = allOrders): Promise<void> {
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText(`Synced ${orders}`, { timeout: 40_000 })
}

/** An app that practises with the exchange within it, as `shareStart` has it. */
export function sharePractice(options: LaunchOptions = {}): () => SharedApp {
  const shared = shareStart(options)
  test.beforeAll(() => practise(shared()))
  return shared
}
