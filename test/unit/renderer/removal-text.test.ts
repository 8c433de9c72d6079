// A user learns what removing an account deletes, what it leaves, and what it did.
import { describe, expect, it } from 'vitest'
import { describeRemoval, describeWhatStays, listWhatGoes } from '../../../src-renderer/text/removal-text.ts'
import { makeAccount } from './make-account.ts'

const counts = { orders: 2500, orderTrades: 1, pnlSnapshots: 0 }

describe('the words about removing an account', () => {
  it('name the keys that go with it, and those alone', () => {
    const goes = (changes: Parameters<typeof makeAccount>[1]) =>
      listWhatGoes(makeAccount(1, changes)).join('\n')
    expect(goes({})).toMatch(/private key/)
    expect(goes({})).not.toMatch(/issued by the exchange/)
    expect(goes({ keyKind: 'stark' })).toMatch(/L2 private key/)
    expect(goes({ serviceKeys: { organizationKey: false, apiKey: true } })).toMatch(/issued by the exchange/)
    expect(goes({ network: { kind: 'practice', baseUrl: null } })).not.toMatch(/private key/)
  })

  it('say what it takes to have the account here again', () => {
    expect(describeWhatStays(makeAccount(1))).toMatch(
      /you need its seed phrase, its private key or a keystore file/,
    )
    expect(describeWhatStays(makeAccount(1, { keyKind: 'stark' }))).toMatch(/its L2 key and its wallet/)
    const practice = makeAccount(1, { network: { kind: 'practice', baseUrl: null } })
    expect(describeWhatStays(practice)).toMatch(/add the practice wallet again/)
  })

  it('count what went, and tell of a key that was left', () => {
    const whole = describeRemoval({ label: 'Mine', removed: { secrets: 'removed', ...counts } })
    expect(whole).toMatch(/^Mine was removed.*keys, 2[.,\s]?500 orders and 1 trade\.$/)
    const left = describeRemoval({ label: 'Mine', removed: { secrets: 'left', ...counts } })
    expect(left).toMatch(/2[.,\s]?500 orders and 1 trade/)
    expect(left).toMatch(/still in the system keychain/)
    const none = { orders: 0, orderTrades: 0, pnlSnapshots: 0 }
    expect(describeRemoval({ label: 'Mine', removed: { secrets: 'removed', ...none } })).toBe(
      'Mine was removed from this computer: its keys.',
    )
    expect(describeRemoval({ label: 'Mine', removed: { secrets: 'left', ...none } })).toMatch(
      /^Mine was removed from this computer\. /,
    )
  })
})
