// Names of the up/down color palettes.
import type { Palette } from '../../src-preload/contract/app/app.ts'

/** In menu order. */
export const paletteNames: readonly { readonly value: Palette; readonly label: string }[] = [
  { value: 'tealVermilion', label: 'Teal and vermilion' },
  { value: 'greenRed', label: 'Green and red' },
  { value: 'blueOrange', label: 'Blue and orange' },
  { value: 'swapped', label: 'Vermilion up, teal down' },
]
