// The drawing that was copied, for all charts; it does not leave the app.
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'

export const clipboard: { drawing: Drawing | null } = { drawing: null }
