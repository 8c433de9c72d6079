// Owns: asking main, as the first thing that the page does, what the first view needs of it: main answers while the rest of the
// page's code runs, and nobody waits for one answer after the other.
// Must not: know what is done with the answers (`call` hands each to whoever asks for it first), or ask while nothing may be seen.
import { askAhead } from './api.ts'

async function askForFirstView(): Promise<void> {
  const [info, security] = await Promise.all([askAhead('app:getInfo'), askAhead('security:getState')])
  if (!info.ok || info.value.startupError !== null || !security.ok) return
  const { password, readableWhenLocked } = security.value
  const isShut = password === 'locked' || password === 'damaged'
  if (isShut && !readableWhenLocked) return
  for (const name of ['accounts:getState', 'charts:getLayout', 'markets:list'] as const)
    askAhead(name).catch(() => undefined)
}

// What fails here is asked again by who needs it, and told there.
askForFirstView().catch(() => undefined)
