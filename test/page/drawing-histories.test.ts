// By random histories of what a person does with drawings: what is shown, found by the pointer and kept equals a plain model.
import { expect, test } from 'vitest'
import { randomFrom } from '../../scripts/random.ts'
import { soakRounds } from '../fixtures/soak.ts'
import { seed } from '../integration/store/support.ts'
import { acts, comesFromMain, turns } from './drawing-histories/acts.ts'
import { kinds } from './drawing-histories/draw-acts.ts'
import { Person } from './drawing-histories/person.ts'
import { World } from './drawing-histories/world.ts'

const histories = soakRounds(1)
/** Each act comes once; the others are drawn. */
const actsOfHistory = 30
/** In so many each act finds something to do. */
const enoughForAll = 10
/** So many drawings are there before anything else is done. */
const firstDraws = 3
/** Looked for after an act that leaves the view as it is. */
const fewDrawings = 2
const historyMs = 150_000

/** Names of acts in an order of chance, which begins with some drawings. */
function planActs(random: () => number): string[] {
  const names = Object.keys(acts)
  const lots = names.flatMap((name) => Array.from({ length: acts[name]?.weight ?? 0 }, () => name))
  const drawn = Array.from(
    { length: actsOfHistory - names.length },
    () => lots[Math.floor(random() * lots.length)] ?? 'undo',
  )
  const shuffle = (list: readonly string[]): string[] =>
    list
      .map((name) => ({ name, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ name }) => name)
  const draws = shuffle(kinds.map((kind) => `draw ${kind}`))
  const others = names.filter((name) => !draws.includes(name))
  return [...draws.slice(0, firstDraws), ...shuffle([...draws.slice(firstDraws), ...others, ...drawn])]
}

/** @param told - hears what was done, for who has to repeat it; `met` of each act that found something to do */
async function live(person: Person, random: () => number, told: string[], met: Set<string>): Promise<void> {
  for (const name of planActs(random)) {
    const entry = acts[name]
    if (entry === undefined) throw new Error(`no act ${name}`)
    const where = `${person.market.pair}, ${person.interval.name}`
    told.push(`${name} (${where})`)
    const words = await entry.act(person)
    told.push(`  ${words ?? 'nothing to do it to'}`)
    if (words !== null) met.add(name)
    await person.chart.deselect()
    await person.expectKept()
    const isTurn = turns.has(name)
    if (isTurn) await person.look()
    await person.expectOnChart(isTurn ? Infinity : fewDrawings)
    if (isTurn || random() < 0.2) await person.expectClickable()
    if (comesFromMain.has(name) || random() < 0.1) await person.expectListed()
  }
}

test(
  `holds in ${histories} random histories of drawings (seed ${seed})`,
  { timeout: historyMs * histories },
  async () => {
    const met = new Set<string>()
    for (let history = 0; history < histories; history += 1) {
      const random = randomFrom((seed ^ (history * 0x9e3779b1)) >>> 0)
      const world = await World.open()
      const told: string[] = []
      try {
        await live(await Person.sitDown(world, random), random, told, met)
      } catch (error) {
        console.error(`history ${history} of seed ${seed}:\n${told.join('\n')}`)
        throw error
      } finally {
        await world.close()
      }
    }
    if (histories >= enoughForAll) expect([...met].toSorted()).toEqual(Object.keys(acts).toSorted())
  },
)
