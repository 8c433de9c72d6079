// The user's favorite indicators and sets of indicators, stored by main after each change.
import type { ErrorReport } from '../../../../../src-preload/contract/channel.ts'
import type { Indicator } from '../../../../../src-preload/contract/markets/charts.ts'
import type {
  IndicatorLibrary,
  IndicatorTemplate,
} from '../../../../../src-preload/contract/markets/indicator-library.ts'
import {
  longestTemplateName,
  maxLibraryEntries,
} from '../../../../../src-preload/domain/markets/indicators.ts'
import { nameStudy } from '../../../../charts/indicators/study-text.ts'
import { call, toReport } from '../../../../shell/page/api.ts'
import { hasSame } from './indicator-choices.ts'

const none: IndicatorLibrary = { favorites: [], templates: [] }

export class IndicatorLibraryState {
  /** Null until main has answered. */
  #value = $state.raw<IndicatorLibrary | null>(null)
  /** Why the library could not be read, or the last change not be stored. */
  error = $state.raw<ErrorReport | null>(null)
  /** The template that was deleted last, to be put back; null for none. */
  deleted = $state.raw<IndicatorTemplate | null>(null)

  get favorites(): readonly Indicator[] {
    return (this.#value ?? none).favorites
  }

  /** By name. */
  get templates(): readonly IndicatorTemplate[] {
    return (this.#value ?? none).templates
  }

  /** Loads the library once; after a failure the next call tries again. */
  async load(): Promise<void> {
    this.deleted = null
    if (this.#value !== null) return
    try {
      this.#value ??= await call('charts:getIndicatorLibrary', {})
      this.error = null
    } catch (error) {
      this.error = toReport(error)
    }
  }

  isFavorite(indicator: Indicator): boolean {
    return hasSame(this.favorites, indicator)
  }

  /** Makes an indicator with its settings a favorite, or takes it from them. Does nothing beyond `maxLibraryEntries`. */
  toggleFavorite({ isHidden: _before, ...indicator }: Indicator): Promise<void> {
    const { favorites } = this
    if (this.isFavorite(indicator)) {
      const name = nameStudy(indicator)
      return this.#set({ favorites: favorites.filter((one) => nameStudy(one) !== name) })
    }
    return favorites.length < maxLibraryEntries
      ? this.#set({ favorites: [...favorites, indicator] })
      : Promise.resolve()
  }

  /** Why a name is not taken; null when it is. */
  faultOf(name: string): string | null {
    const plain = name.trim()
    if (plain === '') return 'Enter a name.'
    if (plain.length > longestTemplateName) return `Use at most ${longestTemplateName} characters.`
    const isFull = this.templates.length >= maxLibraryEntries && !this.hasTemplate(plain)
    return isFull ? `At most ${maxLibraryEntries} templates. Delete one to save another.` : null
  }

  hasTemplate(name: string): boolean {
    return this.templates.some((one) => one.name === name.trim())
  }

  /** Keeps a set of indicators under a name that `faultOf` takes, in the place of one with that name. */
  saveTemplate(name: string, indicators: readonly Indicator[]): Promise<void> {
    return this.#put({ name: name.trim(), indicators: [...indicators] })
  }

  async deleteTemplate(template: IndicatorTemplate): Promise<void> {
    await this.#set({ templates: this.templates.filter(({ name }) => name !== template.name) })
    this.deleted = this.hasTemplate(template.name) ? null : template
  }

  /** Puts the template back that was deleted last. */
  async restore(): Promise<void> {
    const { deleted } = this
    this.deleted = null
    if (deleted !== null && this.faultOf(deleted.name) === null) await this.#put(deleted)
  }

  #put(template: IndicatorTemplate): Promise<void> {
    const others = this.templates.filter(({ name }) => name !== template.name)
    return this.#set({ templates: [...others, template].sort((a, b) => a.name.localeCompare(b.name)) })
  }

  /** Shows a change at once, and takes it back where it could not be stored. */
  async #set(change: Partial<IndicatorLibrary>): Promise<void> {
    const before = this.#value
    // Not read yet: what is kept must not be overwritten.
    if (before === null) return
    const next = { ...before, ...change }
    this.#value = next
    try {
      await call('charts:setIndicatorLibrary', next)
      this.error = null
    } catch (error) {
      this.error = toReport(error)
      if (this.#value === next) this.#value = before
    }
  }
}

/** One for the app. */
export const indicatorLibrary = new IndicatorLibraryState()
