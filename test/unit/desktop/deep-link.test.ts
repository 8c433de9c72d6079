import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Destination, destination, settingsParts } from '../../../src-preload/contract/app/places.ts'
import { linksOf, readLink } from '../../../src-main/desktop/deep-link.ts'

const faultOf = (link: string): string => {
  const reading = readLink(link)
  return reading.ok ? `read as ${JSON.stringify(reading.destination)}` : reading.fault
}

describe('a link', () => {
  const places: readonly (readonly [string, Destination])[] = [
    ['starkdesk://trade', { kind: 'view', view: 'trade' }],
    ['starkdesk://markets', { kind: 'view', view: 'markets' }],
    ['starkdesk://orders/', { kind: 'view', view: 'orders' }],
    ['starkdesk://portfolio', { kind: 'view', view: 'portfolio' }],
    ['starkdesk://transfers', { kind: 'view', view: 'transfers' }],
    ['starkdesk://settings', { kind: 'view', view: 'settings' }],
    ['starkdesk://markets/ethusdc', { kind: 'market', market: 'ethusdc' }],
    ['starkdesk://orders/0', { kind: 'order', orderId: 0 }],
    ['starkdesk://orders/123456789012345', { kind: 'order', orderId: 123_456_789_012_345 }],
    ...settingsParts.map((part) => [`starkdesk://settings/${part}`, { kind: 'settings', part }] as const),
  ]

  it.each(places)('%s leads to a place', (link, expected) => {
    expect(readLink(link)).toEqual({ ok: true, destination: expected })
  })

  it.each([
    // Nothing fills in a transfer.
    ['starkdesk://transfers/new', 'unknown'],
    ['starkdesk://transfers/new?to=0x0000000000', 'query'],
    ['starkdesk://transfers/new?to=0x00000000000000000000000000000000000000aa', 'tooLong'],
    ['starkdesk://transfers?to=0xaa', 'query'],
    ['starkdesk://transfers/0xaa/5', 'unknown'],
    ['starkdesk://transfers#to=0xaa', 'fragment'],
    // Not ours, or not written as ours.
    ['https://markets', 'scheme'],
    ['starkdesk:markets', 'scheme'],
    ['starkdesk:/markets', 'scheme'],
    ['STARKDESK://markets', 'scheme'],
    [' starkdesk://markets', 'scheme'],
    ['starkdesk://', 'unknown'],
    ['starkdesk:///', 'unknown'],
    ['starkdesk:///markets', 'unknown'],
    ['starkdesk://markets//', 'unknown'],
    ['starkdesk://markets//ethusdc', 'unknown'],
    // Other parts of a URL.
    ['starkdesk://user:word@markets', 'credentials'],
    ['starkdesk://markets:80', 'credentials'],
    ['starkdesk://markets?', 'query'],
    ['starkdesk://markets#', 'fragment'],
    // What a parser would decode, repair or fold.
    ['starkdesk://markets/%65thusdc', 'characters'],
    ['starkdesk://markets/ethusdc%00', 'characters'],
    ['starkdesk://markets/../transfers', 'characters'],
    ['starkdesk://markets/ETHUSDC', 'characters'],
    ['starkdesk://markets\\ethusdc', 'characters'],
    ['starkdesk://mаrkets', 'characters'],
    ['starkdesk://markets\n', 'characters'],
    ['starkdesk://orders/-1', 'characters'],
    ['starkdesk://orders/1e3', 'unknown'],
    ['starkdesk://orders/007', 'unknown'],
    ['starkdesk://orders/1234567890123456', 'unknown'],
    ['starkdesk://orders/5f0c1d1e', 'unknown'],
    // Views that are a way through the app, and what is no view at all.
    ['starkdesk://data', 'unknown'],
    ['starkdesk://connection', 'unknown'],
    ['starkdesk://settings/nothing', 'unknown'],
    ['starkdesk://constructor', 'unknown'],
    ['starkdesk://markets/e', 'unknown'],
    [`starkdesk://markets/${'a'.repeat(33)}`, 'unknown'],
    [`starkdesk://markets/${'a'.repeat(64)}`, 'tooLong'],
  ])('%j is refused', (link, fault) => {
    expect(faultOf(link)).toBe(fault)
  })
})

describe('whatever anybody writes', () => {
  const pieces = fc.constantFrom(
    'starkdesk://',
    'transfers',
    'markets',
    'orders',
    'settings',
    'security',
    'ethusdc',
    '/',
    '?to=0xaa',
    '#amount',
    '%2f',
    '..',
    '@',
    '12',
    'new',
    'É',
  )
  const written = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((text) => `starkdesk://${text}`),
    fc.webUrl(),
    fc.array(pieces, { maxLength: 7 }).map((list) => list.join('')),
    fc.array(pieces, { maxLength: 5 }).map((list) => `starkdesk://${list.join('')}`),
  )

  it('is a place of the contract that says what the link says, or is refused without its words', () => {
    fc.assert(
      fc.property(written, (link) => {
        const reading = readLink(link)
        if (!reading.ok) {
          expect(Object.keys(reading)).toEqual(['ok', 'fault'])
          return
        }
        const place = destination.parse(reading.destination)
        // Read back from the place, letter by letter: there is nothing in a link that a place does not show.
        const words = {
          view: () => (place.kind === 'view' ? place.view : ''),
          market: () => (place.kind === 'market' ? `markets/${place.market}` : ''),
          order: () => (place.kind === 'order' ? `orders/${String(place.orderId)}` : ''),
          settings: () => (place.kind === 'settings' ? `settings/${place.part}` : ''),
          notice: () => '',
          palette: () => '',
          keys: () => '',
        }[place.kind]()
        expect(words).not.toBe('')
        expect([`starkdesk://${words}`, `starkdesk://${words}/`]).toContain(link)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('a command line', () => {
  it('gives the links in it, wherever the system put them, and not the program', () => {
    expect(
      linksOf([
        'starkdesk:program',
        '--flag',
        '/app',
        'starkdesk://orders',
        'Starkdesk://x',
        'https://markets',
      ]),
    ).toEqual(['starkdesk://orders', 'Starkdesk://x'])
  })
})
