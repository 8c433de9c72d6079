// @vitest-environment page
// Undo of drawings where the store refuses changes, and where another account of the same network draws.
import { afterEach, expect, it } from 'vitest'
import type { AccountsState } from '../../../../../src-preload/contract/accounts/accounts.ts'
import type { Drawing } from '../../../../../src-preload/contract/markets/drawings.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { Drawings } from '../../../../../src-renderer/features/markets/drawings/drawings.svelte.ts'
import { accounts } from '../../../../../src-renderer/shell/state/accounts.svelte.ts'
import { lineAt } from '../../../../fixtures/drawings.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { makeAccount, makeAccountsState } from '../../make-account.ts'
import { installFakeMain } from '../fake-main.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** Main whose store refuses changes of some drawings. */
function makeKeeper() {
  const kept = new Map<string, Drawing>()
  const refused = new Set<string>()
  const check = (id: string): void => {
    if (refused.has(id)) throw new AppError('databaseUnavailable', { file: 'x', reason: 'enospc' })
  }
  const ids = ['alice', 'bob', 'carol']
  const all = ids.map((id, index) =>
    makeAccount(index, { id, network: { kind: id === 'carol' ? 'mainnet' : 'testnet', baseUrl: null } }),
  )
  const stateOf = (activeId: string): AccountsState => makeAccountsState(all, { activeId })
  const main = installFakeMain({
    'accounts:getState': () => stateOf('alice'),
    'charts:listDrawings': ({ market }) => ({
      drawings: [...kept.values()].filter((one) => one.market === market),
    }),
    'charts:putDrawing': ({ drawing }) => {
      check(drawing.id)
      kept.set(drawing.id, drawing)
      return {}
    },
    'charts:removeDrawing': ({ id }) => {
      check(id)
      kept.delete(id)
      return {}
    },
  })
  const turnTo = (id: string): void => main.emit('accounts:changed', stateOf(id))
  return { kept, refused, turnTo }
}

async function show(market: string): Promise<Drawings> {
  const drawings = new Drawings()
  stops.push(drawings.show(market))
  await eventually(() => expect(drawings.isLoading).toBe(false))
  return drawings
}

const priceOf = (one: Drawing | undefined): string | undefined => one?.points[0]?.price

it('takes back and makes again what the store refused at first', async () => {
  const { kept, refused } = makeKeeper()
  const drawings = await show('refusedusdc')
  const put = (id: string, price: string) => drawings.put(lineAt(id, price, { market: 'refusedusdc' }))
  await put('a', '1')
  await put('a', '2')
  refused.add('a')
  drawings.undoStep()
  await eventually(() => expect(drawings.changeError).not.toBeNull())
  expect(priceOf(kept.get('a'))).toBe('2')
  refused.clear()
  drawings.undoStep()
  await eventually(() => expect(priceOf(kept.get('a'))).toBe('1'))
  refused.add('a')
  drawings.redoStep()
  await eventually(() => expect(drawings.changeError).not.toBeNull())
  refused.clear()
  drawings.redoStep()
  await eventually(() => expect(priceOf(kept.get('a'))).toBe('2'))
})

it('takes back the part of a change of all that was stored', async () => {
  const { kept, refused } = makeKeeper()
  const drawings = await show('partusdc')
  const [a, b] = ['a', 'b'].map((id) => lineAt(id, '1', { market: 'partusdc' }))
  if (a === undefined || b === undefined) throw new Error('two lines')
  await drawings.put(a)
  await drawings.put(b)
  refused.add('a')
  const step = [a, b].map((before) => ({ id: before.id, before, after: { ...before, isHidden: true } }))
  expect(await drawings.change(step)).toBe(false)
  refused.clear()
  expect([...kept.values()].map(({ isHidden }) => isHidden)).toEqual([false, true])
  expect(drawings.undoStep()?.map(({ id }) => id)).toEqual(['b'])
  await eventually(() => expect(kept.get('b')?.isHidden).toBe(false))
})

it('takes back the last change of the network, whichever account made it', async () => {
  const { kept, turnTo } = makeKeeper()
  stops.push(accounts.start())
  await eventually(() => expect(accounts.active?.id).toBe('alice'))
  const market = 'sharedusdc'
  const alices = await show(market)
  await alices.put(lineAt('a', '1', { market }))
  await alices.put(lineAt('a', '2', { market }))
  turnTo('bob')
  const bobs = await show(market)
  await bobs.put(lineAt('a', '3', { market }))
  turnTo('alice')
  const again = await show(market)
  again.undoStep()
  await eventually(() => expect(priceOf(kept.get('a'))).toBe('2'))
  turnTo('carol')
  const others = await show(market)
  expect(others.undoStep()).toBeNull()
})
