// A process that exports a history of its own making to one file again and again, until it is killed or told no. Run by
// files-disk.test.ts.
import { createTransferFiles } from '../../../src-main/transfers/files.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { foundSamples } from './files-samples.ts'

const [file, ...counts] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: files-child.ts FILE COUNT...')

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

for (;;) {
  for (const count of counts) {
    const files = createTransferFiles({
      clock: { now: () => 0 },
      log: { info: () => undefined, fault: () => undefined },
      current: {
        require: () => ({
          account: { label: 'Main', networkKind: 'practice' },
          client: { baseUrl: 'http://127.0.0.1:9' },
        }),
      },
      chooseFile: () => Promise.resolve(file),
      readHistory: () => Promise.resolve(foundSamples(Number(count))),
      readTransfer: () => Promise.reject(new AppError('notFound', { what: 'transfer' })),
      readSteps: () => Promise.resolve([]),
      print: () => Promise.reject(new AppError('internal', { what: 'no printer' })),
    })
    const filter = { text: '', states: [], fromMs: null, toMs: null }
    try {
      await files.export({ filter, format: 'jsonl' })
      say('done')
    } catch (error) {
      if (!isAppError(error)) throw error
      say(`${error.code} ${String(error.data['reason'])}`)
      process.exit(0)
    }
  }
}
