// An account is found by what a person knows of it.
import { describe, expect, it } from 'vitest'
import { filterAccounts } from '../../../../src-renderer/shell/account/filter-accounts.ts'
import { makeAccount } from '../make-account.ts'

const all = [
  makeAccount(1, { label: 'Älteste Kasse' }),
  makeAccount(2, { label: 'Bob', ethereumAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' }),
  makeAccount(3, { label: 'Bob', network: { kind: 'testnet', baseUrl: null } }),
  makeAccount(4, { label: 'Own', network: { kind: 'custom', baseUrl: 'https://exchange.example/v1' } }),
]
const found = (text: string): number[] => filterAccounts(all, text).map(({ createdAtMs }) => createdAtMs)

describe('an account', () => {
  it.each([
    ['', [1, 2, 3, 4]],
    ['  ', [1, 2, 3, 4]],
    ['ältes', [1]],
    ['BOB', [2, 3]],
    ['bob test', [3]],
    ['testnet bob', [3]],
    ['0x7e5f', [2]],
    ['95bdf', [2]],
    ['exchange.example', [4]],
    ['bob own', []],
  ])('is found by "%s"', (text, numbers) => {
    expect(found(text)).toEqual(numbers)
  })
})
