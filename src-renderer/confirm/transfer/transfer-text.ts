// Text about a recipient before signing, and differences between two addresses.
import type { RecipientFindings } from '../../../src-preload/contract/accounts/confirm.ts'
import { groupAddress, shortenAddress } from '../../text/format/address.ts'
import { formatClock, formatDay, formatZone } from '../../text/format/time.ts'

/** A warning with the similar address. */
export type LookAlike = Extract<RecipientFindings['warnings'][number], { kind: 'lookAlike' }>

const when = (timeMs: number): string =>
  `${formatDay(timeMs, true)}, ${formatClock(timeMs).slice(0, 5)} ${formatZone(timeMs)}`

/** Earlier transfers from this account; null when there were none, which is a separate warning. */
export function describeSentBefore({ count, lastAtMs }: RecipientFindings['sentBefore']): string | null {
  if (count === 0 || lastAtMs === null) return null
  return count === 1 ? `Sent once, on ${when(lastAtMs)}` : `Sent ${count} times, last on ${when(lastAtMs)}`
}

/** Text for a first-time recipient. The journal only knows transfers sent from here. */
export function describeFirstTime(label: string | null): string {
  const known = 'No earlier transfer from this account to this address'
  return label === null ? `${known}.` : `${known}, whatever name the address book shows.`
}

export function describeReceivedFrom(atMs: number): string {
  return `You only received from it, last on ${when(atMs)}. Scammers send small amounts so that you copy their address.`
}

/**
 * True for a text with visible characters: a letter or digit besides control and format characters and letters that Unicode
 * renders as nothing, such as the Hangul filler.
 */
export function isVisibleText(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, ''))
}

/** A label for display; null when it is missing or invisible. */
export function visibleLabel(label: string | null): string | null {
  return label !== null && isVisibleText(label) ? label : null
}

/** Name of a known address, in a sentence. */
export function nameOf({ label, address }: Pick<LookAlike, 'label' | 'address'>): string {
  return visibleLabel(label) ?? shortenAddress(address)
}

/** Number of further similar addresses that are not shown; null when all are. */
export function describeMoreLookAlikes(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? 'One more address looks similar.' : `${count} more addresses look similar.`
}

export function describeLikeness({ why }: LookAlike): string {
  return why === 'sameEnds' ? 'The start and the end are the same.' : 'Only a few characters differ.'
}

/**
 * Text of the mandatory acknowledgement. Contains no name from the address book: a script in the main window could write
 * those at will.
 */
export function wordComparison({ warnings }: RecipientFindings): string {
  const compared = 'I have compared the address with the one I was given'
  const isLikeOthers = warnings.some(({ kind }) => kind === 'lookAlike')
  return isLikeOthers ? `${compared}. It is none of the similar addresses above` : compared
}

export interface ComparedGroup {
  readonly text: string
  readonly isDifferent: boolean
}

/** Groups of an address, each with whether it differs from the other address in the same position, ignoring case. */
export function compareGroups(address: string, other: string): ComparedGroup[] {
  const others = groupAddress(other)
  return groupAddress(address).map((text, place) => ({
    text,
    isDifferent: text.toLowerCase() !== others[place]?.toLowerCase(),
  }))
}

/** Which groups differ, counted from 1 after `0x`: "Groups 2 to 4 and 7 of 10 differ." */
export function describeDifference(groups: readonly ComparedGroup[]): string {
  const body = groups.slice(1)
  const places = body.flatMap(({ isDifferent }, at) => (isDifferent ? [at + 1] : []))
  const runs: { from: number; to: number }[] = []
  for (const place of places) {
    const run = runs.at(-1)
    if (run?.to === place - 1) run.to = place
    else runs.push({ from: place, to: place })
  }
  const parts = runs.flatMap(({ from, to }) => {
    if (from === to) return [`${from}`]
    return to === from + 1 ? [`${from}`, `${to}`] : [`${from} to ${to}`]
  })
  const last = parts.pop() ?? ''
  const listed = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
  return places.length === 1
    ? `Group ${listed} of ${body.length} differs.`
    : `Groups ${listed} of ${body.length} differ.`
}
