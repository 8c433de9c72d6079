// Stores the user's notification settings.
import { type NoticeFacts, noticeOptions, type NoticeOptions } from '../../src-preload/contract/app/alerts.ts'
import type { Store } from '../store/api/store-api.ts'

/** Setting: the options as one JSON object. */
const OPTIONS = 'noticeOptions'

/** Defaults. */
export const defaultOptions: NoticeOptions = {
  isMuted: false,
  hasSound: true,
  quietHours: null,
  ofPrices: true,
  ofFills: true,
  ofPartFills: true,
  ofCancels: true,
  ofUnknowns: true,
  ofDifferences: true,
  ofSessionEnds: true,
  ofReceived: true,
}

/** The stored options; the defaults if invalid. Errors: those of the store. */
export async function readNoticeOptions(store: Pick<Store, 'getSetting'>): Promise<NoticeOptions> {
  const text = await store.getSetting(OPTIONS)
  if (text === null) return defaultOptions
  try {
    const stored: unknown = JSON.parse(text)
    // Written by an earlier version they lack what is new, and are kept all the same.
    const known = typeof stored === 'object' && stored !== null ? stored : {}
    return noticeOptions.safeParse({ ...defaultOptions, ...known }).data ?? defaultOptions
  } catch {
    // Invalid JSON: use the defaults.
    return defaultOptions
  }
}

/** Errors: those of the store. */
export async function saveNoticeOptions(
  store: Pick<Store, 'setSetting'>,
  options: NoticeOptions,
): Promise<void> {
  await store.setSetting(OPTIONS, JSON.stringify(options))
}

/**
 * Shown whatever is chosen, for a script in the page could choose it: an order that protects is not canceled or lost unseen, and a
 * lock of signing is not either.
 */
export function isAlwaysShown(kind: NoticeFacts['kind']): boolean {
  return kind === 'cancelAsked' || kind === 'orderGone' || kind === 'signingLocked'
}

/** Whether the user wants notifications of this kind. */
export function wantsKind(options: NoticeOptions, kind: NoticeFacts['kind']): boolean {
  switch (kind) {
    case 'priceCrossed':
      return options.ofPrices
    case 'orderFilled':
      return options.ofFills
    case 'orderPartlyFilled':
      return options.ofPartFills
    case 'orderCancelled':
      return options.ofCancels
    case 'orderUnknown':
    case 'orderFoundLate':
      return options.ofUnknowns
    case 'orderDiffers':
      return options.ofDifferences
    case 'cancelAsked':
    case 'orderGone':
    case 'signingLocked':
      return true
    case 'sessionEnded':
      return options.ofSessionEnds
    case 'transferReceived':
      return options.ofReceived
  }
}
