// Looked-up transfers and recipients are kept, once each.
import { expect, test } from 'vitest'
import { network, recipientAddress, sampleTold, sender } from '../../../unit/store/sample-transfers.ts'
import { makeFile, openTestJournal } from '../support.ts'

const found = (number: number, status = 'success') => ({
  accountId: 'a',
  networkKey: network,
  accountAddress: sender,
  told: sampleTold(number, status),
})

test('what was looked up is kept as it was told last, newest first, also by the next start', async () => {
  const file = makeFile()
  const journal = await openTestJournal(file)
  for (const number of [2, 3, 1]) await journal.putFoundTransfer(found(number, 'pending'))
  const again = { ...found(2), accountId: 'b', accountAddress: sender.toLowerCase() }
  await journal.putFoundTransfer(again)
  await journal.putFoundTransfer({ ...found(4), networkKey: 'n2' })
  await journal.close()
  const next = await openTestJournal(file)
  expect(await next.listFoundTransfers(network, sender.toLowerCase())).toEqual([
    found(3, 'pending'),
    { ...found(2), accountId: 'b' },
    found(1, 'pending'),
  ])
  expect(await next.listFoundTransfers('n2', sender)).toHaveLength(1)
  expect(await next.listFoundTransfers(network, recipientAddress)).toEqual([])
})

test('an address is in the address book once, and keeps when it was added', async () => {
  const journal = await openTestJournal()
  const zoe = { address: recipientAddress, label: 'Zoë', note: 'rent', createdAtMs: 5 }
  expect(await journal.putRecipient(network, zoe)).toEqual(zoe)
  await journal.putRecipient(network, { address: sender, label: 'bob', note: '', createdAtMs: 6 })
  await journal.putRecipient('n2', { ...zoe, label: 'elsewhere' })
  const upper = `0x${recipientAddress.slice(2).toUpperCase()}`
  const changed = { ...zoe, label: 'Ann', note: '' }
  expect(await journal.putRecipient(network, { ...changed, address: upper, createdAtMs: 9 })).toEqual(changed)
  expect((await journal.listRecipients(network)).map(({ label }) => label)).toEqual(['Ann', 'bob'])

  await journal.removeRecipient(network, upper)
  await journal.removeRecipient(network, upper)
  expect((await journal.listRecipients(network)).map(({ label }) => label)).toEqual(['bob'])
  expect((await journal.listRecipients('n2')).map(({ label }) => label)).toEqual(['elsewhere'])
})
