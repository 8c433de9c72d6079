// Owns the window that shows a question and brings back the answer; closing it cancels.
// It must not be one of the app's own windows.
import { randomBytes } from 'node:crypto'
import { browserSession } from '../core/chromium.ts'
import { ownHosts, type GateRequest } from '../core/request-gate.ts'
import { aliasSuffix } from '../core/scheme-alias.ts'
import { openTarget } from '../core/targets.ts'
import { dialogDocument } from './dialog-page.ts'
import { listFolder } from './listing.ts'
import type { Answer, Question } from './question.ts'

function sizeFor(question: Question): [number, number] {
  if (question.kind !== 'message') return [680, 460]
  const lines =
    question.detail.split('\n').length + question.detail.length / 60 + question.message.length / 50
  return [480, Math.min(520, 170 + Math.ceil(lines) * 20)]
}

async function serve(
  request: GateRequest,
  question: Question,
  onAnswer: (answer: Answer) => void,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/answer') {
    // The page is our own code, so its word is taken.
    onAnswer(JSON.parse(request.body?.toString() ?? '{"kind":"cancel"}') as Answer)
    return new Response(null, { status: 204 })
  }
  if (pathname === '/list' && question.kind !== 'message') {
    return Response.json(await listFolder(searchParams.get('path') ?? '', question))
  }
  if (pathname === '/') {
    return new Response(dialogDocument(question), { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
  return new Response(null, { status: 204 })
}

/** Shows the question and resolves with the answer. */
export async function askInWindow(question: Question): Promise<Answer> {
  // The last label of the host is what the alias of a scheme would be; 'dialog' is not a scheme the app can register.
  const host = `${randomBytes(8).toString('hex')}.dialog${aliasSuffix}`
  const { promise, resolve } = Promise.withResolvers<Answer>()
  ownHosts.set(host, (request) => serve(request, question, resolve))
  try {
    const target = await openTarget(`https://${host}/`, ...sizeFor(question))
    void target.gone.then(() => resolve({ kind: 'cancel' }))
    target.resume()
    const answer = await promise
    browserSession().tell('Target.closeTarget', { targetId: target.id })
    await target.gone
    return answer
  } finally {
    ownHosts.delete(host)
  }
}
