// Build versions, licenses, and the diagnostics file. The text main collected is shown and saved unchanged.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { LicenseHead, Versions } from '../../../src-preload/contract/app/diagnostics.ts'
import { call, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'
import { savedFile } from './saved-file.svelte.ts'

type Gathered = ChannelOutput<'diagnostics:gather'>

const versions = new Fetched<Versions>()
/** Null when this build has no list. */
const licenses = new Fetched<readonly LicenseHead[] | null>()

/** Loaded once: neither changes while the app runs. */
export const build = {
  get versions(): Loadable<Versions> {
    return versions.state
  },
  get licenses(): Loadable<readonly LicenseHead[] | null> {
    return licenses.state
  },
  async loadVersions(): Promise<void> {
    if (versions.state.status === 'ready') return
    await versions.load(() => call('diagnostics:getVersions', {}))
  },
  async loadLicenses(): Promise<void> {
    if (licenses.state.status === 'ready') return
    await licenses.load(async () => (await call('diagnostics:listLicenses', {})).licenses)
  },
}

/** One diagnostics file, from collection to saving. */
export class DiagnosticsFile {
  /** The exact content to save; null before collection. */
  gathered = $state.raw<Gathered | null>(null)
  step = $state<'idle' | 'gathering' | 'saving'>('idle')
  error = $state.raw<ErrorReport | null>(null)

  async gather(): Promise<void> {
    await this.#run('gathering', async () => {
      this.gathered = await call('diagnostics:gather', {})
    })
  }

  /** Saves the shown content. Does nothing when the user cancels the file dialog. */
  async save(): Promise<void> {
    const { gathered } = this
    if (gathered === null) return
    await this.#run('saving', async () => {
      const { fileName } = await call('diagnostics:save', { id: gathered.id })
      if (fileName !== null) savedFile.tell(`Diagnostics saved as ${fileName}.`, fileName)
    })
  }

  close(): void {
    this.gathered = null
    this.error = null
  }

  async #run(step: 'gathering' | 'saving', work: () => Promise<void>): Promise<void> {
    if (this.step !== 'idle') return
    this.step = step
    this.error = null
    try {
      await work()
    } catch (error) {
      this.error = toReport(error)
    } finally {
      this.step = 'idle'
    }
  }
}
