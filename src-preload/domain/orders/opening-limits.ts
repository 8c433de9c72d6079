// Limits of how an opening is split.

export const MAX_OPENING_PARTS = 50
