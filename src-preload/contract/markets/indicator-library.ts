// IPC channels of the user's favorite indicators and sets of indicators. They carry no account data.
import { z } from 'zod'
import { longestTemplateName, maxLibraryEntries } from '../../domain/markets/indicators.ts'
import { type ChannelTable, nothing } from '../channel.ts'
import { indicator } from './charts.ts'

export const indicatorTemplate = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(longestTemplateName)
    .refine((name) => name.trim() === name),
  indicators: z.array(indicator).max(12),
})
export type IndicatorTemplate = z.infer<typeof indicatorTemplate>

/** Persisted, shared by all accounts. */
export const indicatorLibrary = z.strictObject({
  /** In the order in which they were chosen. */
  favorites: z.array(indicator).max(maxLibraryEntries),
  /** By name; no two have the same. */
  templates: z
    .array(indicatorTemplate)
    .max(maxLibraryEntries)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
})
export type IndicatorLibrary = z.infer<typeof indicatorLibrary>

export const indicatorLibraryChannels = {
  'charts:getIndicatorLibrary': { access: 'readable', input: nothing, output: indicatorLibrary },
  'charts:setIndicatorLibrary': { access: 'readable', input: indicatorLibrary, output: nothing },
} satisfies ChannelTable<'charts'>
