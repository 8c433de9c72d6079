// Owns a worker thread's answer.
import { parentPort } from 'node:worker_threads'

parentPort.postMessage('from the worker')
