// The thread that reads large answers, one after the other. Sends nothing to the service and keeps no answer.
import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { endpoints } from '../endpoints/all.ts'
import { packFailure, readRequest, type ReadRequest, type ReadResponse } from './answer-protocol.ts'
import { readInline } from './answer-reader.ts'

/** Typed arrays are transferred; rows are copied. */
function findColumns(value: unknown): ArrayBuffer[] {
  const parts: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : []
  return parts.flatMap((part) =>
    part instanceof Float64Array && part.buffer instanceof ArrayBuffer ? part.buffer : [],
  )
}

async function read({ seq, endpoint, answer, nowMs }: ReadRequest): Promise<ReadResponse> {
  try {
    const value = await readInline(endpoints[endpoint], answer, { now: () => nowMs }, [])
    return { kind: 'read', seq, value }
  } catch (error) {
    return packFailure(seq, error, endpoint)
  }
}

const port = parentPort
if (port === null) throw new AppError('internal', { what: 'answer thread outside of a thread' })

port.on('message', (message: unknown) => {
  void read(readRequest.parse(message)).then((response) =>
    port.postMessage(response, response.kind === 'read' ? findColumns(response.value) : []),
  )
})
