// Prefetches the first view's data as the page's first action, so main answers while the remaining code loads. Prefetches
// nothing while locked and hidden.
import { prefetch } from './api.ts'

async function askForFirstView(): Promise<void> {
  const [info, security] = await Promise.all([prefetch('app:getInfo'), prefetch('security:getState')])
  if (!info.ok || info.value.startupError !== null || !security.ok) return
  const { password, readableWhenLocked } = security.value
  const isShut = password === 'locked' || password === 'damaged'
  if (isShut && !readableWhenLocked) return
  for (const name of ['accounts:getState', 'charts:getLayout', 'markets:list'] as const)
    prefetch(name).catch(() => undefined)
}

// Failed prefetches are requested again, and reported, by their callers.
askForFirstView().catch(() => undefined)
