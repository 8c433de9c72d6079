// The product and the oracle before one made-up account, each having read it by HTTP.
import { onTestFinished } from 'vitest'
import { movableClock, type MovableClock, walletAddress, walletKey } from '../fixtures/test-client.ts'
import type { MadeAccount } from './made-account.ts'
import { startMadeExchange, type MadeExchangeOptions } from './made-exchange.ts'
import { madeMarkets } from './made-prices.ts'
import {
  ExchangeReader,
  withoutFillsBefore,
  type EnteredMove,
  type PnlReading,
  type RawRows,
} from './oracle.ts'
import { findTransfers, openProduct, syncAll, syncMinutes, type Product } from './product.ts'

const HOUR_MS = 3_600_000
export const symbols = madeMarkets.map(({ symbol }) => symbol)

export interface WorldOptions extends Pick<
  MadeExchangeOptions,
  'counting' | 'listedFromMs' | 'largestPage' | 'hidesFees' | 'onCall'
> {
  readonly account: MadeAccount
  readonly nowMs: number
  readonly timeZone?: string
  /** The product keeps nothing from before. */
  readonly keptFromMs?: number
  /** Moments before `nowMs` at which both have read `pnl`. */
  readonly readAtMs?: readonly number[]
}

export interface MadeWorld {
  readonly product: Product
  readonly clock: MovableClock
  /** What the oracle reads, with deposits and withdrawals that a person entered. */
  rows(entered?: readonly EnteredMove[]): Promise<RawRows>
}

/** From the minutes of the first event, which price it, until now. */
function pricedRange(account: MadeAccount, nowMs: number): { startMs: number; endMs: number } {
  const [first] = account.events()
  const firstMs = first === undefined ? nowMs : first.kind === 'fill' ? first.fill.timeMs : first.move.timeMs
  return { startMs: Math.floor(firstMs / HOUR_MS) * HOUR_MS, endMs: nowMs }
}

/** Reads `pnl` alone, as of a listing that ended just after. */
async function readPnl({ pnl, clock }: Product): Promise<void> {
  await pnl.refresh(new AbortController().signal)
  await pnl.noteListing(clock.now())
}

export async function openMadeWorld(options: WorldOptions): Promise<MadeWorld> {
  const { account, nowMs, keptFromMs = 0, readAtMs = [], timeZone = 'UTC', ...server } = options
  const clock = movableClock(nowMs)
  const exchange = await startMadeExchange({ ...server, account, clock, address: walletAddress })
  onTestFinished(() => exchange.close())
  const { baseUrl } = exchange
  const product = await openProduct({ baseUrl, ethereumPrivateKey: walletKey, clock, timeZone })
  const references = account.moves.flatMap(({ reference }) => reference ?? [])
  const reading = { baseUrl, ethereumPrivateKey: walletKey, markets: symbols, references }
  const earlierPnl: PnlReading[] = []
  for (const momentMs of readAtMs) {
    clock.moveTo(momentMs)
    await readPnl(product)
    earlierPnl.push(await new ExchangeReader(reading).pnl())
  }
  clock.moveTo(nowMs)
  await findTransfers(product, references)
  await syncAll(product, { keptFromMs })
  await syncMinutes(product, symbols, pricedRange(account, nowMs))
  return {
    product,
    clock,
    async rows(entered = []) {
      const rows = await new ExchangeReader({ ...reading, earlierPnl, entered }).rows()
      return keptFromMs === 0 ? rows : withoutFillsBefore(rows, keptFromMs)
    },
  }
}
