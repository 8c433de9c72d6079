// Owns the making of browser windows: each new target is caught, paused, before its first navigation.
// It must not know what will be shown in them.
import { browserSession, isBrowserHeadless, openAppWindow, sessionOf, whenConnected } from './chromium.ts'
import type { CdpSession, Protocol } from './cdp.ts'

/** A new browser window that waits for `resume()` before it loads its URL. */
export interface Target {
  id: string
  session: CdpSession
  windowId: number
  resume: () => void
  /** Resolves when the window is gone, whoever closed it. */
  gone: Promise<undefined>
}

const openTimeoutMs = 60_000

let expected: ((event: Protocol.Target.attachedToTargetPayload) => void) | undefined
let lastOpening: Promise<unknown> = Promise.resolve()
const attachments = new Map<string, PromiseWithResolvers<undefined>>()
const goneResolvers = new Map<string, (nothing: undefined) => void>()

/** To be called once the browser answers: from now on every new page is caught. */
export async function watchTargets(crashed: (targetId: string) => void): Promise<void> {
  const root = browserSession()
  root.on('Target.attachedToTarget', receiveTarget)
  root.on('Target.targetDestroyed', ({ targetId }) => forgetTarget(targetId))
  root.on('Target.targetCrashed', ({ targetId }) => crashed(targetId))
  await Promise.all([
    root.send('Target.setDiscoverTargets', { discover: true }),
    root.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    }),
  ])
}

function forgetTarget(targetId: string): void {
  goneResolvers.get(targetId)?.(undefined)
  goneResolvers.delete(targetId)
  attachments.delete(targetId)
}

/** To be called when the browser has ended: every window is gone with it. */
export function forgetAllTargets(): void {
  for (const targetId of [...goneResolvers.keys()]) forgetTarget(targetId)
}

function attachmentOf(targetId: string): PromiseWithResolvers<undefined> {
  const known = attachments.get(targetId)
  if (known) return known
  const made = Promise.withResolvers<undefined>()
  attachments.set(targetId, made)
  return made
}

/**
 * Resolves once it is decided whether a new target is ours. Its first request may be seen before: only the commit of
 * its document waits for the debugger. Gives up after two seconds (the frame was never a window of its own).
 */
export async function whenAttached(targetId: string): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, 2000).unref())
  await Promise.race([attachmentOf(targetId).promise, late])
}

function receiveTarget(event: Protocol.Target.attachedToTargetPayload): void {
  decideTarget(event)
  attachmentOf(event.targetInfo.targetId).resolve(undefined)
}

function decideTarget(event: Protocol.Target.attachedToTargetPayload): void {
  const { targetInfo } = event
  if (targetInfo.openerId === undefined && expected) {
    const take = expected
    expected = undefined
    take(event)
    return
  }
  // Not ours: a popup, or a browser window that the user opened by a shortcut. Neither exists in Electron. A popup that
  // shares its opener's process must go on before it is closed, or both stand still; the request gate lets it load nothing.
  sessionOf(event.sessionId).tell('Runtime.runIfWaitingForDebugger')
  browserSession().tell('Target.closeTarget', { targetId: targetInfo.targetId })
}

function nextTarget(claim: (targetId: string) => void): Promise<Protocol.Target.attachedToTargetPayload> {
  const { promise, resolve, reject } = Promise.withResolvers<Protocol.Target.attachedToTargetPayload>()
  const timer = setTimeout(() => {
    expected = undefined
    reject(new Error('The browser did not open the window in time.'))
  }, openTimeoutMs)
  expected = (event) => {
    clearTimeout(timer)
    claim(event.targetInfo.targetId)
    resolve(event)
  }
  return promise
}

async function open(
  url: string,
  width: number,
  height: number,
  claim: (id: string) => void,
): Promise<Target> {
  const root = browserSession()
  const arriving = nextTarget(claim)
  if (isBrowserHeadless()) root.tell('Target.createTarget', { url, newWindow: true, width, height })
  else openAppWindow(url, width, height)
  const { sessionId, targetInfo } = await arriving
  const session = sessionOf(sessionId)
  const { promise: gone, resolve } = Promise.withResolvers<undefined>()
  goneResolvers.set(targetInfo.targetId, resolve)
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId: targetInfo.targetId })
  const resume = (): void => session.tell('Runtime.runIfWaitingForDebugger')
  return { id: targetInfo.targetId, session, windowId, resume, gone }
}

/**
 * Opens a window on the URL under which the browser will know the page. One at a time: what tells a new page as ours is
 * that it has no opener and that we wait for one. The size is that of the page, in CSS pixels.
 * @param claim called with the target's id at once, before any request of the new page is judged
 */
export async function openTarget(
  url: string,
  width: number,
  height: number,
  claim: (targetId: string) => void = () => undefined,
): Promise<Target> {
  await whenConnected
  const opening = lastOpening.then(() => open(url, width, height, claim))
  lastOpening = opening.catch(() => undefined)
  const target = await opening
  await resizeContents(target.windowId, width, height)
  return target
}

/** Sizes a window so that its page has this size, whatever the browser or window manager draws around it. */
export async function resizeContents(windowId: number, width: number, height: number): Promise<void> {
  await browserSession()
    .send('Browser.setContentsSize', { windowId, width: Math.round(width), height: Math.round(height) })
    .catch((error: unknown) => {
      // A maximised or vanishing window keeps its size.
      if (process.env['STANDIN_TRACE'] === '1') console.error(error)
    })
}
