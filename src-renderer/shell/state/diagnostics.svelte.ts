// Owns: what this build is made of, the licences in it, and the diagnostics file that is about to be saved.
// Must not: change the file's text; what main gathered is what is shown and saved.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { LicenceHead, Versions } from '../../../src-preload/contract/diagnostics.ts'
import { call, toReport } from '../page/api.ts'
import { failed, type Loadable, loading, ready } from '../page/loadable.ts'

type Gathered = ChannelOutput<'diagnostics:gather'>

let versions = $state.raw<Loadable<Versions>>(loading)
/** Null where this build has no list. */
let licences = $state.raw<Loadable<readonly LicenceHead[] | null>>(loading)

/** Neither changes while the app runs: asked for once. */
export const build = {
  get versions(): Loadable<Versions> {
    return versions
  },
  get licences(): Loadable<readonly LicenceHead[] | null> {
    return licences
  },
  async loadVersions(): Promise<void> {
    if (versions.status === 'ready') return
    try {
      versions = ready(await call('diagnostics:getVersions', {}))
    } catch (error) {
      versions = failed(versions, toReport(error))
    }
  },
  async loadLicences(): Promise<void> {
    if (licences.status === 'ready') return
    try {
      licences = ready((await call('diagnostics:listLicences', {})).licences)
    } catch (error) {
      licences = failed(licences, toReport(error))
    }
  },
}

/** One diagnostics file, from gathering to saving. */
export class DiagnosticsFile {
  /** What would be saved, as it is; null until it was gathered. */
  gathered = $state.raw<Gathered | null>(null)
  step = $state<'idle' | 'gathering' | 'saving'>('idle')
  /** The name of the file that was saved last; null where none was. */
  saved = $state<string | null>(null)
  error = $state.raw<ErrorReport | null>(null)

  async gather(): Promise<void> {
    await this.#run('gathering', async () => {
      this.gathered = await call('diagnostics:gather', {})
    })
  }

  /** Saves what is shown. Nothing happens where the person gives up choosing a file. */
  async save(): Promise<void> {
    const { gathered } = this
    if (gathered === null) return
    await this.#run('saving', async () => {
      this.saved = (await call('diagnostics:save', { id: gathered.id })).fileName
    })
  }

  close(): void {
    this.gathered = null
    this.saved = null
    this.error = null
  }

  async #run(step: 'gathering' | 'saving', work: () => Promise<void>): Promise<void> {
    if (this.step !== 'idle') return
    this.step = step
    this.error = null
    this.saved = null
    try {
      await work()
    } catch (error) {
      this.error = toReport(error)
    } finally {
      this.step = 'idle'
    }
  }
}
