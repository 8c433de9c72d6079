// A verdict on each channel of the contract: what a script that has taken the page over gets from it.
import { expect, it } from 'vitest'
import { type ChannelName, channelNames, definitionOf } from '../../../src-preload/contract/contract.ts'
import { removalPhrase } from '../../../src-preload/domain/accounts/removal.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { start } from './guarded-world.ts'
import { account } from '../world.ts'

/**
 * `shows`: what any view shows. `arranges`: how it is shown, or what a person can undo in a view; no key, money or protection is
 * touched. `reads`: has main read from the service, or from a file, what is shown anyway. `records`: entries of the user's own, which
 * no signature rests on; the question of a transfer says that names are from the address book. `asks`: a person decides in main's
 * window. `chooses`: a person chooses a place in the system's own dialog. `protects`: makes what is kept safer, or ends a session.
 * `proves`: takes a secret that the page would have to know. `checked`: main itself checks a signature over what it does.
 */
type Verdict =
  'shows' | 'arranges' | 'reads' | 'records' | 'asks' | 'chooses' | 'protects' | 'proves' | 'checked'

const prefixes: readonly [RegExp, Verdict][] = [
  [/^(markets|charts|orders|alerts|language):(get|list)/, 'shows'],
  [/^(portfolio|sync|data|diagnostics|connection|removal|updates):(get|list)/, 'shows'],
  [
    /^(markets|orders|language|charts|alerts|sync):(watch|add|remove|reorder|set|put|choose|mark|clear)/,
    'arranges',
  ],
  [/^portfolio:(add|remove|set|split|reset)/, 'records'],
]

/** Those that no rule above covers, and exceptions from it. What a person decides is marked in the contract. */
const verdicts: Partial<Record<ChannelName, Verdict>> = {
  'app:getInfo': 'shows',
  'app:setTheme': 'arranges',
  'app:setDisplay': 'arranges',
  'app:openDataFolder': 'arranges',
  'app:openLog': 'arranges',
  'app:openLink': 'arranges',
  'app:restart': 'arranges',
  'app:setTray': 'arranges',
  'app:zoom': 'arranges',
  'app:takeDestination': 'shows',
  'app:setPlace': 'arranges',
  'app:getLeftOpen': 'shows',
  'app:dropLeftOpen': 'arranges',
  'app:confirmKept': 'arranges',
  'app:confirmShown': 'arranges',
  'accounts:getState': 'shows',
  'accounts:cancelConnect': 'arranges',
  'accounts:giveSignature': 'proves',
  'accounts:showAll': 'arranges',
  'accounts:rename': 'arranges',
  'accounts:signIn': 'reads',
  'security:getState': 'shows',
  'security:lock': 'protects',
  'charts:savePicture': 'chooses',
  'charts:copyPicture': 'arranges',
  'charts:saveCandles': 'chooses',
  'trading:openTicket': 'arranges',
  // Asks from the eleventh within a minute on: place-order.test.ts.
  'trading:cancel': 'arranges',
  'trading:listPlaced': 'shows',
  'trading:getTour': 'shows',
  // Only lets an order be asked about that a person may skip the tour for: practice-first.test.ts.
  'trading:endTour': 'arranges',
  'trading:getSession': 'shows',
  'trading:endSession': 'protects',
  'trading:getBounds': 'shows',
  'trading:getCancelAll': 'shows',
  'trading:getMarketRules': 'shows',
  'book:watch': 'arranges',
  'book:getChoices': 'shows',
  'book:setChoices': 'arranges',
  'exports:start': 'chooses',
  'exports:cancel': 'arranges',
  'app:showSavedFile': 'arranges',
  'connection:retry': 'reads',
  'connection:test': 'reads',
  'connection:cancelTest': 'arranges',
  'transfers:getSetup': 'shows',
  'transfers:checkRecipient': 'reads',
  'transfers:create': 'records',
  'transfers:abandon': 'records',
  'transfers:lookUp': 'reads',
  'transfers:find': 'reads',
  'transfers:get': 'shows',
  'transfers:list': 'shows',
  'transfers:setNote': 'records',
  'transfers:export': 'chooses',
  'transfers:saveReceipt': 'chooses',
  'transfers:putRecipient': 'records',
  'transfers:removeRecipient': 'records',
  'data:measure': 'reads',
  'data:check': 'reads',
  'data:backUp': 'protects',
  'data:setKeepDays': 'arranges',
  'data:clear': 'arranges',
  'data:acceptRepair': 'arranges',
  'diagnostics:gather': 'reads',
  'diagnostics:save': 'chooses',
  'updates:check': 'reads',
  'updates:download': 'checked',
  'updates:cancelDownload': 'arranges',
  'updates:install': 'checked',
  'updates:openPage': 'arranges',
  'updates:setOptions': 'arranges',
}

