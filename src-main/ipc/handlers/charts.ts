// Owns: the handlers of charts: their layout, what is drawn over them, their files.
// Must not: hold rules; each line hands a call to its service.
import type { Charts } from '../../markets/charts/charts.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createChartHandlers(ready: Promise<{ readonly charts: Charts }>): DomainHandlers<'charts'> {
  return {
    'charts:getLayout': async () => (await ready).charts.getLayout(),
    'charts:setLayout': async (input) => (await ready).charts.setLayout(input),
    'charts:listDrawings': async (input) => (await ready).charts.listDrawings(input),
    'charts:putDrawing': async (input) => (await ready).charts.putDrawing(input),
    'charts:removeDrawing': async (input) => (await ready).charts.removeDrawing(input),
    'charts:listMarks': async (input) => (await ready).charts.listMarks(input),
    'charts:savePicture': async (input) => (await ready).charts.savePicture(input),
    'charts:copyPicture': async (input) => (await ready).charts.copyPicture(input),
    'charts:saveCandles': async (input) => (await ready).charts.saveCandles(input),
  }
}
