// Owns: what each channel of the border needs, so that it is known which are answered while locked. Must not: know whether
// anything is locked (security.ts does).
import type { ChannelName } from '../../src-preload/contract/names.ts'

/**
 * `always`: needs nothing that is locked away. `reading`: shows what is kept here or arranges how it is shown, while locked only
 * where the user allowed it. `keys`: uses or changes keys or accounts, or hands out of the app what it shows, to a file or
 * the clipboard: never while locked, when the app may be looked at and no more.
 */
export type ChannelClass = 'always' | 'reading' | 'keys'

/** A new channel does not compile until somebody has decided about it. */
const channelClasses: Readonly<Record<ChannelName, ChannelClass>> = {
  'app:getInfo': 'always',
  'app:setTheme': 'always',
  'app:setDisplay': 'always',
  'app:openDataFolder': 'always',
  'app:openLog': 'always',
  'app:openLink': 'always',
  'app:restart': 'always',
  'accounts:getState': 'reading',
  'accounts:connectPractice': 'keys',
  'accounts:listPhraseAddresses': 'keys',
  'accounts:connectWallet': 'keys',
  'accounts:createWallet': 'keys',
  'accounts:cancelConnect': 'always',
  'accounts:giveSignature': 'keys',
  'accounts:activate': 'reading',
  'accounts:rename': 'keys',
  'accounts:remove': 'keys',
  'accounts:setServiceKey': 'keys',
  'accounts:exportKeystore': 'keys',
  'accounts:signIn': 'keys',
  'accounts:signOut': 'keys',
  'security:getState': 'always',
  'security:setPassword': 'always',
  'security:changePassword': 'always',
  'security:removePassword': 'always',
  'security:unlock': 'always',
  'security:lock': 'always',
  'security:setVaultAside': 'always',
  'security:setOptions': 'always',
  'markets:list': 'reading',
  'markets:getCandles': 'reading',
  'markets:getCandleRange': 'reading',
  'markets:listTrades': 'reading',
  'markets:watch': 'reading',
  'markets:add': 'reading',
  'markets:remove': 'reading',
  'markets:reorder': 'reading',
  'charts:getLayout': 'reading',
  'charts:setLayout': 'reading',
  'charts:listDrawings': 'reading',
  'charts:putDrawing': 'reading',
  'charts:removeDrawing': 'reading',
  'charts:listMarks': 'reading',
  'charts:savePicture': 'keys',
  'charts:copyPicture': 'keys',
  'charts:saveCandles': 'keys',
  'alerts:list': 'reading',
  'alerts:put': 'reading',
  'alerts:remove': 'reading',
  'alerts:listNotices': 'reading',
  'alerts:markRead': 'reading',
  'alerts:clearRead': 'reading',
  'alerts:getOptions': 'reading',
  'alerts:setOptions': 'reading',
  'orders:list': 'reading',
  'orders:get': 'reading',
  'orders:listMarkets': 'reading',
  'orders:getSyncState': 'reading',
  'portfolio:getPnl': 'reading',
  'connection:getState': 'reading',
  'connection:retry': 'reading',
  'connection:getActivity': 'reading',
  'connection:test': 'reading',
  'connection:cancelTest': 'always',
  'connection:getReport': 'reading',
  'transfers:getSetup': 'reading',
  'transfers:checkRecipient': 'keys',
  'transfers:create': 'keys',
  'transfers:initiate': 'keys',
  'transfers:confirm': 'keys',
  'transfers:send': 'keys',
  'transfers:abandon': 'keys',
  'transfers:lookUp': 'keys',
  'transfers:find': 'keys',
  'transfers:get': 'reading',
  'transfers:list': 'reading',
  'transfers:setNote': 'keys',
  'transfers:export': 'keys',
  'transfers:saveReceipt': 'keys',
  'transfers:setLimits': 'keys',
  'transfers:putRecipient': 'keys',
  'transfers:removeRecipient': 'keys',
  'sync:getState': 'reading',
  'sync:setPaused': 'reading',
  'sync:setView': 'always',
  'data:getState': 'reading',
  'data:measure': 'reading',
  'data:check': 'reading',
  'data:backUp': 'reading',
  'data:setKeepDays': 'keys',
  'data:clear': 'keys',
  'data:acceptRepair': 'reading',
}

function isChannel(name: string): name is ChannelName {
  return Object.hasOwn(channelClasses, name)
}

/** The class of a channel; of one that is not known, the strictest. */
export function classOfChannel(name: string): ChannelClass {
  return isChannel(name) ? channelClasses[name] : 'keys'
}
