import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChannelDefinition } from '../../../src-preload/contract/channel.ts'
import { errorReport } from '../../../src-preload/contract/channel.ts'
import { type ChannelName, channelNames, channels, events } from '../../../src-preload/contract/contract.ts'
import { defaultDisplay } from '../../../src-preload/domain/display.ts'
import { defaultSessionLimits } from '../../../src-preload/domain/accounts/session-limits.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { answer, type Handlers } from '../../../src-main/ipc/register.ts'
import type { Log } from '../../../src-main/diagnostics/log.ts'

/** One good input per channel; the table does not compile while a channel is missing. */
const goodInputs: Readonly<Record<ChannelName, Record<string, unknown>>> = {
  'app:getInfo': {},
  'trading:openTicket': {},
  'trading:place': {
    ticketId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    order: { type: 'limit', market: 'ethusdc', side: 'buy', amount: '0.5', price: '1200.25' },
  },
  'trading:cancel': { orderId: 7 },
  'trading:cancelMarket': { market: 'ethusdc', side: 'sell' },
  'trading:listPlaced': { limit: 50 },
  'trading:getTour': {},
  'trading:endTour': {},
  'trading:getSession': {},
  'trading:startSession': { limits: defaultSessionLimits('ethusdc') },
  'trading:endSession': {},
  'trading:getBounds': { market: 'ethusdc' },
  'trading:setBounds': { market: 'ethusdc', lowest: '900.5', highest: null, triggerPercent: '25' },
  'trading:reviewDifference': {},
  'trading:cancelAll': {},
  'trading:move': {
    ticketId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    orderId: 7,
    price: '1200.25',
    stopPrice: null,
  },
  'trading:getCancelAll': {},
  'trading:stopCancelAll': {},
  'trading:getMarketRules': { market: 'ethusdc' },
  'app:setTheme': { theme: 'dark' },
  'app:setDisplay': { ...defaultDisplay, timeZone: 'Europe/Berlin', palette: 'greenRed', isPrivate: true },
  'app:openDataFolder': {},
  'app:openLog': {},
  'app:openLink': { link: 'serviceDocs' },
  'app:restart': {},
  'app:setTray': { isOn: true },
  'app:zoom': { direction: 1 },
  'app:takeDestination': {},
  'app:setPlace': { place: { view: 'orders', market: 'ethusdc', orderId: 7 } },
  'app:getLeftOpen': {},
  'app:dropLeftOpen': {},
  'app:confirmKept': {},
  'app:confirmShown': {},
  'language:getState': {},
  'language:choose': { choice: 'de-AT' },
  'accounts:getState': {},
  'accounts:connectPractice': { user: 0 },
  'accounts:connectWallet': {
    label: 'Main',
    network: 'custom',
    baseUrl: 'https://exchange.example',
    accountId: null,
  },
  'accounts:createWallet': { label: 'New', network: 'testnet', baseUrl: null },
  'accounts:cancelConnect': {},
  'accounts:giveSignature': { signature: 'not checked here' },
  'accounts:activate': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'accounts:showAll': { isAll: true },
  'accounts:rename': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', label: 'Other' },
  'accounts:remove': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', label: 'Main', leaveSecrets: false },
  'accounts:setServiceKey': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', name: 'apiKey' },
  'accounts:forgetServiceKey': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', name: 'apiKey' },
  'accounts:exportKeystore': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'accounts:signIn': {},
  'accounts:signOut': {},
  'security:getState': {},
  'security:setPassword': {},
  'security:changePassword': {},
  'security:removePassword': {},
  'security:unlock': {},
  'security:lock': {},
  'security:setVaultAside': {},
  'security:setOptions': { lockAfterMinutes: 5, readableWhenLocked: false, signInAtStart: true },
  'markets:list': {},
  'markets:listAll': {},
  'markets:getListSettings': {},
  'markets:setListSettings': {
    columns: ['last', 'turnover'],
    sort: { column: 'change', isDescending: true },
    favorites: ['ethusdc'],
    groups: [{ name: 'Majors', markets: ['btcusdc'] }],
  },
  'markets:getCandles': { market: 'ethusdc', period: 60, endMs: null, limit: 500 },
  'markets:getCandleRange': {
    market: 'ethusdc',
    fromMs: 0,
    toMs: 60_000,
    widthPx: 1600,
    shortest: null,
    vwap: true,
  },
  'markets:listTrades': { market: 'ethusdc', limit: 100 },
  'markets:watch': { charts: [{ market: 'ethusdc', period: 1 }], tape: null },
  'markets:add': { market: 'ethusdc' },
  'markets:remove': { market: 'ethusdc' },
  'markets:reorder': { markets: ['btcusdc', 'ethusdc'] },
  'book:watch': { book: { market: 'ethusdc', step: '0.5', depth: 20 } },
  'book:getChoices': {},
  'book:setChoices': { tab: 'book', sums: 'quote', steps: [{ market: 'ethusdc', step: '0.5' }] },
  'charts:getLayout': {},
  'charts:setLayout': {
    shown: 2,
    charts: Array.from({ length: 4 }, () => ({
      market: null,
      period: 60,
      scale: 'log',
      type: 'candles',
      hasVolume: true,
      hasMarks: false,
      hasOpenOrders: true,
      hasCanceled: false,
      indicators: [{ kind: 'bollinger', length: 20, deviations: 2 }, { kind: 'vwap' }],
      paneHeights: [null, 120],
      compared: ['btcusdc'],
    })),
    arePeriodsLinked: true,
    isCrosshairLinked: false,
    leastTradeAmount: '0.5',
    favoritePeriods: [1, 1440, 30],
  },
  'charts:getIndicatorLibrary': {},
  'charts:setIndicatorLibrary': {
    favorites: [{ kind: 'ema', length: 200, source: 'hl2' }],
    templates: [{ name: 'Trend', indicators: [{ kind: 'vwap', isHidden: true }] }],
  },
  'charts:listLayouts': {},
  'charts:setLayouts': {
    layouts: [
      {
        id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c12',
        name: 'Majors',
        layout: {
          shown: 1,
          charts: Array.from({ length: 4 }, () => ({
            market: 'ethusdc',
            period: 60,
            scale: 'linear',
            type: 'line',
            hasVolume: true,
            hasMarks: true,
            hasOpenOrders: true,
            hasCanceled: false,
            indicators: [],
            paneHeights: [],
            compared: [],
          })),
          arePeriodsLinked: false,
          isCrosshairLinked: true,
        },
      },
    ],
  },
  'charts:getTradeView': {},
  'charts:setTradeView': {
    layout: 'charts',
    dockTab: 'balances',
    isDockOfMarket: true,
    sizes: { list: 240, book: 300, tape: 260, ticket: 320, dock: 240 },
  },
  'charts:listDrawings': { market: 'ethusdc' },
  'charts:putDrawing': {
    drawing: {
      kind: 'note',
      id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
      market: 'ethusdc',
      points: [{ price: '1234.5', atMs: 60_000 }],
      style: { color: 'text', width: 1, dash: 'solid' },
      text: 'Bought too late',
      isLocked: false,
      isHidden: false,
      createdAtMs: 1,
    },
  },
  'charts:removeDrawing': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'charts:listMarks': { market: 'ethusdc', fromMs: 0, toMs: 60_000 },
  'charts:savePicture': { market: 'ethusdc', period: 60, png: new Uint8Array(8) },
  'charts:copyPicture': { png: new Uint8Array(8) },
  'charts:saveCandles': { market: 'ethusdc', period: 60, fromMs: 0, toMs: 60_000 },
  'alerts:list': { market: null },
  'alerts:put': {
    id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    market: 'ethusdc',
    price: '2450.5',
    direction: 'either',
    note: 'Take profit',
    isRepeating: true,
  },
  'alerts:remove': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'alerts:listNotices': { beforeId: null, limit: 50 },
  'alerts:markRead': { id: 7, isUpTo: true },
  'alerts:clearRead': {},
  'alerts:getOptions': {},
  'alerts:setOptions': {
    isMuted: false,
    hasSound: true,
    quietHours: { from: 1_320, until: 420 },
    ofPrices: true,
    ofFills: true,
    ofCancels: false,
    ofPartFills: true,
    ofUnknowns: true,
    ofDifferences: true,
    ofSessionEnds: true,
    ofReceived: true,
  },
  'orders:list': {
    filter: {
      markets: [],
      bases: ['eth'],
      quotes: [],
      sides: ['buy'],
      types: [],
      states: [],
      fromMs: null,
      toMs: 1_000,
      leastPrice: '0.5',
      mostPrice: null,
      leastVolume: null,
      mostVolume: '2000',
      cancelReasons: ['Order cancelled by user'],
      text: '17',
    },
    sort: { column: 'price', isDescending: false },
    offset: 400,
    limit: 100,
  },
  'orders:getTotals': {
    filter: {
      markets: ['ethusdc'],
      bases: [],
      quotes: ['usdc'],
      sides: [],
      types: ['stop_limit'],
      states: ['done'],
      fromMs: 0,
      toMs: null,
      leastPrice: null,
      mostPrice: '9000',
      leastVolume: '-1',
      mostVolume: null,
      cancelReasons: [],
      text: '',
    },
  },
  'orders:get': { id: 7 },
  'orders:listFacets': {},
  'orders:listFills': {
    filter: {
      markets: ['ethusdc'],
      bases: [],
      quotes: [],
      sides: ['sell'],
      fromMs: null,
      toMs: 5,
      text: '7',
    },
    isDescending: true,
    offset: 0,
    limit: 100,
  },
  'orders:getFillTotals': {
    filter: { markets: [], bases: ['btc'], quotes: [], sides: [], fromMs: 1, toMs: null, text: '' },
  },
  'orders:getTable': { table: 'orders' },
  'orders:setTable': {
    table: 'fills',
    choices: {
      columns: [{ id: 'price', widthPx: 120, isShown: true, isPinned: false }],
      sort: { column: 'updated', isDescending: true },
    },
  },
  'orders:listViews': {},
  'orders:setViews': {
    views: [
      {
        id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
        name: 'Cancelled this year',
        filter: {
          markets: [],
          bases: [],
          quotes: [],
          sides: [],
          types: [],
          states: ['cancel'],
          leastPrice: null,
          mostPrice: null,
          leastVolume: null,
          mostVolume: null,
          cancelReasons: [],
          text: '',
        },
        fromDay: '2026-01-01',
        toDay: '',
        sort: { column: 'created', isDescending: true },
      },
    ],
  },
  'orders:getSyncState': {},
  'orders:listAccounts': {},
  'orders:listStopPlaces': {},
  'portfolio:getPnl': {},
  'portfolio:getResults': {},
  'portfolio:getAllAccounts': {},
  'portfolio:getDisplayPrices': { from: ['usdc'], to: 'eth' },
  'portfolio:getBalances': {},
  'portfolio:getBooks': {},
  'portfolio:listMovements': {},
  'portfolio:addMovement': { currency: 'eth', direction: 'in', amount: '1', value: '2000', atMs: 1 },
  'portfolio:removeMovement': { id: 1 },
  'portfolio:getEquity': { fromMs: 0, toMs: 1_700_000_000_000, most: 400, benchmarks: ['btc', 'eth'] },
  'portfolio:getEquityPoint': { atMs: 1_700_000_040_000 },
  'portfolio:getPerformance': { fromMs: 0, toMs: 1_700_000_000_000 },
  'portfolio:listLots': { method: 'fifo', currency: null, offset: 0, limit: 200 },
  'portfolio:getOpening': { currency: 'eth' },
  'portfolio:splitOpening': {
    currency: 'eth',
    parts: [{ amount: '1', openedMs: 1_672_531_200_000, cost: null }],
  },
  'portfolio:resetOpening': { currency: 'eth' },
  'portfolio:getCostMethod': {},
  'portfolio:setCostMethod': { method: 'lifo' },
  'portfolio:getRowChoices': {},
  'portfolio:setRowChoices': { sort: { column: 'realized', isDescending: true }, hidesSmall: true },
  'portfolio:getReport': { fromMs: 0, toMs: 1_700_000_000_000 },
  'exports:start': { what: 'report', fromMs: 0, toMs: 1_700_000_000_000, format: 'pdf' },
  'exports:cancel': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'app:showSavedFile': { file: 'orders.csv' },
  'connection:getState': {},
  'connection:retry': {},
  'connection:getActivity': {},
  'connection:test': {},
  'connection:cancelTest': {},
  'connection:getReport': {},
  'transfers:getSetup': {},
  'transfers:checkRecipient': { address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', source: 'paste' },
  'transfers:create': {
    recipientAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    source: 'typed',
    amount: '25',
    reference: null,
    note: '',
    acknowledged: ['firstTime'],
  },
  'transfers:proceed': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'transfers:abandon': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'transfers:lookUp': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'transfers:find': { reference: '12345678901234567' },
  'transfers:get': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'transfers:list': {
    filter: { text: '', states: [], fromMs: null, toMs: null },
    limit: 100,
    beforeMs: null,
  },
  'transfers:setNote': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', note: 'rent' },
  'transfers:export': { filter: { text: '', states: [], fromMs: null, toMs: null }, format: 'csv' },
  'transfers:saveReceipt': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', format: 'pdf' },
  'transfers:setLimits': { perTransfer: '100', perDay: null },
  'transfers:noteReviewed': {},
  'transfers:putRecipient': { address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', label: 'Bob', note: '' },
  'transfers:removeRecipient': { address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' },
  'sync:getState': {},
  'sync:getFreshness': {},
  'sync:setPaused': { isPaused: true },
  'sync:setView': { view: 'markets' },
  'data:getState': {},
  'data:measure': {},
  'data:check': {},
  'data:backUp': {},
  'data:setKeepDays': { kind: 'fineCandles', keepDays: 90 },
  'data:clear': { kinds: ['orders', 'fills'] },
  'data:acceptRepair': {},
  'updates:getState': {},
  'updates:check': {},
  'updates:download': {},
  'updates:cancelDownload': {},
  'updates:install': {},
  'updates:openPage': {},
  'updates:setOptions': { channel: 'beta', checksDaily: false },
  'diagnostics:getVersions': {},
  'diagnostics:listLicenses': {},
  'diagnostics:getLicense': { index: 0 },
  'diagnostics:gather': {},
  'diagnostics:save': { id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' },
  'removal:getFacts': {},
  'removal:removeAll': { typed: 'remove everything' },
}

/** Values that are right for no field of the contract, or for few: each is tried in every field. */
const strangers: readonly unknown[] = [
  undefined,
  Symbol.iterator,
  () => 0,
  NaN,
  -1,
  1.5,
  'é'.repeat(10_000),
  {},
]

function createLog(): { log: Log; faults: string[] } {
  const faults: string[] = []
  const log: Log = {
    info: () => undefined,
    fault: (area, what, error, facts) => {
      faults.push([area, what, String(error), JSON.stringify(facts)].join(' '))
    },
  }
  return { log, faults }
}

/** Handlers that answer with what they are given: the border itself is under test, not the services behind it. */
function handlersThat(handle: (name: ChannelName, input: unknown) => unknown): Handlers {
  return Object.fromEntries(
    channelNames.map((name) => [name, (input: unknown) => handle(name, input)]),
  ) as Handlers
}

function schemaOf(name: ChannelName): ChannelDefinition {
  return channels[name]
}

describe('the border', () => {
  it.each(channelNames)('%s takes a good input and refuses it with an unknown field', (name) => {
    const input = goodInputs[name]
    expect(schemaOf(name).input.safeParse(input).success).toBe(true)
    expect(schemaOf(name).input.safeParse({ ...input, extra: 1 }).success).toBe(false)
    expect(schemaOf(name).input.safeParse({ ...input, ['__proto__x']: 1 }).success).toBe(false)
  })

  /** Every field may be left out: what is not given stays as it is. */
  const changesWhatIsGiven: ReadonlySet<ChannelName> = new Set(['security:setOptions', 'updates:setOptions'])
  const fields = channelNames.flatMap((name) =>
    Object.keys(goodInputs[name]).map((key) => [name, key] as const),
  )
  it.each(fields)(
    '%s refuses an input whose %s is of a strange type, or missing where it has to be there',
    (name, key) => {
      const rest = Object.fromEntries(Object.entries(goodInputs[name]).filter(([other]) => other !== key))
      expect(schemaOf(name).input.safeParse(rest).success).toBe(changesWhatIsGiven.has(name))
      for (const value of [Symbol.iterator, () => 0, NaN, 'é'.repeat(10_000), {}]) {
        expect(schemaOf(name).input.safeParse({ ...rest, [key]: value }).success).toBe(false)
      }
    },
  )

  it('never hands a handler what the schema refuses, and never throws, for 2,000 random calls', async () => {
    const { log } = createLog()
    let reached = 0
    const handlers = handlersThat((name, input) => {
      reached += 1
      expect(schemaOf(name).input.safeParse(input).success).toBe(true)
      throw new AppError('offline')
    })
    const value = fc.oneof(
      fc.anything({ withMap: true, withDate: true, withTypedArray: true }),
      fc.constantFrom(...strangers),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...channelNames),
        fc.dictionary(fc.string(), value),
        value,
        async (name, patch, whole) => {
          for (const input of [whole, { ...goodInputs[name], ...patch }, goodInputs[name]]) {
            const result = await answer(name, input, handlers, log)
            expect(result.ok).toBe(false)
            if (!result.ok) expect(errorReport.safeParse(result.error).success).toBe(true)
          }
        },
      ),
      { numRuns: 700 },
    )
    expect(reached).toBeGreaterThanOrEqual(700)
  })

  it('says which field is wrong without repeating its value', async () => {
    const { log } = createLog()
    const input = { signature: `0x${'5e'.repeat(32)}`.repeat(8) }
    const result = await answer(
      'accounts:giveSignature',
      input,
      handlersThat(() => undefined),
      log,
    )
    expect(result).toEqual({
      ok: false,
      error: {
        code: 'validation',
        data: { field: 'signature', reason: 'too_big' },
        ref: null,
      },
    })
  })

  it('keeps an answer that breaks the contract from the page, and logs where it was', async () => {
    const { log, faults } = createLog()
    const result = await answer(
      'orders:get',
      { id: 7 },
      handlersThat(() => ({ order: null })),
      log,
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(faults.join()).toContain('orders:get')
    if (!result.ok) expect(faults.join()).toContain(result.error.ref)
  })

  it('turns an unknown fault into a reference and keeps its text from the page', async () => {
    const { log, faults } = createLog()
    const handlers = handlersThat(() => {
      throw new Error('disk on fire')
    })
    const result = await answer('markets:list', {}, handlers, log)
    expect(JSON.stringify(result)).not.toContain('fire')
    expect(faults.join()).toContain('disk on fire')
  })

  const state = {
    accounts: [
      {
        id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
        label: 'Mine',
        keyKind: 'ethereum',
        network: { kind: 'mainnet', baseUrl: null },
        ethereumAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
        createdAtMs: 1,
        profile: null,
        serviceKeys: { organizationKey: false, apiKey: true },
      },
    ],
    activeId: null,
    session: 'signedIn',
    protection: { kind: 'keychain', reason: null },
    signatureRequest: null,
    isAllShown: false,
  }
  const withL2Key = (l2Key: unknown) =>
    channels['accounts:getState'].output.safeParse({
      ...state,
      accounts: state.accounts.map((account) => ({ ...account, l2Key })),
    }).success
  const matched = { status: 'matched', publicKey: '0x70f41c', text: { era: 'tanx', network: 'mainnet' } }

  it.each([
    [matched],
    [{ ...matched, text: null }],
    [{ status: 'mismatch', profilePublicKey: '0x70f41c' }],
    [{ status: 'unknown' }],
  ])('tells the page of an account whether its L2 key is the registered one: %j', (l2Key) => {
    expect(withL2Key(l2Key)).toBe(true)
  })

  it.each([
    ['none', undefined],
    ['a private key beside it', { ...matched, privateKey: '0x1' }],
    ['no public key', { ...matched, publicKey: undefined }],
    ['a padded or shouted public key', { ...matched, publicKey: '0X70F41C' }],
    ['a public key that is too long', { ...matched, publicKey: `0x${'1'.repeat(65)}` }],
    ['another era', { ...matched, text: { era: 'later', network: 'mainnet' } }],
    ['a text of another network', { ...matched, text: { era: 'tanx', network: 'custom' } }],
    ['no word about its text', { ...matched, text: undefined }],
    ['the text as it was told before', { ...matched, era: 'tanx', textNetwork: 'mainnet' }],
    ['a mismatch without the registered key', { status: 'mismatch' }],
    ['a status of its own', { status: 'maybe' }],
  ])('lets no account to the page whose L2 key is broken: %s', (_name, l2Key) => {
    expect(withL2Key(l2Key)).toBe(false)
  })

  const failed = { code: 'timeout', data: { endpoint: 'health', phase: 'headers', limitMs: 20 }, ref: null }
  const latency = { medianMs: 1.5, p95Ms: 2, p99Ms: 3, longestMs: 4 }
  const endpoint = {
    endpoint: 'health',
    calls: 2,
    failures: 1,
    lastAtMs: 1,
    latency,
    unread: { count: 2, firstField: 'payload.1.side' },
    lastFailure: { error: failed, atMs: 1 },
  }
  const callLine = {
    number: 1,
    endpoint: 'orders.list',
    atMs: 1,
    durationMs: 1.5,
    waitedMs: 0,
    status: 200,
    error: null,
  }
  const rateLimit = {
    inFlight: 0,
    maxInFlight: 6,
    waiting: 0,
    perSecond: 2.5,
    maxPerSecond: 10,
    sentLastMinute: 3,
    slowDowns: 1,
    pausedUntilMs: 1,
  }
  const stream = {
    kind: 'public',
    status: 'waiting',
    fault: 'proxyKind',
    retryAtMs: 5,
    messages: 3,
    messagesPerSecond: 0.6,
    lastMessageAtMs: null,
    gaps: 1,
    unread: 0,
    reconnects: 2,
    subscriptions: [{ name: 'ethusdc.ob-inc', isConfirmed: true, book: 'approximate' }],
    lastError: null,
  }
  const activity = {
    sinceMs: 1,
    endpoints: [endpoint],
    lastCalls: [callLine],
    rateLimit,
    streams: [stream],
    clockSkewMs: -2_000,
  }
  const test = {
    startedMs: 1,
    isRunning: false,
    isCancelled: false,
    health: { status: 'passed', durationMs: 1.5 },
    profile: { status: 'failed', durationMs: 2, error: failed },
    clock: { status: 'skipped' },
    clockSkewMs: null,
  }
  const connectionOutputs: readonly (readonly [ChannelName, Readonly<Record<string, unknown>>])[] = [
    ['connection:getActivity', activity],
    ['connection:test', test],
    ['connection:getReport', { text: 'report' }],
  ]

  it.each(connectionOutputs)(
    'lets an answer of %s to the page only whole, and with nothing more',
    (name, output) => {
      const { output: schema } = schemaOf(name)
      expect(schema.parse(output)).toEqual(output)
      expect(schema.safeParse({ ...output, extra: 1 }).success).toBe(false)
      for (const key of Object.keys(output)) {
        for (const value of [undefined, NaN, Symbol.iterator, { a: 1 }]) {
          expect(schema.safeParse({ ...output, [key]: value }).success).toBe(false)
        }
      }
    },
  )

  it.each([
    ['an endpoint that is none', { endpoints: [{ ...endpoint, endpoint: 'user.keys' }] }],
    ['a count that is none', { endpoints: [{ ...endpoint, calls: 1.5 }] }],
    ['a duration that is none', { endpoints: [{ ...endpoint, latency: { ...latency, p99Ms: -1 } }] }],
    ['a failure without its time', { endpoints: [{ ...endpoint, lastFailure: { error: failed } }] }],
    ['a failure of no known kind', { lastCalls: [{ ...callLine, error: { ...failed, code: 'bad' } }] }],
    ['what a call sent', { lastCalls: [{ ...callLine, headers: { authorization: 'JWT' } }] }],
    ['a line without its number', { lastCalls: [{ ...callLine, number: undefined }] }],
    ['a status that is none', { lastCalls: [{ ...callLine, status: '200' }] }],
    ['a pause by another clock', { rateLimit: { ...rateLimit, pausedUntilMs: undefined, pausedMs: 5 } }],
    ['a part of a millisecond as the difference of clocks', { clockSkewMs: 0.5 }],
    ['the address of a stream', { streams: [{ ...stream, url: 'wss://exchange.example/private' }] }],
    ['a fault of a stream that is not known', { streams: [{ ...stream, fault: 'bad' }] }],
    [
      'a name of any length',
      { streams: [{ ...stream, subscriptions: [{ name: 'x'.repeat(65), isConfirmed: true, book: null }] }] },
    ],
  ])('keeps from the page what the calls came to with %s', (_name, patch) => {
    const { output: schema } = channels['connection:getActivity']
    expect(schema.safeParse({ ...activity, ...patch }).success).toBe(false)
  })

  it.each([
    ['a step of no known kind', { health: { status: 'well' } }],
    ['a step that passed in no time', { health: { status: 'passed' } }],
    ['a step that failed for no reason', { profile: { status: 'failed', durationMs: 2 } }],
    ['a reason for a step that passed', { health: { status: 'passed', durationMs: 1, error: failed } }],
    ['the profile itself', { profile: { status: 'passed', durationMs: 1, name: 'Mine' } }],
  ])('keeps a test of the connection from the page with %s', (_name, patch) => {
    for (const schema of [channels['connection:test'].output, events['connection:testChanged']]) {
      expect(schema.safeParse(test).success).toBe(true)
      expect(schema.safeParse({ ...test, ...patch }).success).toBe(false)
    }
  })
})
