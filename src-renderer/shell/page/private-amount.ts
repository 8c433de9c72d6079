// Owns: what stands for an amount of the user in a sentence while amounts are hidden. Must not: know the figures of markets.
import { display } from '../state/display.svelte.ts'

/** What is drawn for a hidden amount, as long for any. */
export const hiddenMark = '•••'

/** An amount of the user as part of a sentence or a label: as it is, or without its figure while amounts are hidden. */
export function wordAmount(text: string): string {
  return display.isPrivate ? 'hidden amount' : text
}

/** A sentence of the service about the user's money: its figures may be amounts, so none is shown while amounts are hidden. */
export function wordSaid(sentence: string): string {
  return display.isPrivate ? sentence.replace(/\d(?:[\d.,\u00a0\u202f]*\d)?/g, hiddenMark) : sentence
}
