// A process that does nothing and tells how long even so it was kept from doing it.
import { longestStall } from './harness.ts'

let end: (() => void) | null = null

process.on('message', (word) => {
  if (word === 'end') {
    end?.()
    return
  }
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  void longestStall(() => ended).then((stall) => process.send?.(stall))
  process.send?.('begun')
})
process.once('disconnect', () => process.exit(0))
