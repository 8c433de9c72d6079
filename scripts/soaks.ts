// Names, tests and durations of the soaks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

export interface Soak {
  readonly what: string
  readonly tool: 'vitest' | 'playwright'
  readonly args: readonly string[]
  /** Default factor to the duration in npm test; 10 if missing; 1 of what npm test has not at all. */
  readonly times?: number
}

export const soaks: Readonly<Record<string, Soak>> = {
  'vault-kills': {
    what: 'SIGKILL while the password vault writes',
    tool: 'vitest',
    args: ['test/integration/keychain/vault/kill.test.ts'],
    times: 30,
  },
  'secret-moves': {
    what: 'SIGKILL while secrets move between keychain and vault',
    tool: 'vitest',
    args: ['test/integration/keychain/places-kill.test.ts'],
    times: 25,
  },
  payloads: {
    what: 'answers of the service with one field damaged',
    tool: 'vitest',
    args: ['test/integration/exchange/endpoints/payload-properties.test.ts'],
  },
  'journal-kills': {
    what: 'SIGKILL while the journal of transfers is written',
    tool: 'vitest',
    args: ['test/integration/store/journal/transfers-kill.test.ts'],
    times: 40,
  },
  'transfer-kills': {
    what: 'SIGKILL while a transfer is made, before the practice exchange',
    tool: 'vitest',
    args: ['test/integration/transfers/kill.test.ts'],
    times: 30,
  },
  'transfer-model': {
    what: 'random histories of transfers with crashes and a faulty line; 600 unless told',
    tool: 'vitest',
    args: ['test/integration/transfers/model.test.ts'],
    times: 40,
  },
  'live-kills': {
    what: 'SIGKILL while streams write, against what an empty folder reads; 2 kills times N, 200 unless told',
    tool: 'vitest',
    args: ['test/integration/session/sync/live-kills.test.ts'],
    times: 100,
  },
  'order-kills': {
    what: 'SIGKILL while orders are placed, before the practice exchange with its faults; 4 kills times N, 200 unless told',
    tool: 'vitest',
    args: ['test/integration/trading/order-kills.test.ts'],
    times: 50,
  },
  'order-histories': {
    what: 'random histories of tickets, crashes, streams and a faulty exchange; 40 times N, 5,000 unless told',
    tool: 'vitest',
    args: ['test/integration/trading/histories'],
    times: 125,
  },
  attack: {
    what: 'random calls of a script in the page that tries to place and to cancel orders; 6 seconds times N, ten minutes unless told',
    tool: 'vitest',
    args: ['test/integration/trading/attack.test.ts'],
    times: 100,
  },
  matching: {
    what: 'random orders against an independent model of matching; 2,500 times N, 10,000 unless told',
    tool: 'vitest',
    args: ['test/unit/practice/matching.test.ts'],
    times: 4,
  },
  'trading-kills': {
    what: 'SIGKILL while two users trade at the practice exchange; 2 kills times N, 100 unless told',
    tool: 'vitest',
    args: ['test/integration/contract/practice/trading-kills.test.ts'],
    times: 50,
  },
  'kept-kinds': {
    what: 'random rows dropped by kind and age, against a count by hand',
    tool: 'vitest',
    args: ['test/integration/store/kept-kinds.test.ts'],
    times: 30,
  },
  'sync-kills': {
    what: 'SIGKILL at random moments of a running sync; 2 kills times N, 40 unless told',
    tool: 'vitest',
    args: ['test/integration/session/sync/kills.test.ts'],
    times: 20,
  },
  'sync-faults': {
    what: 'a sync through random faults of the line, against one without',
    tool: 'vitest',
    args: ['test/integration/session/sync/faults.test.ts'],
  },
  'sync-properties': {
    what: 'random histories of every sync: no row missing, doubled or old; 20 each times N, 20,000 unless told',
    tool: 'vitest',
    args: ['test/integration/session/sync/properties', 'test/integration/session/sync/order-history.test.ts'],
    times: 1000,
  },
  streams: {
    what: 'random histories of faults of a stream: the book is right; 20 times N, 2,000 unless told',
    tool: 'vitest',
    args: ['test/unit/exchange/streams/order-book-model.test.ts'],
    times: 100,
  },
  'chart-day': {
    what: 'a chart that is open with live updates; 6 seconds times N, eight hours unless told',
    tool: 'vitest',
    args: ['test/page/chart-day.test.ts'],
    times: 4_800,
  },
  'drawing-histories': {
    what: 'random histories of drawings on charts, with restarts, against a plain model; 1 times N, 100 unless told',
    tool: 'vitest',
    args: ['test/page/drawing-histories.test.ts'],
    times: 100,
  },
  sums: {
    what: 'totals of random orders and fills against exact fractions; 4,000 times N, 100,000 unless told',
    tool: 'vitest',
    args: ['test/integration/store/order-sums.test.ts'],
    times: 25,
  },
  lots: {
    what: 'lots and disposals of random fills by every method, against exact fractions; 2,000 fills times N, 100,000 unless told',
    tool: 'vitest',
    args: ['test/unit/portfolio/lots/random-fills.test.ts'],
    times: 50,
  },
  'candle-figures': {
    what: 'random pieces of candles against an oracle: nothing broken told as whole; 8 times N, 1,600 unless told',
    tool: 'vitest',
    args: ['test/integration/figures/candles.test.ts'],
    times: 200,
  },
  figures: {
    what: 'every figure by the oracle, and by the product against it: 250 to 100,000 orders in turn, N seeds',
    tool: 'vitest',
    args: [
      'test/integration/figures/practice.test.ts',
      'test/integration/figures/product.test.ts',
      'test/integration/figures/made.test.ts',
      'test/integration/figures/interleaved.test.ts',
      'test/integration/figures/properties.test.ts',
      'test/integration/figures/cut-shares.test.ts',
    ],
  },
  'export-rows': {
    what: 'every order in an exported file, once; 5,000 times N, 100,000 unless told',
    tool: 'vitest',
    args: ['test/integration/exports/export-life.test.ts'],
    times: 20,
  },
  'practice-orders': {
    what: 'the history of the practice exchange; 20,000 orders times N, a million unless told',
    tool: 'vitest',
    args: ['test/unit/practice/order-history.test.ts'],
    times: 50,
  },
  'practice-fuzz': {
    what: 'random requests to the practice exchange',
    tool: 'vitest',
    args: ['test/integration/contract/practice/protocol.test.ts'],
    times: 30,
  },
  'store-random': {
    what: 'random tables of the store, each answer against one worked out from the rows',
    tool: 'vitest',
    args: [
      'test/integration/store/candle-range.test.ts',
      'test/integration/store/candle-rollups.test.ts',
      'test/integration/store/candles.test.ts',
      'test/integration/store/decimal-key.test.ts',
      'test/integration/store/fills.test.ts',
      'test/integration/store/order-count.test.ts',
      'test/integration/store/order-list.test.ts',
      'test/integration/charts/window-over-store.test.ts',
      'test/integration/exchange/endpoints/orders/order-row.test.ts',
      'test/integration/orders/order-sync.test.ts',
      'test/unit/domain/zone.test.ts',
    ],
  },
  'hostile-service': {
    what: 'answers of a service that sends what it likes; 100 times N, 10,000 unless told: stalls, CPU of a turn, memory, journal',
    tool: 'vitest',
    args: ['test/integration/hostile-service/'],
    times: 100,
  },
  'border-fuzz': {
    what: 'random calls from the page; 500 times N, 40,000 unless told',
    tool: 'playwright',
    args: ['--project=e2e', 'specs/closed-doors', '-g', 'random calls'],
    times: 80,
  },
  app: {
    what: 'long ways through the whole app: axe on every place, an evening of faults, a day by keyboard, each wallet, each file; once',
    tool: 'playwright',
    args: ['--project=soak'],
    times: 1,
  },
  page: {
    what: 'what TradingView users do daily, and the questions of a trader, in the page; once',
    tool: 'vitest',
    args: ['test/page/soak/'],
    times: 1,
  },
}

/** Files and folders of a soak that do not exist; vitest would silently skip them. */
export function missingFiles({ args }: Pick<Soak, 'args'>): string[] {
  return args.filter((arg) => arg.startsWith('test/') && !existsSync(join(root, arg)))
}
