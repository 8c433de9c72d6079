// Plans an export: which rows to read and how to format them. Does not write files.
import type { ExportRequest } from '../../src-preload/contract/app/exports.ts'
import type { CostMethod } from '../../src-preload/contract/portfolio/lots.ts'
import { listedOrder } from '../../src-preload/contract/orders/entities.ts'
import { fill } from '../../src-preload/contract/orders/orders.ts'
import type { PnlHistoryPoint } from '../../src-preload/contract/portfolio/history.ts'
import { type PeriodReport, periodReport } from '../../src-preload/contract/portfolio/report.ts'
import type { PnlResult, PnlSnapshot } from '../../src-preload/contract/portfolio/results.ts'
import { fillRecord, orderRecord } from '../../src-preload/domain/orders/order-record.ts'
import { hideUncoveredSums } from '../../src-preload/domain/orders/report-figures.ts'
import type { Zone } from '../../src-preload/domain/locale/zone.ts'
import type { StoredPnl, TimeRange } from '../store/api/result-rows.ts'
import type { Store } from '../store/api/store-api.ts'
import type { AccountDisposals } from '../portfolio/lots/account-lots.ts'
import type { TimedMovement } from '../portfolio/results/ledger/movements.ts'
import { pnlResult } from '../portfolio/results/pnl-results.ts'
import { withIsoTimes } from '../../src-preload/domain/iso-time.ts'
import { disposalColumns, disposalRows } from './disposal-columns.ts'
import { historyRows, passHistory, passPnl, pnlColumns, pnlHistoryColumns } from './pnl-columns.ts'
import { reportColumns, reportObject, reportRows } from './report-rows.ts'
import { readFillRows, readHistoryPoints, readOrderRows } from './row-reader.ts'
import { chooseColumns, type Columns, csvText, importText, jsonLines, type RowText } from './table.ts'
import { fillColumns, orderColumns } from './trade-columns.ts'
import { transactionColumns } from './transaction-columns.ts'
import { readTransactions } from './transaction-rows.ts'

/** Sources of an account's lists and figures. */
export interface ExportSources {
  readonly store: Pick<
    Store,
    | 'readOrders'
    | 'sumOrderFills'
    | 'readFills'
    | 'listOrders'
    | 'listFills'
    | 'listPnlValues'
    | 'getPnlSnapshots'
  >
  /** Figures of the account's snapshots within a range, with the market values of that time. */
  readonly valueSnapshots: (
    snapshots: readonly StoredPnl[],
    range: TimeRange,
  ) => Promise<readonly PnlHistoryPoint[]>
  readonly getPnl: () => Promise<Pick<PnlSnapshot, 'entries' | 'asOfMs'>>
  readonly getResults: () => Promise<{ readonly results: readonly PnlResult[] }>
  readonly getReport: (range: { readonly fromMs: number; readonly toMs: number }) => Promise<PeriodReport>
  readonly getDisposals: (method: CostMethod, range: TimeRange) => Promise<AccountDisposals>
  /** Oldest first. */
  readonly listTransfers: () => Promise<readonly TimedMovement[]>
}

export interface TextPiece {
  readonly text: string
  readonly rows: number
}

export interface TextPlan {
  readonly kind: 'text'
  /** The first piece holds the file's head and no rows. */
  readonly pieces: () => AsyncGenerator<TextPiece, void>
  /** Total number of rows; resolves to null while counting (ask again). Null when no count is available. */
  readonly count: (() => Promise<number | null>) | null
}

/** A report as one page to print. */
export interface PagePlan {
  readonly kind: 'page'
  readonly getReport: () => Promise<PeriodReport>
}

interface AsText<Row> {
  readonly format: 'csv' | 'jsonl'
  readonly columns: Columns<Row>
  readonly wanted?: readonly string[] | null
  readonly pass: (row: Row) => unknown
  readonly zone: Zone
}

/** Errors: validation with field `columns`. */
function textFor<Row>({ format, columns, wanted = null, pass, zone }: AsText<Row>): RowText<Row> {
  return format === 'csv' ? csvText(chooseColumns(columns, wanted), zone) : jsonLines(pass)
}

