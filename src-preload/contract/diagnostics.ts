// Owns: the channels about what this build is, whose work is in it, and the file that a person can send to support.
// Must not: let a text of the log, a path or a name of the user through anywhere but in the file that is shown first.
import { z } from 'zod'
import { type ChannelTable, nothing } from './channel.ts'

/** What this build is made of and what it runs on. Null where it is not known here. */
export const versions = z.strictObject({
  app: z.string().max(40),
  /** The head of the commit that it was built from: all of it looks like a key, and would be taken out of a file. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,16}$/)
    .nullable(),
  electron: z.string().max(40).nullable(),
  chromium: z.string().max(40).nullable(),
  node: z.string().max(40),
  v8: z.string().max(40).nullable(),
  /** Null as well while the data file cannot be opened. */
  sqlite: z.string().max(40).nullable(),
  /** Name and version of the system, such as `Linux 6.1.0`. */
  system: z.string().max(120),
  /** Of the processor, such as `arm64`. */
  architecture: z.string().max(20),
})
export type Versions = z.infer<typeof versions>

/** One work of others that is shipped; its text is asked for by itself. */
export const licenceHead = z.strictObject({
  name: z.string().min(1).max(214),
  version: z.string().max(100),
  /** As its makers name it: an SPDX expression, as a rule. */
  licence: z.string().max(200),
})
export type LicenceHead = z.infer<typeof licenceHead>

/** More are no list of a build of ours. */
const mostLicences = 5_000

export const diagnosticsChannels = {
  'diagnostics:getVersions': { access: 'always', input: nothing, output: versions },
  /** By name. Null where this build has no such list: one that was not packaged. */
  'diagnostics:listLicences': {
    access: 'always',
    input: nothing,
    output: z.strictObject({ licences: z.array(licenceHead).max(mostLicences).nullable() }),
  },
  /** `index`: the place in the list. Errors: notFound. */
  'diagnostics:getLicence': {
    access: 'always',
    input: z.strictObject({
      index: z
        .int()
        .min(0)
        .max(mostLicences - 1),
    }),
    output: z.strictObject({ text: z.string() }),
  },
  /**
   * Gathers what the file would hold, and answers exactly that; nothing is written. Takes as long as looking through the
   * data file does.
   */
  'diagnostics:gather': {
    access: 'unlocked',
    input: nothing,
    output: z.strictObject({ id: z.uuid(), text: z.string(), bytes: z.int().min(0) }),
  },
  /**
   * Writes what was gathered under this id, byte by byte, to a file that the user chooses; `fileName` is null where none was
   * chosen. Errors: notFound { what: 'diagnostics' } where something else was gathered since; fileUnavailable.
   */
  'diagnostics:save': {
    access: 'unlocked',
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ fileName: z.string().nullable() }),
  },
} satisfies ChannelTable<'diagnostics'>
