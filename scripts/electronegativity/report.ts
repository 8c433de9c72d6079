// Schema of the scanner's report.
import { z } from 'zod'

export const scanReport = z.strictObject({
  /** Number of checks that ran; zero checks would find nothing. */
  checks: z.int().min(1),
  /** Files that the scanner could not read and did not check. */
  unread: z.array(z.strictObject({ file: z.string(), message: z.string() })),
  findings: z.array(
    z.strictObject({
      /** The scanner's name of the check, such as OPEN_EXTERNAL_JS_CHECK. */
      check: z.string().min(1),
      /** Relative to the scanned folder, with `/`; `N/A` for the whole app. */
      file: z.string().min(1),
      /** From 1; 0 if not applicable. */
      line: z.int().min(0),
      description: z.string(),
    }),
  ),
})
export type ScanReport = z.infer<typeof scanReport>
export type Finding = ScanReport['findings'][number]
