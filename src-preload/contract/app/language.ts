// IPC channels of the app's language. app.ts has the formats of numbers and times.
import { z } from 'zod'
import { type ChannelTable, nothing } from '../channel.ts'

/** A BCP 47 tag. */
const language = z.string().max(35)

const languageState = z.strictObject({
  /** The language of this run. */
  current: language,
  /** The language from the next start on; null to follow the system. */
  choice: language.nullable(),
  /** All available languages. */
  known: z.array(language),
})
export type LanguageState = z.infer<typeof languageState>

export const languageChannels = {
  'language:getState': { access: 'always', input: nothing, output: languageState },
  /** Applies at the next start. Null or an unknown language follows the system. `fileUnavailable` if it cannot be saved. */
  'language:choose': {
    access: 'always',
    input: z.strictObject({ choice: language.nullable() }),
    output: languageState,
  },
} satisfies ChannelTable<'language'>
