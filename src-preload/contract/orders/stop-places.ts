// Which open stop orders have triggered, as far as the book of their market tells.
import { z } from 'zod'

export const stopPlace = z.strictObject({
  /** Of an order that is `stop_limit` and `wait`. */
  id: z.int().min(0),
  /** `untriggered`: it was looked for, and is not in the whole book of its market. */
  place: z.enum(['inBook', 'untriggered']),
})
export type StopPlace = z.infer<typeof stopPlace>
