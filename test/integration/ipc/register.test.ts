// Proof of what stands before every handler of a window's border: the sender, and the gate.
import type { IpcMainInvokeEvent } from 'electron'
import { expect, it } from 'vitest'
import { registerIpc } from '../../../src-main/ipc/register.ts'
import { confirmChannelNames } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { makeLog } from '../world.ts'

type Listener = (event: IpcMainInvokeEvent, input: unknown) => unknown

function register({ isOwn = true, isLocked = false }) {
  const listeners = new Map<string, Listener>()
  const called: string[] = []
  const gated: string[] = []
  registerIpc({
    ipcMain: { handle: (name: string, listener: Listener) => listeners.set(name, listener) },
    names: confirmChannelNames,
    isOwnPage: () => isOwn,
    handlers: {
      'confirm:getRequest': () => {
        throw new AppError('notFound', { what: 'confirmation' })
      },
      'confirm:answer': ({ kind }) => {
        called.push(kind)
        return { next: null }
      },
      'confirm:listAddresses': () => {
        throw new AppError('notFound', { what: 'wallet' })
      },
      'confirm:setWord': () => ({}),
    },
    log: makeLog().log,
    gate: (name) => {
      gated.push(name)
      if (isLocked) throw new AppError('vaultLocked')
    },
  })
  const call = (name: string, input: unknown) => listeners.get(name)?.({} as IpcMainInvokeEvent, input)
  return { names: [...listeners.keys()], call, called, gated }
}

it('registers every channel of its set, and answers its own page', async () => {
  const border = register({})
  expect(border.names.sort()).toEqual([...confirmChannelNames].sort())
  expect(await border.call('confirm:answer', { kind: 'approve' })).toEqual({
    ok: true,
    value: { next: null },
  })
  expect(border.called).toEqual(['approve'])
  expect(border.gated).toEqual(['confirm:answer'])
})

it('refuses a foreign page before anything else', async () => {
  const border = register({ isOwn: false })
  expect(await border.call('confirm:answer', { kind: 'approve' })).toEqual({
    ok: false,
    error: { code: 'forbidden', data: { channel: 'confirm:answer' }, ref: null },
  })
  expect([border.called, border.gated]).toEqual([[], []])
})

it('lets no call through a closed gate, right or wrong', async () => {
  const border = register({ isLocked: true })
  for (const input of [{ kind: 'approve' }, { kind: 'nonsense' }]) {
    expect(await border.call('confirm:answer', input)).toEqual({
      ok: false,
      error: { code: 'vaultLocked', data: {}, ref: null },
    })
  }
  expect(border.called).toEqual([])
})