function planText<Row>(
  text: RowText<Row>,
  read: () => AsyncIterable<readonly Row[]>,
  count: TextPlan['count'] = null,
): TextPlan {
  async function* pieces(): AsyncGenerator<TextPiece, void> {
    yield { text: text.head, rows: 0 }
    for await (const rows of read()) {
      if (rows.length > 0) yield { text: text.rows(rows), rows: rows.length }
    }
  }
  return { kind: 'text', pieces, count }
}

async function* asPiece<Row>(read: () => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await read()
}

/** Small enough that a piece blocks other work for some milliseconds at most. */
const ROWS_PER_PIECE = 250

async function* inPieces<Row>(read: () => Promise<Iterable<Row>>): AsyncGenerator<readonly Row[]> {
  let piece: Row[] = []
  for (const row of await read()) {
    piece.push(row)
    if (piece.length < ROWS_PER_PIECE) continue
    yield piece
    piece = []
  }
  yield piece
}

/**
 * @param accountId - the account in use
 * @throws AppError validation with field `columns` (unknown or duplicate) or `toMs` (the range ends before it begins)
 */
export function planExport(
  request: ExportRequest,
  accountId: string,
  { store, getPnl, getResults, getReport, getDisposals, listTransfers, valueSnapshots }: ExportSources,
  zone: Zone,
): TextPlan | PagePlan {
  switch (request.what) {
    case 'orders': {
      const { filter, sort, format } = request
      return planText(
        textFor({
          format,
          columns: orderColumns,
          wanted: request.columns,
          pass: (row) => orderRecord(listedOrder.parse(row), zone),
          zone,
        }),
        () => readOrderRows(store, accountId, filter, sort),
        async () => (await store.listOrders(accountId, filter, sort, 0, 1)).total,
      )
    }
    case 'fills': {
      const { filter, isDescending, format } = request
      return planText(
        textFor({
          format,
          columns: fillColumns,
          wanted: request.columns,
          pass: (row) => fillRecord(fill.parse(row), zone),
          zone,
        }),
        () => readFillRows(store, accountId, filter, isDescending),
        async () => (await store.listFills(accountId, filter, isDescending, 0, 1)).total,
      )
    }
    case 'pnl':
      return planText(
        textFor({ format: request.format, columns: pnlColumns, pass: passPnl(zone), zone }),
        () =>
          asPiece(async () => {
            const [{ entries, asOfMs }, { results }] = await Promise.all([getPnl(), getResults()])
            // Uses exactly these figures, even if newer ones have arrived in between.
            return entries.map((entry) => {
              const same = results.find(
                ({ currency, pnlCurrency }) =>
                  currency === entry.currency && pnlCurrency === entry.pnlCurrency,
              )
              return {
                entry,
                result: pnlResult(
                  entry,
                  same?.lastPrice ?? null,
                  same && { result: same.movedOut, cost: same.movedOutCost },
                ),
                asOfMs,
              }
            })
          }),
      )
    case 'pnlHistory': {
      const { fromMs, toMs, format } = request
      async function* read() {
        for await (const points of readHistoryPoints(store, accountId, { fromMs, toMs }, valueSnapshots)) {
          yield points.flatMap(historyRows)
        }
      }
      return planText(textFor({ format, columns: pnlHistoryColumns, pass: passHistory(zone), zone }), read)
    }
    case 'disposals': {
      const { method, fromMs, toMs } = request
      return planText(csvText(chooseColumns(disposalColumns, null), zone), () =>
        inPieces(async () => disposalRows(await getDisposals(method, { fromMs, toMs }), method)),
      )
    }
    case 'transactions':
      return planText(importText(transactionColumns[request.layout], zone), () =>
        readTransactions(store, accountId, listTransfers),
      )
    case 'report': {
      const { fromMs, toMs, format } = request
      const getWhole = async () => hideUncoveredSums(await getReport({ fromMs, toMs }))
      switch (format) {
        case 'pdf':
          return { kind: 'page', getReport: getWhole }
        case 'csv':
          return planText(csvText(chooseColumns(reportColumns, null), zone), () =>
            asPiece(async () => reportRows(await getWhole(), zone)),
          )
        case 'jsonl':
          return planText(
            jsonLines((row: PeriodReport) => withIsoTimes(reportObject(periodReport.parse(row)), zone)),
            () => asPiece(async () => [await getWhole()]),
          )
      }
    }
  }
}
