// A database thread: one file for as long as it lives.
import { parentPort, workerData } from 'node:worker_threads'
import { serveDatabase } from './serve-database.ts'

serveDatabase(parentPort, workerData)
