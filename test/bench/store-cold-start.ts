// How long the built app takes from its start to a screen of cached orders, beside its start on an empty profile.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type Page } from 'playwright'
import { build } from '../../scripts/build.ts'
import { root } from '../../scripts/paths.ts'
import { chooseRuntime } from '../../scripts/runtime.ts'
import type { Bench, TimedRound } from './harness.ts'
import { practiceSeed } from './store-files.ts'

const mostRounds = 7
/** As on a machine without a network: what is on screen then comes from the cache. */
const nobodyThere = 'http://127.0.0.1:9'

function environment(): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  // No session bus: the keychain of whoever runs the bench is left alone.
  const changes = {
    STARKDESK_PRACTICE_URL: nobodyThere,
    STARKDESK_PRACTICE_SEED: String(practiceSeed),
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  }
  return { ...Object.fromEntries(own), ...changes }
}

/** From the start of the process to what `arrive` waits for, in milliseconds. */
async function timeStart(dataFolder: string, arrive: (page: Page) => Promise<void>): Promise<number> {
  const runtime = chooseRuntime()
  const startedAt = performance.now()
  const app = await _electron.launch({
    executablePath: runtime.executable,
    args: [root, `--user-data-dir=${dataFolder}`, ...runtime.flags],
    env: environment(),
  })
  try {
    await arrive(await app.firstWindow())
    return performance.now() - startedAt
  } finally {
    await app.close()
  }
}

/**
 * The first row of the list of orders, with everything that comes before it: the frame, the way to the list, the
 * answer.
 */
async function showOrders(page: Page): Promise<void> {
  // As after a reload on that view; the page follows it as soon as it runs.
  await page.evaluate("location.hash = '/orders'")
  await page.getByRole('grid', { name: 'Orders' }).locator('[role=row][aria-rowindex="2"]').waitFor()
}

/** The first thing that a new user can press. */
async function showOnboarding(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the practice exchange' }).waitFor()
}

/** @param file - a database with many orders of the practice account */
export async function benchColdStart(bench: Bench, folder: string, file: string): Promise<void> {
  if (!build()) throw new Error('cold-start: the app could not be built')
  const full = mkdtempSync(join(folder, 'full-'))
  copyFileSync(file, join(full, 'starkdesk.sqlite'))
  const rounds: TimedRound[] = []
  for (let round = -1; round < Math.min(bench.rounds, mostRounds); round += 1) {
    const empty = mkdtempSync(join(folder, 'empty-'))
    const times = { oursMs: NaN, referenceMs: NaN }
    const sides = [
      async () => void (times.oursMs = await timeStart(full, showOrders)),
      async () => void (times.referenceMs = await timeStart(empty, showOnboarding)),
    ]
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
    rmSync(empty, { recursive: true, force: true, maxRetries: 5 })
    if (round >= 0) rounds.push(times)
  }
  bench.judgeTimes({ figure: 'cold-start', rounds, mostTimes: 1.3 })
}
