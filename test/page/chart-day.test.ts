// A chart with live updates that stays open for a day holds no more at its end than at its beginning.
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soakRounds } from '../fixtures/soak.ts'
import { ChartDay, type Held } from './chart-day/day.ts'
import { rest, visits } from './chart-day/visits.ts'
import { launchBrowser } from './launch-browser.ts'

/** `npm run soak` makes 4,800 times as much of it: eight hours. */
const sampleMs = 6_000
const minuteMs = 60_000
/** Time to come to rest after what was done before a measurement. */
const restMs = Math.min(minuteMs, soakRounds(sampleMs))
/** A sample has the first few alone. */
const done = visits.slice(0, soakRounds(3))
/** The longest time without a visit. */
const mostBetweenMs = 3 * minuteMs
/** By how much the end may differ from the beginning. */
const mostShare = 0.1

/**
 * Scripts are compiled once, at their first run, and never again for speed: the engine does that for hours, with what has run
 * often enough, and keeps it beside what the page holds.
 */
const scriptFlags = '--no-opt,--no-maglev,--always-sparkplug,--no-flush-bytecode'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser([`--js-flags=${scriptFlags}`])
})
afterAll(() => browser.close())

/** Goes through the visits, so much time for each: half of it within the visit. */
async function goRound(day: ChartDay, eachMs: number): Promise<void> {
  for (const { name, run } of done) {
    const faults = day.faults.length
    await run(day, () => day.pass(eachMs / 2))
    await rest(day)
    await day.pass(eachMs / 2)
    expect({ after: name, faults: day.faults.slice(faults) }).toEqual({ after: name, faults: [] })
  }
}

function describeHeld(words: string, { heap, ...counts }: Held): string {
  const rest = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  return `${words}: ${(heap / 1e6).toFixed(2)} MB, ${rest.join(', ')}`
}

/** What is not at the end as at the beginning, in words. */
function differences(first: Held, last: Held): string[] {
  return (Object.keys(first) as (keyof Held)[])
    .filter((name) => !(Math.abs(last[name] - first[name]) <= mostShare * first[name]))
    .map((name) => `${name}: ${first[name]} at first, ${last[name]} at last`)
}

test(
  'a chart that is open for a day holds no more memory, listeners or timers than at first',
  { timeout: soakRounds(120_000) },
  async () => {
    const day = await ChartDay.open(browser)
    await day.page.getByRole('application').waitFor()
    // What is made once, at the first use of something, is there before the first look.
    await goRound(day, 2_000)
    await day.pass(restMs)
    const first = await day.measure()
    console.log(describeHeld('at first', first))

    const dayMs = soakRounds(sampleMs)
    const rounds = Math.ceil(dayMs / done.length / mostBetweenMs)
    const { asked: askedBefore } = await day.counts()
    for (let round = 0; round < rounds; round += 1) {
      await goRound(day, dayMs / rounds / done.length)
      if (rounds > 1) console.log(describeHeld(`after round ${round + 1} of ${rounds}`, await day.measure()))
    }
    await day.pass(restMs)
    const last = await day.measure()
    console.log(describeHeld(`after ${dayMs / minuteMs} minutes`, last))

    // The market was alive: its candles, trades and list were asked for all the time.
    expect((await day.counts()).asked - askedBefore).toBeGreaterThan(dayMs / 2_000)
    expect(differences(first, last)).toEqual([])
  },
)
