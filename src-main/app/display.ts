// Stores the user's display settings.
import { densities, type Display, numberFormats, palettes } from '../../src-preload/contract/app/app.ts'
import { currencyCode, marketSymbol } from '../../src-preload/contract/orders/entities.ts'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { chartIntervals } from '../../src-preload/domain/markets/intervals.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Store } from '../store/api/store-api.ts'

/** Setting: all display settings as one JSON object. */
const DISPLAY = 'display'

/** Whether a text is a valid time zone setting: `UTC`, `system`, or a zone name in this runtime's database. */
export function isTimeZone(text: string): boolean {
  if (text === 'UTC' || text === 'system') return true
  // The runtime also accepts offsets such as +05:30; those have no name and no daylight saving time.
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** Parses stored settings. A missing, damaged or unknown part falls back to its default. */
export function readDisplay(text: string | null): Display {
  const kept = readObject(text)
  const { timeZone, palette, isPrivate, numberFormat, density, startMarket, startPeriod } = kept
  const { confirmsOrders, displayCurrency } = kept
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : defaultDisplay.timeZone,
    palette: palettes.find((choice) => choice === palette) ?? defaultDisplay.palette,
    isPrivate: typeof isPrivate === 'boolean' ? isPrivate : defaultDisplay.isPrivate,
    numberFormat: numberFormats.find((choice) => choice === numberFormat) ?? defaultDisplay.numberFormat,
    density: densities.find((choice) => choice === density) ?? defaultDisplay.density,
    startMarket: marketSymbol.safeParse(startMarket).data ?? null,
    startPeriod: chartIntervals.find((choice) => choice === startPeriod) ?? null,
    confirmsOrders: typeof confirmsOrders === 'boolean' ? confirmsOrders : defaultDisplay.confirmsOrders,
    displayCurrency: currencyCode.safeParse(displayCurrency).data ?? null,
  }
}

function readObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

export async function openDisplay(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  let current = readDisplay(await store.getSetting(DISPLAY))
  return {
    /** The current settings. */
    get current(): Display {
      return current
    },
    /**
     * Applies immediately, and persists if the store can be written.
     * @throws AppError `validation` with field `timeZone` for an unknown zone (nothing changes); errors of the store when
     *   saving fails
     */
    async set(display: Display): Promise<void> {
      if (!isTimeZone(display.timeZone)) throw new AppError('validation', { field: 'timeZone' })
      // Applied before saving, so a notification a moment later already hides amounts.
      current = display
      await store.setSetting(DISPLAY, JSON.stringify(display))
    },
  }
}
