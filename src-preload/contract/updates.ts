// Owns: the channels of updates: how far one is, looking, downloading, installing, and the choices. Must not: name an address.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from './channel.ts'

/** `stable`: finished versions only. `beta`: whichever of the newest beta and the newest finished version is newer. */
export const updateChannels = ['stable', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

/**
 * Why this build does not look for updates. `notPackaged`: it was not installed from a package. `noKey`: it has no release key.
 * `noPlace`: nobody told it where releases are.
 */
export const updatesOffReasons = ['notPackaged', 'noKey', 'noPlace'] as const
export type UpdatesOffReason = (typeof updatesOffReasons)[number]

/** Notes are cut to so many characters. */
export const longestNotes = 20_000

/** A release whose signature was checked before it is told of. */
const release = z.strictObject({
  version: z.string().max(40),
  channel: z.enum(updateChannels),
  /** When it was signed, as it says itself. */
  dateMs: z.int(),
  /** What changed, as text: nothing in it is markup for the page. Empty where the release has none. */
  notes: z.string().max(longestNotes),
  /** Of what is downloaded; null where Starkdesk does not download it. */
  bytes: z.int().min(1).nullable(),
  /** False where a package manager or the person installs it. */
  isInPlace: z.boolean(),
})
export type Release = z.infer<typeof release>

const step = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('off'), reason: z.enum(updatesOffReasons) }),
  z.strictObject({ status: z.literal('idle') }),
  z.strictObject({ status: z.literal('checking') }),
  z.strictObject({ status: z.literal('upToDate') }),
  z.strictObject({ status: z.literal('available'), release }),
  z.strictObject({ status: z.literal('downloading'), release, doneBytes: z.int().min(0) }),
  /** Downloaded and compared with what was signed; nothing is installed. */
  z.strictObject({ status: z.literal('ready'), release }),
  z.strictObject({ status: z.literal('installing'), release }),
  /** What failed left the app as it was. `release` is what it was about, where that was known and still holds. */
  z.strictObject({ status: z.literal('failed'), error: errorReport, release: release.nullable() }),
])
export type UpdateStep = z.infer<typeof step>

const updatesState = z.strictObject({
  current: z.string(),
  channel: z.enum(updateChannels),
  /** Looks once a day, and only tells. */
  checksDaily: z.boolean(),
  /** When the last look came to an end that is known; null before. */
  checkedAtMs: z.int().nullable(),
  step,
})
export type UpdatesState = z.infer<typeof updatesState>

/**
 * Failures of the work itself are told by the state, not by these answers. Errors: validation { field: 'update', reason:
 * 'notInState' } where that cannot be done now.
 */
export const updatesChannels = {
  'updates:getState': { access: 'always', input: nothing, output: updatesState },
  /** Answers at once; 'updates:changed' tells what came of it. */
  'updates:check': { access: 'readable', input: nothing, output: nothing },
  'updates:download': { access: 'readable', input: nothing, output: nothing },
  /** Ends a download; what was fetched is deleted. */
  'updates:cancelDownload': { access: 'always', input: nothing, output: nothing },
  /**
   * Installs what is ready and starts Starkdesk again. Errors: updateWaits { reason: 'transfer' | 'export' } while something is
   * under way that must not be cut off.
   */
  'updates:install': { access: 'unlocked', input: nothing, output: nothing },
  /** Opens the page of the release in the browser, for who installs it by hand. */
  'updates:openPage': { access: 'readable', input: nothing, output: nothing },
  /** Changes what is given. Another channel forgets what was found and ends what is under way. */
  'updates:setOptions': {
    access: 'unlocked',
    input: z.strictObject({
      channel: z.enum(updateChannels).optional(),
      checksDaily: z.boolean().optional(),
    }),
    output: nothing,
  },
} satisfies ChannelTable<'updates'>

export const updatesEvents = { 'updates:changed': updatesState }
