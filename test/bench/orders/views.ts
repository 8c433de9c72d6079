// The filters and orders whose lists are timed, as saved views and columns of the table.
import { randomUUID } from 'node:crypto'
import type { SavedView, TableChoices } from '../../../src-preload/contract/orders/orders.ts'
import { cancelReasons } from '../../../src-preload/domain/markets/markets.ts'
import { anyOrder, newestFirst } from '../../../src-main/store/api/order-filter.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { benchNowMs } from '../store-answers.ts'
import { account } from '../store-files.ts'

type View = Partial<Pick<SavedView, 'fromDay' | 'toDay' | 'sort'>> & {
  readonly filter?: Partial<SavedView['filter']>
}

const dayMs = 86_400_000
/** A day so long before the exchange came to be. */
const day = (back: number): string => new Date(benchNowMs - back * dayMs).toISOString().slice(0, 10)
const byPrice = { column: 'price', isDescending: true } as const
const byVolume = { column: 'volume', isDescending: false } as const
const [byUser, slippage, bySystem, wentWrong, asTaker] = cancelReasons

/** Orders of the file whose ids and uuids are looked for. */
type Sample = readonly { readonly id: number; readonly uuid: string }[]

/**
 * What is chosen, three of each kind, so that no list is found that was remembered just now. All of them find orders in ten
 * thousand as well as in a million.
 */
function makeKinds(sample: Sample): Readonly<Record<string, readonly View[]>> {
  const ofText = (text: string): View => ({ filter: { text } })
  return {
    market: [
      { filter: { markets: ['ethusdc'] } },
      { filter: { markets: ['btcusdc'] } },
      { filter: { bases: ['link', 'btc'] } },
    ],
    quote: [
      { filter: { quotes: ['usdt'] } },
      { filter: { quotes: ['usdc'] } },
      { filter: { quotes: ['usdt'], sides: ['buy'] } },
    ],
    state: [
      { filter: { states: ['cancel'] } },
      { filter: { states: ['done'] } },
      { filter: { states: ['wait', 'pending'] } },
    ],
    'side+type': [
      { filter: { sides: ['buy'], types: ['limit'] } },
      { filter: { sides: ['sell'], types: ['market'] } },
      { filter: { sides: ['sell'], types: ['stop_limit'] } },
    ],
    date: [
      { fromDay: day(300), toDay: day(200) },
      { fromDay: day(90) },
      { toDay: day(30), filter: { sides: ['buy'] } },
    ],
    'date+by-price': [
      { fromDay: day(300), toDay: day(200), sort: byPrice },
      { fromDay: day(90), sort: byPrice },
      { fromDay: day(20), sort: byVolume },
    ],
    price: [
      { filter: { leastPrice: '1000', mostPrice: '2000' } },
      { filter: { leastPrice: '1500', mostPrice: '1900' } },
      { filter: { leastPrice: '1700' } },
    ],
    'price-narrow': [
      { filter: { leastPrice: '1800', mostPrice: '1830' } },
      { filter: { leastPrice: '1900', mostPrice: '1940' } },
      { filter: { leastPrice: '1700', mostPrice: '1740' } },
    ],
    volume: [
      { filter: { leastVolume: '1' } },
      { filter: { leastVolume: '0.5', mostVolume: '2' } },
      { filter: { mostVolume: '0.1' } },
    ],
    'price+volume': [
      { filter: { leastPrice: '1000', mostPrice: '2000', leastVolume: '1' } },
      { filter: { leastPrice: '1500', leastVolume: '0.2', mostVolume: '0.7' }, sort: byPrice },
      { filter: { mostPrice: '1900', leastVolume: '0.3' }, sort: byVolume },
    ],
    'price+by-volume': [
      { filter: { leastPrice: '1200', mostPrice: '2200' }, sort: byVolume },
      { filter: { leastPrice: '1600', mostPrice: '1700' }, sort: byVolume },
      { filter: { leastPrice: '20000' }, sort: byVolume },
    ],
    reason: [
      { filter: { cancelReasons: [byUser] } },
      { filter: { cancelReasons: [slippage] } },
      { filter: { cancelReasons: [bySystem, wentWrong] } },
    ],
    'reason+by-price': [
      { filter: { cancelReasons: [wentWrong] }, sort: byPrice },
      { filter: { cancelReasons: [bySystem], markets: ['ethusdc'] }, sort: byVolume },
      { filter: { cancelReasons: [asTaker], sides: ['buy'] }, sort: byPrice },
    ],
    'text-id': sample.slice(0, 3).map(({ id }) => ofText(String(id))),
    'text-uuid': sample.slice(3, 6).map(({ uuid }, at) => ofText(at === 0 ? uuid : uuid.slice(0, 5 + at))),
    'text-reason': [ofText('slippage'), { ...ofText('system'), sort: byPrice }, ofText('taker')],
  }
}

export const viewName = (kind: string, variant: number): string => `${kind} ${variant}`

/** The name of the view that filters nothing. */
export const allOrders = 'all'

/** Puts the views, not more than may be saved, among the saved ones, and shows the columns that can be sorted by. Answers the kinds. */
export async function putViews(store: Store): Promise<string[]> {
  const count = await store.countOrders(account.id)
  const sample: Sample[number][] = []
  for (let at = 0; at < 6; at += 1) {
    const offset = Math.floor(((at + 0.5) * count) / 6)
    const { rows } = await store.listOrders(account.id, anyOrder, newestFirst, offset, 1)
    sample.push(...rows)
  }
  const any: SavedView['filter'] & Partial<typeof anyOrder> = { ...anyOrder }
  delete any.fromMs
  delete any.toMs
  const kinds = makeKinds(sample)
  const named = (name: string, { filter, ...rest }: View): SavedView => ({
    id: randomUUID(),
    name,
    fromDay: '',
    toDay: '',
    sort: newestFirst,
    ...rest,
    filter: { ...any, ...filter },
  })
  const views = Object.entries(kinds).flatMap(([kind, all]) =>
    all.map((view, variant) => named(viewName(kind, variant), view)),
  )
  await store.setSetting('orderViews', JSON.stringify([named(allOrders, {}), ...views]))
  const shown = ['created', 'updated', 'market', 'side', 'type', 'state', 'price', 'averagePrice', 'volume']
  const widths = { widthPx: 100, isShown: true, isPinned: false }
  const choices: TableChoices = {
    columns: [...shown, 'executedPercent', 'value', 'cancelReason'].map((id) => ({ id, ...widths })),
    sort: null,
  }
  await store.setSetting('table/orders', JSON.stringify(choices))
  return Object.keys(kinds)
}
