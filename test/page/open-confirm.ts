// Owns: the confirmation page, built as it ships, in a real browser, with a stand-in for main that answers from the test.
// Must not: hold rules of main; a test gives the answers.
import type { Page } from 'playwright'
import type { Result } from '../../src-preload/contract/channel.ts'
import type { ConfirmAnswer, ConfirmRequest } from '../../src-preload/contract/confirm.ts'
import { showPage } from './tab.ts'

/** Of the window's content, as windows.ts makes it. */
const viewport = { width: 480, height: 600 }

export interface OpenConfirm {
  readonly page: Page
  /** What was answered, in order. */
  readonly answers: ConfirmAnswer[]
}

/** @param deafForMs - how long the page is told to be deaf */
export async function openConfirm(request: ConfirmRequest, deafForMs = 0): Promise<OpenConfirm> {
  const answers: ConfirmAnswer[] = []
  function answer(name: string, input: unknown): Result<unknown> {
    if (name === 'confirm:getRequest') return { ok: true, value: { request, deafForMs } }
    answers.push(input as ConfirmAnswer)
    return { ok: true, value: { next: null } }
  }
  const page = await showPage('/confirm/index.html', answer, viewport)
  await page.getByRole('heading').waitFor()
  return { page, answers }
}
