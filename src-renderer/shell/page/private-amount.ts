// Placeholder text for the user's amounts while they are hidden.
import { display } from '../state/display.svelte.ts'

/** Shown for a hidden amount; the same length for any. */
export const hiddenMark = '•••'

/** An amount inside a sentence or label; replaced while amounts are hidden. */
export function maskAmount(text: string): string {
  return display.isPrivate ? 'hidden amount' : text
}

/** A service message about the user's money: its figures are masked while amounts are hidden. */
export function maskServiceText(sentence: string): string {
  return display.isPrivate ? sentence.replace(/\d(?:[\d.,\u00a0\u202f]*\d)?/g, hiddenMark) : sentence
}
