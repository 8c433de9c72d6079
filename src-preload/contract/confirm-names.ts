// Owns: the names of the confirmation window's channels, without their schemas, so that its preload stays small.
// Must not: drift from confirm.ts, which does not compile unless both lists agree.

export const confirmChannelNames = [
  'confirm:getRequest',
  'confirm:answer',
  'confirm:listAddresses',
  'confirm:setWord',
] as const
export type ConfirmChannelName = (typeof confirmChannelNames)[number]
