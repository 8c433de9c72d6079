// Drawings on a chart in a real browser: by mouse and by keyboard alone.
import { expect, it } from 'vitest'
import type { Drawing } from '../../src-preload/contract/markets/drawings.ts'
import { eventually } from '../fixtures/eventually.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chartAnswers, hourMs, picture } from './one-chart.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { plainLayout } from '../../src-preload/domain/markets/plain-chart.ts'

/** Main that keeps drawings. */
async function open(): Promise<
  OpenPage & { readonly kept: Map<string, Drawing>; readonly list: () => Drawing[] }
> {
  const kept = new Map<string, Drawing>()
  const list = (): Drawing[] => [...kept.values()]
  const one = await openPage(
    answersFor(unprotected, accountsState, {
      ...chartAnswers,
      'charts:getLayout': () => plainLayout,
      'charts:setLayout': () => ({}),
      'charts:listDrawings': () => ({ drawings: list() }),
      'charts:putDrawing': ({ drawing }) => {
        kept.set(drawing.id, drawing)
        return {}
      },
      'charts:removeDrawing': ({ id }) => {
        kept.delete(id)
        return {}
      },
    }),
    '#/markets',
  )
  await one.page.locator('.legend .time').first().waitFor()
  return { ...one, kept, list }
}

const kindsOf = (drawings: readonly Drawing[]): string[] => drawings.map(({ kind }) => kind)

it('draws, moves, styles, copies, takes back and removes by mouse', async () => {
  const one = await open()
  const { page, list } = one
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('no chart')
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y]
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Drawing tools' }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
    await page.mouse.move(...to)
    await page.mouse.up()
  }

  // Two clicks, and the tool is put away.
  await choose('Trend line')
  await page.mouse.click(...at(0.2, 0.5))
  await page.mouse.click(...at(0.4, 0.3))
  await eventually(() => expect(kindsOf(list())).toEqual(['trend']))
  const bar = page.getByRole('toolbar', { name: /^Trend line at/ })
  await bar.waitFor()
  const [drawn] = list()

  // Dragged as a whole by its middle.
  await drag(at(0.3, 0.4), at(0.35, 0.45))
  await eventually(() => expect(list()[0]?.points).not.toEqual(drawn?.points))

  await bar.getByRole('button', { name: 'Width' }).click()
  await page.getByRole('menuitemradio', { name: '3 px' }).click()
  await eventually(() => expect(list()[0]?.style.width).toBe(3))
  await bar.getByRole('button', { name: 'Duplicate' }).click()
  await eventually(() => expect(list()).toHaveLength(2))
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await eventually(() => expect(list()).toHaveLength(1))
  await page.keyboard.press('Control+Shift+Z')
  await eventually(() => expect(list()).toHaveLength(2))
  await page.keyboard.press('Delete')
  await eventually(() => expect(list()).toHaveLength(1))

  for (const [name, from, to] of [
    ['Rectangle', [0.1, 0.15], [0.22, 0.3]],
    ['Fibonacci retracement', [0.45, 0.15], [0.6, 0.5]],
    ['Price range', [0.25, 0.1], [0.35, 0.25]],
    ['Brush', [0.05, 0.5], [0.15, 0.6]],
  ] as const) {
    await choose(name)
    await drag(at(from[0], from[1]), at(to[0], to[1]))
  }
  for (const name of ['Long position', 'Vertical line', 'Horizontal line']) {
    await choose(name)
    await page.mouse.click(...at(name === 'Long position' ? 0.65 : 0.8, 0.4))
  }
  const kinds = ['trend', 'rectangle', 'fibonacci', 'range', 'brush', 'long', 'vertical', 'horizontal']
  await eventually(() => expect(kindsOf(list())).toEqual(kinds))
  await choose('Text')
  await page.mouse.click(...at(0.5, 0.6))
  const editor = page.getByRole('dialog', { name: /text on ETH\/USDC/ })
  // The caret is where the words go: price and time are known from the click.
  await eventually(async () =>
    expect(await editor.getByLabel('Text').evaluate((field) => field === document.activeElement)).toBe(true),
  )
  await page.keyboard.type('Watch this')
  await editor.getByRole('button', { name: 'Add text' }).click()
  await editor.waitFor({ state: 'detached' })
  expect(kindsOf(list())).toEqual([...kinds, 'text'])
  await picture(one, 'drawings')

  // The menu of a drawing, and of a place beside it.
  await page.mouse.click(...at(0.05, 0.4), { button: 'right' })
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await eventually(() => expect(list().find(({ kind }) => kind === 'horizontal')?.isLocked).toBe(true))
  await page.mouse.click(...at(0.42, 0.62), { button: 'right' })
  for (const name of [
    /^Copy [\d.,]+$/,
    /^Buy at/,
    /^Alert at/,
    /^Line at/,
    'Reset view',
    /^Go to date/,
    'Save image',
  ]) {
    await page.getByRole('menuitem', { name }).waitFor()
  }
  await picture(one, 'drawings-menu')
  await page.getByRole('menuitem', { name: /^Line at/ }).click()
  await eventually(() => expect(kindsOf(list()).filter((kind) => kind === 'horizontal')).toHaveLength(2))

  await page.getByRole('button', { name: 'Drawing tools' }).click()
  await picture(one, 'drawings-tools')
  await page.getByRole('menuitemcheckbox', { name: 'Hide all drawings' }).click()
  await eventually(() => expect(list().every(({ isHidden }) => isHidden)).toBe(true))
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const chip = page.getByRole('button', { name: 'Drawings hidden' })
  await picture(one, 'drawings-hidden')
  await chip.click()
  await eventually(() => expect(list().some(({ isHidden }) => isHidden)).toBe(false))
  await chip.waitFor({ state: 'detached' })
  // The focus is on the chart.
  await page.keyboard.press('Control+z')
  await eventually(() => expect(list().every(({ isHidden }) => isHidden)).toBe(true))
  await page.keyboard.press('Control+z')
  await eventually(() => expect(list().some(({ isHidden }) => isHidden)).toBe(false))
  await page.getByRole('button', { name: 'Drawings and alerts' }).click()
  expect(
    await page
      .getByRole('list', { name: /^Drawings and alerts/ })
      .getByRole('listitem')
      .count(),
  ).toBe(10)
  await picture(one, 'drawings-list')
  // Nor does a tooltip of what has the focus cover the list as it opens, by pointer or by key.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Drawings and alerts' }).waitFor({ state: 'detached' })
  await page.getByRole('application').focus()
  await page.keyboard.press('Alt+d')
  const listed = page.getByRole('dialog', { name: 'Drawings and alerts' })
  await listed.getByRole('listitem').first().waitFor()
  await eventually(async () =>
    expect(await listed.evaluate((node) => node.contains(document.activeElement))).toBe(true),
  )
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await page.locator('.floating.tooltip').count()).toBe(0)
})

