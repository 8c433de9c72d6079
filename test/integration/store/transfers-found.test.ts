// Looked-up transfers and recipients are kept, once each.
import { expect, test } from 'vitest'
import { network, recipientAddress, sampleTold, sender } from '../../unit/store/sample-transfers.ts'
import { makeFile, open, sampleAccount } from './support.ts'

const found = (number: number, status = 'success') => ({
  accountId: 'a',
  networkKey: network,
  accountAddress: sender,
  told: sampleTold(number, status),
})

test('what was looked up is kept as it was told last, newest first, also by the next start', async () => {
  const file = makeFile()
  const store = await open(file)
  for (const number of [2, 3, 1]) await store.putFoundTransfer(found(number, 'pending'))
  const again = { ...found(2), accountId: 'b', accountAddress: sender.toLowerCase() }
  await store.putFoundTransfer(again)
  await store.putFoundTransfer({ ...found(4), networkKey: 'n2' })
  await store.close()
  const next = await open(file)
  expect(await next.listFoundTransfers(network, sender.toLowerCase())).toEqual([
    found(3, 'pending'),
    { ...found(2), accountId: 'b' },
    found(1, 'pending'),
  ])
  expect(await next.listFoundTransfers('n2', sender)).toHaveLength(1)
  expect(await next.listFoundTransfers(network, recipientAddress)).toEqual([])
})

test('an address is in the address book once, and keeps when it was added', async () => {
  const store = await open()
  const zoe = { address: recipientAddress, label: 'Zoë', note: 'rent', createdAtMs: 5 }
  expect(await store.putRecipient(network, zoe)).toEqual(zoe)
  await store.putRecipient(network, { address: sender, label: 'bob', note: '', createdAtMs: 6 })
  await store.putRecipient('n2', { ...zoe, label: 'elsewhere' })
  const upper = `0x${recipientAddress.slice(2).toUpperCase()}`
  const changed = { ...zoe, label: 'Ann', note: '' }
  expect(await store.putRecipient(network, { ...changed, address: upper, createdAtMs: 9 })).toEqual(changed)
  expect((await store.listRecipients(network)).map(({ label }) => label)).toEqual(['Ann', 'bob'])

  await store.removeRecipient(network, upper)
  await store.removeRecipient(network, upper)
  expect((await store.listRecipients(network)).map(({ label }) => label)).toEqual(['bob'])
  expect((await store.listRecipients('n2')).map(({ label }) => label)).toEqual(['elsewhere'])
})

test('both stay when the account is removed and when the cache is cleared', async () => {
  const store = await open()
  await store.putAccount(sampleAccount('a'))
  const recipient = { address: recipientAddress, label: 'Ann', note: '', createdAtMs: 5 }
  await store.putRecipient(network, recipient)
  await store.putFoundTransfer(found(1))
  await store.clearPrivateCache()
  await store.removeAccount('a')
  expect(await store.listRecipients(network)).toEqual([recipient])
  expect(await store.listFoundTransfers(network, sender)).toEqual([found(1)])
})
