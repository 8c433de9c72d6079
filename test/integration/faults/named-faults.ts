// The faults that every call of the app has to live with, by name: sentences that a test's own name can begin with.
import type { Fault } from './fault.ts'

/** Nothing, half, or too little comes over the line. Times are meant for limits of {@link tightLimits}. */
export const lineFaults = {
  'the connection is cut before the request is passed on': { kind: 'cutBeforeHead' },
  'the request is done and the connection cut before the answer': { kind: 'closeAfterForward' },
  'the connection is cut right after the head': { kind: 'cutInBody', afterBytes: 0 },
  'the connection is cut in the middle of the body': { kind: 'cutInBody', afterBytes: 40 },
  'more bytes are promised than come before the connection ends': {
    kind: 'wrongLength',
    by: 100,
    thenCloses: true,
  },
  'more bytes are promised than ever come': { kind: 'wrongLength', by: 100, thenCloses: false },
  'fewer bytes are promised than come': { kind: 'wrongLength', by: -20, thenCloses: true },
  'a shortened body comes with its own right length': { kind: 'truncate', bytes: 40 },
  'nothing is passed on and nothing comes back': { kind: 'neverAnswer' },
  'the request is done and no answer ever comes': { kind: 'neverAnswerAfterForward' },
  'the head is a little late': { kind: 'delayHead', ms: 100 },
  'the body is a little late': { kind: 'delayBody', ms: 100 },
  'the body comes too late': { kind: 'delayBody', ms: 60_000 },
  'the body comes in drops, in time': { kind: 'drip', bytes: 60, pauseMs: 5 },
  'the body comes in drops, without end': { kind: 'drip', bytes: 1, pauseMs: 400 },
  'what comes is no HTTP': { kind: 'raw', bytes: 'SSH-2.0-OpenSSH_9.6\r\n' },
  'half a head comes': { kind: 'raw', bytes: 'HTTP/1.1 200 OK\r\nContent-Ty' },
  'the head has two lengths': {
    kind: 'raw',
    bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc',
  },
  'the head is larger than any head': {
    kind: 'raw',
    bytes: `HTTP/1.1 200 OK\r\nX-Odd: ${'x'.repeat(40_000)}\r\nContent-Length: 2\r\n\r\n{}`,
  },
} as const satisfies Record<string, Fault>

/** The body is not what the interface promises, under the exchange's own status. */
export const bodyFaults = {
  'an HTML page comes': { kind: 'replaceBody', body: '<!DOCTYPE html><p>Welcome', contentType: 'text/html' },
  'an HTML page that says it is JSON comes': { kind: 'replaceBody', body: '\n<html><body>hi' },
  'nothing comes': { kind: 'replaceBody', body: '' },
  'white space comes': { kind: 'replaceBody', body: ' \r\n\t' },
  'something that is no JSON comes': { kind: 'replaceBody', body: "{'status': 'success'}" },
  'bytes that are not UTF-8 come': {
    kind: 'replaceBody',
    body: Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
  },
  'a body that is said to be gzip and is not comes': {
    kind: 'replaceBody',
    body: '{"status":"success","payload":{}}',
    contentEncoding: 'gzip',
  },
  'a JSON list comes instead of an envelope': { kind: 'replaceBody', body: '[]' },
  'a JSON null comes instead of an envelope': { kind: 'replaceBody', body: 'null' },
  'an envelope without a payload comes': { kind: 'mutate', at: ['payload'], to: { remove: true } },
  'an envelope whose payload is null comes': { kind: 'mutate', at: ['payload'], to: { set: null } },
  'an envelope whose payload is text comes': { kind: 'mutate', at: ['payload'], to: { set: 'yes' } },
  'an envelope whose payload is called data comes': {
    kind: 'mutate',
    at: ['payload'],
    to: { rename: 'data' },
  },
  'an envelope without a status comes': { kind: 'mutate', at: ['status'], to: { remove: true } },
  'an envelope of an unknown status comes': { kind: 'mutate', at: ['status'], to: { set: 'ok' } },
  'an envelope whose status is a number comes': { kind: 'mutate', at: ['status'], to: { set: 200 } },
} as const satisfies Record<string, Fault>

const page = (title: string): string => `<html><head><title>${title}</title></head></html>`

/** Somebody before the exchange answers for it. The exchange sees nothing, unless the name says so. */
export const gatewayFaults = {
  'a gateway says 500': { kind: 'status', status: 500, body: page('500') },
  'a gateway says 502': { kind: 'status', status: 502, body: page('502 Bad Gateway') },
  'a gateway says 503': { kind: 'status', status: 503, body: page('503') },
  'a gateway says 504': { kind: 'status', status: 504, body: page('504 Gateway Time-out') },
  'a gateway says 504 after the request was done': {
    kind: 'status',
    status: 504,
    body: page('504'),
    isForwarded: true,
  },
  'a gateway says 500 after the request was done': { kind: 'status', status: 500, isForwarded: true },
  'a gateway says 408': { kind: 'status', status: 408, body: page('408 Request Timeout') },
  'a gateway says 408 after the request was done': { kind: 'status', status: 408, isForwarded: true },
  'a gateway says 499 after the request was done': { kind: 'status', status: 499, isForwarded: true },
  'a firewall shows its page under 403': { kind: 'status', status: 403, body: page('Attention required') },
  'a login page comes under 401': { kind: 'status', status: 401, body: page('Sign in to the proxy') },
  'a page says 404': { kind: 'status', status: 404, body: page('404 Not Found') },
  'a success comes without any body': { kind: 'status', status: 204 },
  'the wish to slow down comes without a time': { kind: 'status', status: 429 },
  'the wish to slow down for long comes': {
    kind: 'status',
    status: 429,
    body: page('429'),
    headers: { 'retry-after': '120' },
  },
} as const satisfies Record<string, Fault>

/** Limits under which the faults that never end do so soon; only for them, so that a busy machine spoils nothing else. */
export const tightLimits = { headersMs: 1_200, bodyMs: 1_200 } as const
