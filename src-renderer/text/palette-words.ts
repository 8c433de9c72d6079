// Owns: what the palettes of rising and falling are called. Must not: name a colour's value.
import type { Palette } from '../../src-preload/contract/app.ts'

/** In the order in which they are offered. */
export const paletteWords: readonly { readonly value: Palette; readonly label: string }[] = [
  { value: 'tealVermilion', label: 'Teal and vermilion' },
  { value: 'greenRed', label: 'Green and red' },
  { value: 'blueOrange', label: 'Blue and orange' },
  { value: 'swapped', label: 'Vermilion rises, teal falls' },
]
