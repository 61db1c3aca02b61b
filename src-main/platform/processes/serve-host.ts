import { closeInherited } from '../vault/inherited-descriptors.ts'

/** An Electron utility process has a `parentPort`; a process that Node forked has `process.send` instead. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

/** Serves the messages of main in a process of its own. `onMainEnd` is called if main has ended, unless Electron ends this process. */
export function serveHost(
  serve: (message: never, reply: (reply: unknown) => void) => void,
  onMainEnd: () => void,
): void {
  const { parentPort } = process as unknown as { parentPort?: ParentPort }
  if (parentPort !== undefined) {
    parentPort.on('message', ({ data }) => serve(data as never, (reply) => parentPort.postMessage(reply)))
    return
  }
  closeInherited()
  process.on('message', (message) => serve(message as never, (reply) => process.send?.(reply)))
  process.on('disconnect', onMainEnd)
}
