// What tests of the window in which secrets are typed do with it: open it, fill it in, see what is wrong where.
import type { Locator } from 'playwright'
import { expect } from 'vitest'
import type { ConfirmRequest, WalletRequest } from '../../src-preload/contract/accounts/confirm.ts'
import type { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { chooseRadio } from './choose-radio.ts'
import { type ConfirmGiven, openConfirm, type OpenConfirm } from './open-confirm.ts'
import { readFocus } from './open-page.ts'

/** Refuses the first answers, one with each, and takes the next. */
export function refusing(...errors: readonly AppError[]): Pick<ConfirmGiven, 'answer'> {
  const left = [...errors]
  return {
    answer: () => {
      const error = left.shift()
      if (error !== undefined) throw error
      return null
    },
  }
}

/** With fields that take what is typed. */
export async function openListening(request: ConfirmRequest, given: ConfirmGiven = {}): Promise<OpenConfirm> {
  const one = await openConfirm(request, given)
  await one.page.locator('footer .deaf:not(.shown)').waitFor({ state: 'attached' })
  return one
}

export const focusIs = (one: OpenConfirm, name: string): Promise<void> =>
  eventually(async () => expect(await readFocus(one)).toBe(name))

export const fieldOf = ({ page }: OpenConfirm, label: string): Locator =>
  page.getByLabel(label, { exact: true }).and(page.locator('input:not([type="radio"]), textarea'))

/** What `aria-invalid` says of a field. */
export const isWrong = (one: OpenConfirm, label: string): Promise<string | null> =>
  fieldOf(one, label).getAttribute('aria-invalid')

/** What belongs to no field. */
export const footerOf = ({ page }: OpenConfirm): Locator => page.locator('footer').getByRole('alert')

/** The word and both buttons lie inside of the window, whatever is between them. */
export async function seesEnds({ page }: OpenConfirm): Promise<void> {
  for (const place of [page.getByRole('banner'), page.locator('footer .row')]) {
    const box = await place.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 601)).toBeLessThanOrEqual(600)
  }
}

/** An account that is added by its wallet. */
export const walletAsked: WalletRequest = {
  kind: 'wallet',
  label: 'Savings',
  network: 'mainnet',
  host: 'api.tanx.fi',
  again: null,
}

/** Chooses how the wallet is given. */
export const chooseWay = ({ page }: OpenConfirm, way: string): Promise<void> =>
  chooseRadio(page.getByRole('radio', { name: way, exact: true }))

export const pressToConnect = ({ page }: OpenConfirm, name = 'Connect wallet'): Promise<void> =>
  page.getByRole('button', { name }).click()
