// The columns in which a transfer's journal and what was looked up keep the service's word for a transfer.
import type { StoredFound } from '../../api/transfer-rows.ts'

type Told = StoredFound['told']

/** Typed as a whole record: a new field does not compile until it is here. */
const columnOf: Record<keyof ToldSet, string> = {
  toldReference: 'told_reference',
  toldAmount: 'told_amount',
  toldCurrency: 'told_currency',
  toldFromAddress: 'told_from_address',
  toldDestinationAddress: 'told_destination_address',
  toldStatus: 'told_status',
  toldCreatedAtMs: 'told_created_at_ms',
  toldUpdatedAtMs: 'told_updated_at_ms',
  toldAsOfMs: 'told_as_of_ms',
}

export type ToldSet = { readonly [Field in keyof Told as `told${Capitalize<Field>}`]: Told[Field] }
/** All of them or none: a table that allows NULL has a CHECK for it. */
export type ToldRow = ToldSet | { readonly [Name in keyof ToldSet]: null }

/** Column of each name. */
export const toldPairs: readonly (readonly [name: string, column: string])[] = Object.entries(columnOf)

export function bindTold(told: Told): ToldSet
export function bindTold(told: Told | null): ToldRow
export function bindTold(told: Told | null): ToldRow {
  if (told === null) {
    return {
      toldReference: null,
      toldAmount: null,
      toldCurrency: null,
      toldFromAddress: null,
      toldDestinationAddress: null,
      toldStatus: null,
      toldCreatedAtMs: null,
      toldUpdatedAtMs: null,
      toldAsOfMs: null,
    }
  }
  return {
    toldReference: told.reference,
    toldAmount: told.amount,
    toldCurrency: told.currency,
    toldFromAddress: told.fromAddress,
    toldDestinationAddress: told.destinationAddress,
    toldStatus: told.status,
    toldCreatedAtMs: told.createdAtMs,
    toldUpdatedAtMs: told.updatedAtMs,
    toldAsOfMs: told.asOfMs,
  }
}

export function readTold(row: ToldSet): Told
export function readTold(row: ToldRow): Told | null
export function readTold(row: ToldRow): Told | null {
  if (row.toldReference === null) return null
  return {
    reference: row.toldReference,
    amount: row.toldAmount,
    currency: row.toldCurrency,
    fromAddress: row.toldFromAddress,
    destinationAddress: row.toldDestinationAddress,
    status: row.toldStatus,
    createdAtMs: row.toldCreatedAtMs,
    updatedAtMs: row.toldUpdatedAtMs,
    asOfMs: row.toldAsOfMs,
  }
}
