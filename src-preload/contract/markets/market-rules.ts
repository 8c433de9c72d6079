// IPC channel of what is known about the numbers a market takes. The exchange publishes no such rules.
import { z } from 'zod'
import type { ChannelTable } from '../channel.ts'
import { decimalText, marketSymbol } from '../orders/entities.ts'

const decimals = z.int().min(0).max(60)

/** Learned from the book, trades and own orders of a market, and from what the exchange has said in a refusal. */
export const marketRules = z.strictObject({
  /** Decimals of amounts: what the exchange said, or the most that it has shown. Null while nothing was shown. */
  amountDecimals: decimals.nullable(),
  /** The same of prices. */
  priceDecimals: decimals.nullable(),
  /** The smallest amount that it has shown, in the base currency; smaller ones may be taken. */
  smallestAmount: decimalText.nullable(),
  /** The exchange has said how many decimals amounts have at most: more are refused. */
  said: z.boolean(),
  /** The same of prices. */
  isPriceSaid: z.boolean(),
})
export type MarketRules = z.infer<typeof marketRules>

export const marketRulesChannels = {
  /** What is known of a market now. Reads its book where that has not been looked at for a while; does not fail without it. */
  'trading:getMarketRules': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol }),
    output: marketRules,
  },
} satisfies ChannelTable<'trading'>
