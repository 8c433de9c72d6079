// Limits of each endpoint's answer in bytes and rows, with the largest legitimate answer for comparison.
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'

/** Maximum lengths of text in schemas, in UTF-16 code units; every string on the wire has one of them or its own pattern. */
export const maxLength = {
  /** `-`, 60 digits, a point, 60 digits, an exponent: see decimal-text.ts. */
  decimal: 128,
  /** An ISO 8601 time with nine decimals and an offset has 35. */
  time: 40,
  /** An order's uuid has 36. */
  uuid: 64,
  /** A currency code. */
  currency: 64,
  /** Names and ids of a person. */
  name: 256,
  /** The longest cancel reason of the interface has 72. */
  reason: 512,
  /** A login text is refused from 500 on (login-text.ts). */
  loginText: 2_048,
  /** `uid` of a login. */
  userId: 128,
  /** Same as a reference that is sent (rules.ts). */
  reference: 255,
  /** Of a transfer. */
  status: 64,
  /** A type or state of an order: the contract's serviceWord. */
  word: 64,
  /** The message of an envelope. */
  message: 8_192,
} as const

const KIB = 1_024
/** `{"status":"success","message":"…","payload":…}` with a message of 300 characters. */
const envelopeBytes = 512

/** Maximum rows of a list, whatever the request asks for. */
export const maxRows = {
  /** The engine's largest `limit` (facts, A3). */
  marketTrades: 1_000,
  candles: 10_000,
  orders: 1_000,
  /** One order's fills: neither the interface nor the engine limits them. */
  fills: 4_000,
  /** One entry per currency; 13 are known (facts, A12). */
  currencies: 500,
  markets: 1_000,
  /** The engine's largest limits (facts, A3). */
  ownTrades: 1_000,
  bookSide: 200,
  /** Asked for: the service's largest is unknown. */
  transfers: 500,
} as const

/**
 * The longest row of each list in bytes, with every field at its longest legitimate value (decimals of 41 characters, facts
 * A9).
 */
const rowBytes = {
  /** 78 for keys and punctuation, id 16, three doubles of 24, market 32, time 10, side 4. */
  marketTrade: 213,
  /** A time of 10, five doubles of 24, 9 for punctuation. */
  candle: 139,
  /**
   * 265 for keys and punctuation, id 16, uuid 36, eight decimals and two nulls or decimals, times of 32, reason 72, enum
   * values 50.
   */
  order: 920,
  /** 147 for keys and punctuation, two ids of 16, five decimals, time 32, market 32, enum values 24. */
  fill: 480,
  /** 220 for keys and punctuation, eight decimals, two codes. */
  currency: 640,
  /** 60 for keys and punctuation, three decimals, a code, an address of 66. */
  balance: 280,
  /** 160 for keys and punctuation, two times of 10, seven decimals, a percentage, a market. */
  ticker: 560,
  /** A coin has 24 fields: a description and an address of a picture of 500 characters each are the longest. */
  coin: 2_600,
} as const

/** Three names of 256 characters of four bytes, a key of 66, and a picture, which is unused and may be a megabyte of text. */
const profileBytes = 3 * maxLength.name * 4 + 66 + 1_024 * KIB
/** Two tokens of 8,192 characters, a `uid`, and an unused signature. */
const tokenBytes = 2 * 8_192 + maxLength.userId + 132
/** A transfer, with a reference of four bytes per character. */
const transferBytes = 300 + 4 * maxLength.reference + 2 * 42 + 2 * 32 + 41

export interface AnswerSize {
  /** The largest legitimate answer by the interface's limits, in bytes. */
  readonly largestValidBytes: number
  /** Larger answers, decompressed, are refused unread. */
  readonly maxBytes: number
}

/** @param payloadBytes - of the largest legitimate payload */
const sized = (payloadBytes: number, maxKib: number): AnswerSize => ({
  largestValidBytes: envelopeBytes + payloadBytes,
  maxBytes: maxKib * KIB,
})

/** About twice the legitimate size, to allow white space and fields of a later version; at most 2 MiB. */
export const answerSizes: Readonly<Record<EndpointName, AnswerSize>> = {
  health: sized(0, 16),
  'auth.nonce': sized(3 * 500, 16),
  'auth.login': sized(tokenBytes, 64),
  'auth.refresh': sized(tokenBytes, 64),
  'user.profile': sized(profileBytes, 2_048),
  'user.pnl': sized(maxRows.currencies * rowBytes.currency, 640),
  'market.trades': sized(maxRows.marketTrades * rowBytes.marketTrade, 512),
  'market.candles': sized(maxRows.candles * rowBytes.candle, 2_048),
  'user.balances': sized(maxRows.currencies * rowBytes.balance, 384),
  'market.tickers': sized(maxRows.markets * rowBytes.ticker, 1_280),
  'market.orderBook': sized(2 * maxRows.bookSide * rowBytes.order, 768),
  'coins.list': sized(maxRows.currencies * rowBytes.coin, 2_048),
  'orders.list': sized(maxRows.orders * rowBytes.order, 2_048),
  'orders.get': sized(rowBytes.order + maxRows.fills * rowBytes.fill, 2_048),
  'orders.nonce': sized(128, 16),
  'orders.create': sized(rowBytes.order, 16),
  'orders.cancel': sized(rowBytes.order, 16),
  'orders.bulkCancel': sized(0, 16),
  'trades.list': sized(maxRows.ownTrades * rowBytes.fill, 1_024),
  'transfers.checkUser': sized(128, 16),
  'transfers.initiate': sized(128, 16),
  'transfers.process': sized(transferBytes, 16),
  'transfers.get': sized(transferBytes, 16),
  'transfers.list': sized(maxRows.transfers * transferBytes, 2_048),
}

/** For error answers: their message is short, and their status says most. */
export const MAX_ERROR_BYTES = 64 * KIB
