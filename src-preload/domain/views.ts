// The views of the app.
export const viewNames = [
  'trade',
  'markets',
  'orders',
  'portfolio',
  'transfers',
  'connection',
  'settings',
  'data',
] as const
export type ViewName = (typeof viewNames)[number]
