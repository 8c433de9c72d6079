// Owns: asking main, as the first thing that the page does, all that the first view needs of it: main answers while the rest of the
// page's code runs, and nobody waits for one answer after the other.
// Must not: know what is done with the answers; `call` hands each to whoever asks for it first.
import { askAhead } from './api.ts'

askAhead('app:getInfo', 'security:getState', 'accounts:getState', 'charts:getLayout', 'markets:list')