const isConfirmed = (name: ChannelName): boolean => definitionOf(name)?.confirmed === true
const verdictOf = (name: ChannelName): Verdict | undefined =>
  isConfirmed(name) ? 'asks' : (verdicts[name] ?? prefixes.find(([rule]) => rule.test(name))?.[1])

it('every channel has a verdict', () => {
  expect(channelNames.filter((name) => verdictOf(name) === undefined)).toEqual([])
})

it('each channel that a person decides about opens the window, and a no leaves things as they were', async () => {
  const world = await start()
  const { services, desk, no, wallet, exchange } = world
  const { accounts, security, transfers, removal } = services
  const label = 'Taken over'
  const asking: Partial<Record<ChannelName, () => Promise<unknown>>> = {
    'accounts:connectWallet': () => accounts.connectWallet(wallet({ baseUrl: exchange.baseUrl })),
    'accounts:createWallet': () => accounts.createWallet({ label, network: 'mainnet', baseUrl: null }),
    'accounts:remove': () => accounts.remove({ id: account.id, label: account.label, leaveSecrets: false }),
    'accounts:setServiceKey': () => accounts.setServiceKey({ id: account.id, name: 'apiKey' }),
    'accounts:forgetServiceKey': () => accounts.forgetServiceKey({ id: account.id, name: 'apiKey' }),
    'accounts:exportKeystore': async () => accounts.exportKeystore({ id: account.id }),
    'security:setPassword': () => security.setPassword(),
    'security:changePassword': () => security.changePassword(),
    'security:removePassword': () => security.removePassword(),
    'security:unlock': () => security.unlock(),
    'security:setVaultAside': () => security.setVaultAside(),
    'security:setOptions': () => security.setOptions({ lockAfterMinutes: 0 }),
    'transfers:setLimits': () => transfers.setLimits({ perTransfer: null, perDay: null }),
    'removal:removeAll': () => removal.removeAll({ typed: removalPhrase }),
  }
  // A limit that can be raised, of the account in use, which is none of practice.
  await accounts.activate({ id: account.id })
  await transfers.setLimits({ perTransfer: '5', perDay: '5' })
  const stateOf = async () => ({
    ids: await world.ids(),
    hasKey: await world.hasKey(),
    hasVault: world.hasVault(),
    security: await security.getState(),
    limits: (await transfers.getSetup()).limits,
  })
  const before = await stateOf()
  for (const [name, ask] of Object.entries(asking)) {
    // Of the pauses after a no, which have a test of their own.
    desk.wait(600_000)
    const opened = desk.windows.length
    const failed = failureOf(ask())
    await eventually(() => expect(desk.windows, name).toHaveLength(opened + 1))
    await no()
    expect([name, (await failed).code]).toEqual([name, 'userDeclined'])
    expect([name, await stateOf()]).toEqual([name, before])
  }
  // Tested where they ask: sign-transfer, place-order, grant-session, cancel-all and move-order.test.ts.
  const elsewhere = [
    // cancel-all-goes-on.test.ts
    'accounts:activate',
    'accounts:connectPractice',
    'accounts:signOut',
    'trading:cancelAll',
    'trading:cancelMarket',
    'trading:move',
    'trading:place',
    'trading:reviewDifference',
    'trading:setBounds',
    'trading:startSession',
    'trading:stopCancelAll',
    // transfer-question.test.ts
    'transfers:noteReviewed',
    'transfers:proceed',
  ]
  const named = [...Object.keys(asking), ...elsewhere].sort()
  expect(channelNames.filter(isConfirmed).sort()).toEqual(named)
})
