// What a person does with drawings and charts. Each act says what it did; null where there was nothing to do it to.
import { expect } from 'vitest'
import { draw, drag, kinds, moved, mostDrawings } from './draw-acts.ts'
import { ShownChart } from './shown-chart.ts'
import { nameOf } from './names.ts'
import type { Person } from './person.ts'
import { placesBeside } from './places.ts'
import { intervals, markets } from './world.ts'

export type Act = (person: Person) => Promise<string | null>

/** A copy lies so far beside its original, in both directions. */
const besidePx = 24
/** Width of a candle between which the pointer tells candles apart and enough of them are in view. */
const spacings = { least: 7, most: 26 }

async function remove(person: Person): Promise<string | null> {
  const drawing = await person.select()
  if (drawing === null) return null
  await person.chart.press('Delete')
  if (drawing.isLocked) {
    await person.world.page.getByText('The drawing is locked. Unlock it to delete it.').waitFor()
    return `${nameOf(drawing)}, which is locked`
  }
  person.model.remove(person.market.symbol, drawing.id)
  return nameOf(drawing)
}

async function lock(person: Person): Promise<string | null> {
  const drawing = await person.select()
  if (drawing === null) return null
  await person.chart.bar.getByRole('button', { name: 'Lock' }).click()
  person.model.put(person.market.symbol, { ...drawing, isLocked: !drawing.isLocked })
  return nameOf(drawing)
}

async function duplicate(person: Person): Promise<string | null> {
  if (person.picture.length >= mostDrawings) return null
  const drawing = await person.select()
  if (drawing === null) return null
  await person.chart.bar.getByRole('button', { name: 'Duplicate' }).click()
  await keepCopy(person, drawing)
  return nameOf(drawing)
}

async function copy(person: Person): Promise<string | null> {
  const drawing = await person.select()
  if (drawing === null) return null
  await person.chart.press('Control+c')
  await person.world.page.getByText(/ copied\.$/).waitFor()
  person.model.copied = drawing
  return nameOf(drawing)
}

async function paste(person: Person): Promise<string | null> {
  const { copied } = person.model
  if (person.picture.length >= mostDrawings) return null
  await person.chart.press('Control+v')
  if (copied === null) return 'where nothing was copied'
  await keepCopy(person, copied)
  return nameOf(copied)
}

/** Beside its original on the same market, and in the same place on another. */
async function keepCopy(person: Person, drawing: Person['picture'][number]): Promise<void> {
  const { market, view } = person
  const isBeside = drawing.market === market.symbol
  const candles = isBeside ? Math.round(besidePx / view.spacing) : 0
  const expected = moved(person, drawing, candles, isBeside ? besidePx : 0)
  const kept = await person.takeKept(
    { ...expected, id: '', market: market.symbol, isLocked: false, isHidden: false },
    isBeside ? 2 : 0,
  )
  person.model.put(market.symbol, kept)
}

async function nudge(person: Person): Promise<string | null> {
  const drawing = await person.select()
  if (drawing === null) return null
  const { market, chart, model } = person
  const times = person.pick([1, 2, 3])
  const [key, candles, pixels] = person.pick([
    ['ArrowLeft', -1, 0],
    ['ArrowRight', 1, 0],
    ['ArrowUp', 0, -1],
    ['ArrowDown', 0, 1],
  ] as const)
  await chart.press(...Array.from({ length: times }, () => key))
  const words = `${nameOf(drawing)} by ${times} ${key}`
  const isMoved = drawing.kind === 'horizontal' ? pixels !== 0 : drawing.kind !== 'vertical' || candles !== 0
  if (drawing.isLocked || !isMoved) return `${words}, which does not move it`
  // Each press rounds to a price of the market.
  const after = await person.takeKept(moved(person, drawing, candles * times, pixels * times), 1 + times)
  expect(after.points).not.toEqual(drawing.points)
  model.nudge(market.symbol, after)
  return words
}

async function hideOrShowAll(person: Person): Promise<string | null> {
  const { picture, market } = person
  await person.chart.press('Control+Alt+h')
  if (picture.length === 0) {
    await person.world.page.getByText('No drawings on this chart.').waitFor()
    return 'where there is none'
  }
  const isHidden = picture.every((one) => !one.isHidden)
  person.model.change(
    market.symbol,
    picture.map((one) => ({ ...one, isHidden })),
  )
  return isHidden ? 'hidden' : 'shown'
}

