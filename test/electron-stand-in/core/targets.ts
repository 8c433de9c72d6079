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
}

const openTimeoutMs = 20_000

let expected: ((event: Protocol.Target.attachedToTargetPayload) => void) | undefined
let lastOpening: Promise<unknown> = Promise.resolve()
let onDestroyed: (targetId: string) => void = () => undefined
let onCrashed: (targetId: string) => void = () => undefined

interface TargetListeners {
  destroyed: (targetId: string) => void
  crashed: (targetId: string) => void
}

/** To be called once the browser answers: from now on every new page is caught. */
export async function watchTargets(listeners: TargetListeners): Promise<void> {
  onDestroyed = listeners.destroyed
  onCrashed = listeners.crashed
  const root = browserSession()
  root.on('Target.attachedToTarget', receiveTarget)
  root.on('Target.targetDestroyed', ({ targetId }) => onDestroyed(targetId))
  root.on('Target.targetCrashed', ({ targetId }) => onCrashed(targetId))
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

function receiveTarget(event: Protocol.Target.attachedToTargetPayload): void {
  const { targetInfo } = event
  if (targetInfo.openerId === undefined && expected) {
    const take = expected
    expected = undefined
    take(event)
    return
  }
  // Not ours: a popup, or a browser window that the user opened by a shortcut. Neither exists in Electron.
  browserSession().tell('Target.closeTarget', { targetId: targetInfo.targetId })
}

function nextTarget(): Promise<Protocol.Target.attachedToTargetPayload> {
  const { promise, resolve, reject } = Promise.withResolvers<Protocol.Target.attachedToTargetPayload>()
  const timer = setTimeout(() => {
    expected = undefined
    reject(new Error('The browser did not open the window in time.'))
  }, openTimeoutMs)
  expected = (event) => {
    clearTimeout(timer)
    resolve(event)
  }
  return promise
}

async function open(url: string, width: number, height: number): Promise<Target> {
  const root = browserSession()
  const arriving = nextTarget()
  if (isBrowserHeadless()) root.tell('Target.createTarget', { url, newWindow: true, width, height })
  else openAppWindow(url, width, height)
  const { sessionId, targetInfo } = await arriving
  const session = sessionOf(sessionId)
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId: targetInfo.targetId })
  return {
    id: targetInfo.targetId,
    session,
    windowId,
    resume: () => session.tell('Runtime.runIfWaitingForDebugger'),
  }
}

/**
 * Opens a window on the URL under which the browser will know the page. One at a time: what tells a new page as ours is
 * that it has no opener and that we wait for one. The size is that of the page, in CSS pixels.
 */
export async function openTarget(url: string, width: number, height: number): Promise<Target> {
  await whenConnected
  const opening = lastOpening.then(() => open(url, width, height))
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
