// Which app the end-to-end suite drives.
//
// Whoever ships could not drive the program that ships: a debugger's switch keeps it from starting. The suite therefore runs its
// archive, byte for byte, in the Electron that it was packaged with: STARKDESK_E2E_APP is the path of that app.asar. What only
// the program has (fuses, refusals, starting by itself) is in test/package/.
import { root } from '../../../scripts/paths.ts'

/** The app as Electron's first argument: the project's folder with its last build, or the archive of a package. */
export const appUnderTest = process.env['STARKDESK_E2E_APP'] ?? root
