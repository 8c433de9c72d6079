// The filter that lets every order through, and the order of a list that nobody has sorted.
import type { FillFilter, OrderFilter, OrderSort } from '../../../src-preload/contract/orders/orders.ts'

export const anyOrder: OrderFilter = {
  markets: [],
  bases: [],
  quotes: [],
  sides: [],
  types: [],
  states: [],
  fromMs: null,
  toMs: null,
  leastPrice: null,
  mostPrice: null,
  leastVolume: null,
  mostVolume: null,
  cancelReasons: [],
  text: '',
}

export const anyFill: FillFilter = {
  markets: [],
  bases: [],
  quotes: [],
  sides: [],
  fromMs: null,
  toMs: null,
  text: '',
}

export const newestFirst: OrderSort = { column: 'created', isDescending: true }
