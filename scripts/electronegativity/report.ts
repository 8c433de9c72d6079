// Owns: the shape of what the scanner's run leaves behind. Must not: judge it.
import { z } from 'zod'

export const scanReport = z.strictObject({
  /** How many checks ran; none would find nothing. */
  checks: z.int().min(1),
  /** Files that the scanner could not read, and so did not judge. */
  unread: z.array(z.strictObject({ file: z.string(), message: z.string() })),
  findings: z.array(
    z.strictObject({
      /** The scanner's name of the check, such as OPEN_EXTERNAL_JS_CHECK. */
      check: z.string().min(1),
      /** Relative to the scanned folder, with `/`; `N/A` for what concerns the app as a whole. */
      file: z.string().min(1),
      /** From 1; 0 where there is none. */
      line: z.int().min(0),
      description: z.string(),
    }),
  ),
})
export type ScanReport = z.infer<typeof scanReport>
export type Finding = ScanReport['findings'][number]
