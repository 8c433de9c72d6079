// Owns: the handlers of versions, licences, the diagnostics file and the removal of everything. Must not: hold rules.
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { Diagnostics } from '../../diagnostics/diagnostics.ts'
import type { Removal } from '../../removal/remove-all.ts'
import type { DomainHandlers } from '../register.ts'

export interface RemovalRooms {
  /** Rejects with the reason why the data file did not open. */
  readonly removal: Promise<Removal>
  readonly dataFolder: string
  /** Ends the app and removes its files on the way out. */
  readonly quitAndRemoveFiles: () => void
}

export function createDiagnosticsHandlers(
  diagnostics: Diagnostics,
  { removal, dataFolder, quitAndRemoveFiles }: RemovalRooms,
): DomainHandlers<'diagnostics' | 'removal'> {
  return {
    'diagnostics:getVersions': () => diagnostics.getVersions(),
    'diagnostics:listLicences': () => diagnostics.listLicences(),
    'diagnostics:getLicence': (input) => diagnostics.getLicence(input),
    'diagnostics:gather': () => diagnostics.gather(),
    'diagnostics:save': (input) => diagnostics.save(input),
    'removal:getFacts': async (): Promise<ChannelOutput<'removal:getFacts'>> => ({
      ...(await (await removal).getFacts()),
      dataFolder,
    }),
    'removal:removeAll': async (input) => {
      await (await removal).removeAll(input)
      quitAndRemoveFiles()
      return {}
    },
  }
}
