// Default options of a practice exchange, embedded or standalone. Imports nothing.

export const practiceDefaults = {
  /** Determines users, markets and orders. */
  seed: 7,
  /** Orders per user at genesis. */
  orders: 2_500,
  accessTokenSeconds: 300,
  refreshTokenSeconds: 86_400,
  nonceSeconds: 300,
  /** Between an answer and what it announced. */
  latencyMs: 100,
} as const