it('draws, moves by points, copies and takes back by keyboard alone', async () => {
  const { page, list } = await open()
  const { keyboard } = page
  await page.getByRole('application').focus()
  /** The cursor goes with the next picture. */
  const frames = (): Promise<void> =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    )
  await keyboard.press('ArrowLeft')
  await frames()
  await keyboard.press('Alt+t')
  await keyboard.press('Enter')
  await frames()
  for (let step = 0; step < 5; step += 1) {
    await keyboard.press('ArrowLeft')
    await frames()
  }
  await keyboard.press('Enter')
  await eventually(() => expect(kindsOf(list())).toEqual(['trend']))
  const spanOf = (): number => {
    const [first, second] = list()[0]?.points ?? []
    return ((first?.atMs ?? 0) - (second?.atMs ?? 0)) / hourMs
  }
  expect(spanOf()).toBe(5)

  // The second point, two candles on and higher.
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await page.getByText(/^Trend line, point 2 of 2: /).waitFor()
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowRight')
  await eventually(() => expect(spanOf()).toBe(3))
  const before = Number(list()[0]?.points[1]?.price)
  await keyboard.press('Shift+ArrowUp')
  await eventually(() => expect(Number(list()[0]?.points[1]?.price)).toBeGreaterThan(before))
  // Held keys are one step back.
  await keyboard.press('Control+z')
  await eventually(() => expect(spanOf()).toBe(5))

  await keyboard.press('Control+c')
  await keyboard.press('Control+v')
  await eventually(() => expect(list()).toHaveLength(2))
  await keyboard.press('Escape')
  await keyboard.press('Delete')
  expect(list()).toHaveLength(2)
  await keyboard.press('Alt+s')
  await keyboard.press('Delete')
  await eventually(() => expect(list()).toHaveLength(1))
  await keyboard.press('Alt+s')
  await keyboard.press('ContextMenu')
  await page.getByRole('menuitem', { name: 'Lock' }).press('Enter')
  await eventually(() => expect(list()[0]?.isLocked).toBe(true))
  await page.getByRole('application').focus()
  await keyboard.press('Delete')
  await page.getByText('The drawing is locked. Unlock it to delete it.').waitFor()
  expect(list()).toHaveLength(1)
})

it('the typed interval is above the notice of a removed drawing, and undo shows what it took back', async () => {
  const { page, list } = await open()
  const chart = page.getByRole('application')
  const box = await chart.boundingBox()
  if (box === null) throw new Error('no chart')
  await chart.focus()
  await page.keyboard.press('Alt+h')
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.3)
  await eventually(() => expect(list()).toHaveLength(1))
  await page.keyboard.press('Delete')
  const notice = page.getByRole('status').filter({ hasText: /^Line at .* was removed/ })
  await notice.waitFor()
  await page.keyboard.type('15')
  const typed = page.getByRole('status').filter({ hasText: '15 minutes · Enter' })
  const [above, below] = [await typed.boundingBox(), await notice.boundingBox()]
  expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThan(below?.y ?? NaN)
  await page.keyboard.press('Escape')

  await chart.focus()
  await page.keyboard.press('Control+z')
  await page
    .getByRole('status')
    .filter({ hasText: /^Undone: Line at / })
    .waitFor()
  await eventually(() => expect(list()).toHaveLength(1))
})

it('the bar of a drawing low in the chart can be pressed while the notice of a removed one is there', async () => {
  const { page, list } = await open()
  const chart = page.getByRole('application')
  const box = await chart.boundingBox()
  if (box === null) throw new Error('no chart')
  for (const [nth, y] of [0.3, 0.935].entries()) {
    await chart.focus()
    await page.keyboard.press('Alt+t')
    for (const x of [0.05, 0.4]) await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
    await eventually(() => expect(list()).toHaveLength(nth + 1))
  }
  await page.mouse.click(box.x + box.width * 0.2, box.y + box.height * 0.3)
  await chart.focus()
  await page.keyboard.press('Delete')
  await page.getByText(/^Trend line at .* removed/).waitFor()
  await page.keyboard.press('Alt+s')
  await page
    .getByRole('toolbar', { name: /^Trend line at/ })
    .getByRole('button', { name: 'Duplicate' })
    .click()
  await eventually(() => expect(list()).toHaveLength(2))
})
