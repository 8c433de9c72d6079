// The whole page, built as it ships, in a real browser, with a stand-in for main that answers from the test.
import type { Page } from 'playwright'
import type {
  ChannelInput,
  ChannelName,
  ChannelOutput,
  EventName,
  EventPayload,
} from '../../src-preload/contract/contract.ts'
import type { ErrorReport, Result } from '../../src-preload/contract/channel.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { showPage, tellPage } from './tab.ts'

export interface OpenPage {
  readonly page: Page
  /** What was asked of main, in order. */
  readonly calls: { readonly name: ChannelName; readonly input: unknown }[]
  readonly emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => Promise<void>
}

export function reportOf(error: unknown): ErrorReport {
  if (error instanceof AppError) return { code: error.code, data: error.data, ref: null }
  return { code: 'internal', data: { what: String(error) }, ref: null }
}

/** @param hash - where the page begins, such as `#/orders` */
export async function openPage(answers: Answers, hash = ''): Promise<OpenPage> {
  const calls: { name: ChannelName; input: unknown }[] = []
  async function answer<Name extends ChannelName>(
    name: Name,
    input: ChannelInput<Name>,
  ): Promise<Result<ChannelOutput<Name>>> {
    // Asks for nothing, and comes whenever the page is idle.
    if (name !== 'app:confirmShown') calls.push({ name, input })
    try {
      const find = answers[name]
      if (!find) throw new Error(`no answer for ${name}`)
      return { ok: true, value: await find(input) }
    } catch (error) {
      return { ok: false, error: reportOf(error) }
    }
  }
  // The page calls by the names of the contract alone, with their inputs: its types have seen to that.
  const page = await showPage(`/${hash}`, (name, input) => answer(name as ChannelName, input as never))
  return { page, calls, emit: tellPage }
}

/** Name or text of what has the focus. */
export function readFocus({ page }: Pick<OpenPage, 'page'>): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    const input = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at : null
    const label = input?.labels?.[0]?.textContent
    return (at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? '').trim()
  })
}
