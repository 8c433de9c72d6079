// Owns: the channels about the language of what Starkdesk shows. Must not: know how figures and times are written (app.ts).
import { z } from 'zod'
import { type ChannelTable, nothing } from './channel.ts'

/** A tag (BCP 47). */
const language = z.string().max(35)

const languageState = z.strictObject({
  /** The language that is shown until Starkdesk ends. */
  current: language,
  /** What holds from the next start on; null: as the system has it. */
  choice: language.nullable(),
  /** All that there are. */
  known: z.array(language),
})
export type LanguageState = z.infer<typeof languageState>

export const languageChannels = {
  'language:getState': { access: 'always', input: nothing, output: languageState },
  /** For the next start. Null, or one that is not known: as the system has it. `fileUnavailable` when it cannot be kept. */
  'language:choose': {
    access: 'always',
    input: z.strictObject({ choice: language.nullable() }),
    output: languageState,
  },
} satisfies ChannelTable<'language'>
