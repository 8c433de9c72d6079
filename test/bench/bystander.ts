// A process that does nothing, on the same machine at the same time: how long even it was kept from doing it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Stall } from './harness.ts'

export class Bystander {
  readonly #process: ChildProcess = fork(fileURLToPath(new URL('bystander-child.ts', import.meta.url)))

  /** The longest that it stood still while `run` went on. */
  async watch<Outcome>(
    run: () => Promise<Outcome>,
  ): Promise<{ readonly outcome: Outcome; readonly idle: Stall }> {
    this.#process.send('begin')
    await once(this.#process, 'message')
    const outcome = await run()
    this.#process.send('end')
    const [idle] = (await once(this.#process, 'message')) as [Stall]
    return { outcome, idle }
  }

  end(): void {
    this.#process.disconnect()
  }
}
