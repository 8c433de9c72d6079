// The confirmation page, built as it ships, in a real browser, with a stand-in for main that answers from the test.
import type { Page } from 'playwright'
import type { Result } from '../../src-preload/contract/channel.ts'
import type { ConfirmAnswer, ConfirmRequest } from '../../src-preload/contract/accounts/confirm.ts'
import type { ChannelInput, ChannelOutput, ConfirmChannelName } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { reportOf } from './open-page.ts'
import { showPage } from './tab.ts'

/** Of the window's content, as windows.ts makes it. */
const viewport = { width: 480, height: 600 }

export interface OpenConfirm {
  readonly page: Page
  /** What was answered, in order. */
  readonly answers: ConfirmAnswer[]
  /** What addresses were asked for, in order. */
  readonly listed: ChannelInput<'confirm:listAddresses'>[]
}

export interface ConfirmGiven {
  /** How long the page is told to be deaf; not at all, unless told. */
  readonly deafForMs?: number
  /** What the person chose before; nothing, unless told. */
  readonly word?: string | null
  /** What main makes of an answer, which ends the question unless told; an AppError that it throws is what the page is told. */
  readonly answer?: (given: ConfirmAnswer) => ConfirmRequest | null | Promise<ConfirmRequest | null>
  readonly listAddresses?: (
    input: ChannelInput<'confirm:listAddresses'>,
  ) => ChannelOutput<'confirm:listAddresses'> | Promise<ChannelOutput<'confirm:listAddresses'>>
  readonly setWord?: (word: string) => void
  /** The system's, as main hands it over; the browser's own unless told. */
  readonly locale?: string
}

export async function openConfirm(
  request: ConfirmRequest,
  { deafForMs = 0, word = null, answer = () => null, listAddresses, setWord, locale = '' }: ConfirmGiven = {},
): Promise<OpenConfirm> {
  const answers: ConfirmAnswer[] = []
  const listed: ChannelInput<'confirm:listAddresses'>[] = []
  const main: {
    [Name in ConfirmChannelName]: (
      input: ChannelInput<Name>,
    ) => ChannelOutput<Name> | Promise<ChannelOutput<Name>>
  } = {
    'confirm:getRequest': () => ({ request, deafForMs, word }),
    'confirm:answer': async (given) => {
      answers.push(given)
      return { next: await answer(given) }
    },
    'confirm:listAddresses': (input) => {
      listed.push(input)
      if (listAddresses === undefined) throw new AppError('notFound', { what: 'wallet' })
      return listAddresses(input)
    },
    'confirm:setWord': ({ word: chosen }) => {
      setWord?.(chosen)
      return {}
    },
  }
  async function ask(name: string, input: unknown): Promise<Result<unknown>> {
    try {
      // The page calls by the names of the contract alone, with their inputs: its types have seen to that.
      return { ok: true, value: await main[name as ConfirmChannelName](input as never) }
    } catch (error) {
      return { ok: false, error: reportOf(error) }
    }
  }
  const page = await showPage(`/confirm/index.html#${locale}`, ask, viewport)
  await page.getByRole('heading').waitFor()
  return { page, answers, listed }
}
