// Every page test begins without the page of the one before.
import { afterEach } from 'vitest'
import { leavePage } from './tab.ts'

afterEach(({ task }) => leavePage(task.result?.state !== 'fail'))