async function undo(person: Person): Promise<string | null> {
  const times = person.pick([1, 1, 2, 3])
  let undone = 0
  for (let press = 0; press < times; press += 1) {
    await person.chart.press('Control+z')
    if (person.model.undo(person.market.symbol)) undone += 1
    else await person.world.page.getByText('Nothing to undo.').waitFor()
  }
  return `${times} times, of which ${undone} undid something`
}

async function redo(person: Person): Promise<string | null> {
  // Mostly there is something to redo only right after it was undone.
  const first = person.random() < 0.7 ? `${(await undo(person)) ?? ''}, then ` : ''
  await person.chart.press('Control+Shift+Z')
  if (person.model.redo(person.market.symbol)) return `${first}redone`
  await person.world.page.getByText('Nothing to redo.').waitFor()
  return `${first}nothing`
}

async function changeInterval(person: Person): Promise<string | null> {
  const interval = person.pick(intervals.filter((one) => one !== person.interval))
  await person.chart.press(...interval.keys, 'Enter')
  await person.chart.waitFor(person.market.pair, interval.name)
  person.interval = interval
  return interval.name
}

async function changeMarket(person: Person): Promise<string | null> {
  const market = person.pick(markets.filter((one) => one !== person.market))
  await person.chart.chooseMarket(market.symbol)
  await person.chart.waitFor(market.pair, person.interval.name)
  person.market = market
  return market.pair
}

async function zoom(person: Person): Promise<string | null> {
  const { view, chart } = person
  const isIn =
    view.spacing < spacings.least * 1.5 || (view.spacing < spacings.most / 1.5 && person.random() < 0.5)
  const at = await person.freePlace(placesBeside(view, person.shown, person.random))
  if (at === null) return null
  await chart.wheel(at, isIn ? -200 : 200)
  return isIn ? 'in' : 'out'
}

async function pan(person: Person): Promise<string | null> {
  const { view, chart } = person
  const at = await person.freePlace(placesBeside(view, person.shown, person.random))
  if (at === null) return null
  const { left, right } = view.plot
  const to = at.x < (left + right) / 2 ? right : left
  await chart.drag(at, { x: to, y: at.y })
  return `from ${at.x} to ${to}`
}

/** Makes the prices higher or lower than the candles in view need. */
async function stretchPrices(person: Person): Promise<string | null> {
  const key = person.pick(['Shift+ArrowUp', 'Shift+ArrowDown'])
  await person.chart.press(key)
  return key
}

async function goToLatest(person: Person): Promise<string | null> {
  const key = person.pick(['Alt+r', 'End'])
  await person.chart.press(key, 'Escape')
  return key
}

/** The page is another: its drawings are there, on the market and in the interval that were looked at. */
async function comeBack(person: Person, how: 'reload' | 'restart'): Promise<string> {
  await person.world[how]()
  person.chart = new ShownChart(person.world.page)
  person.model.restart()
  await person.chart.waitFor(person.market.pair, person.interval.name)
  return ''
}

const drawing = kinds.map(
  (kind) => [`draw ${kind}`, { weight: 2, act: (person: Person) => draw(person, kind) }] as const,
)

/** By name, with how often it comes beside the others. */
export const acts: Readonly<Record<string, { readonly weight: number; readonly act: Act }>> = {
  ...Object.fromEntries(drawing),
  drag: { weight: 5, act: drag },
  delete: { weight: 4, act: remove },
  lock: { weight: 2, act: lock },
  duplicate: { weight: 2, act: duplicate },
  copy: { weight: 2, act: copy },
  paste: { weight: 2, act: paste },
  nudge: { weight: 4, act: nudge },
  'hide or show all': { weight: 3, act: hideOrShowAll },
  undo: { weight: 7, act: undo },
  redo: { weight: 4, act: redo },
  interval: { weight: 4, act: changeInterval },
  market: { weight: 4, act: changeMarket },
  zoom: { weight: 3, act: zoom },
  pan: { weight: 3, act: pan },
  'stretch prices': { weight: 1, act: stretchPrices },
  latest: { weight: 2, act: goToLatest },
  reload: { weight: 1, act: (person) => comeBack(person, 'reload') },
  restart: { weight: 2, act: (person) => comeBack(person, 'restart') },
}

/** Acts after which what is shown was read from main. */
export const comesFromMain: ReadonlySet<string> = new Set(['market', 'reload', 'restart'])

/** Acts after which the same drawings are in other places. */
export const turns: ReadonlySet<string> = new Set([
  ...comesFromMain,
  ...['interval', 'zoom', 'pan', 'stretch prices', 'latest'],
])
