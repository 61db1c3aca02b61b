import { ipcMain, type WebFrameMain } from 'electron'
import type { IpcRegistrar } from '../../ipc/router.ts'

/** Electron's side of the router: a sender is the frame that called. */
export const ipcMainRegistrar: IpcRegistrar<WebFrameMain | null> = {
  handle(channel, listener) {
    ipcMain.handle(channel, (event, input: unknown) => listener(event.senderFrame, input))
  },
}
