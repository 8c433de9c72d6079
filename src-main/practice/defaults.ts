// Owns: what a practice exchange is when nobody says otherwise, embedded or as a command. Must not: import anything.

export const practiceDefaults = {
  /** Decides users, markets and orders. */
  seed: 7,
  /** Of each user, at the exchange's beginning. */
  orders: 2_500,
  accessTokenSeconds: 300,
  refreshTokenSeconds: 86_400,
  nonceSeconds: 300,
} as const
