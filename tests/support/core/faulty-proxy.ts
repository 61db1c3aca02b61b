import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../cleanup.ts'

/** The network fault that the proxy simulates. A changed fault also affects connections that are already open. */
export type NetworkFault = 'none' | 'latency' | 'reset' | 'half_open' | 'truncated' | 'slow'

const LATENCY_MS = 300
const SLOW_BYTES = 64
const SLOW_MS = 10
const TRUNCATED_AFTER = 100

/** A TCP proxy on loopback that forwards to `target`. A test can change the simulated `fault` at any time. */
export class FaultyProxy {
  fault: NetworkFault = 'none'
  readonly #server
  readonly #open = new Set<Socket>()
  readonly #target: URL

  private constructor(target: URL) {
    this.#target = target
    this.#server = createServer((near) => this.#join(near))
  }

  static async to(cleanup: Cleanup, target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(target))
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    cleanup.add(() => {
      proxy.#server.close()
      for (const socket of proxy.#open) socket.destroy()
    })
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname)
    /**
     * `isDead` becomes true when the proxy has dropped data of this connection. From then on, the proxy forwards nothing and leaves the
     * connection open, as if a router had forgotten the connection.
     */
    const lost = { isDead: false }
    this.#carry(near, far, lost, false)
    this.#carry(far, near, lost, true)
  }

  #carry(from: Socket, to: Socket, lost: { isDead: boolean }, isAnswer: boolean): void {
    this.#open.add(from)
    let passed = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      passed = passed.then(() => this.#pass(chunk, from, to, lost, isAnswer))
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      this.#open.delete(from)
      if (!lost.isDead) void passed.then(() => to.end())
    })
  }

  async #pass(
    chunk: Buffer,
    from: Socket,
    to: Socket,
    lost: { isDead: boolean },
    isAnswer: boolean,
  ): Promise<void> {
    if (lost.isDead || to.destroyed) return
    switch (this.fault) {
      case 'half_open':
        lost.isDead = true
        return
      case 'reset':
        from.resetAndDestroy()
        to.resetAndDestroy()
        return
      case 'truncated':
        if (!isAnswer) break
        to.end(chunk.subarray(0, TRUNCATED_AFTER))
        from.destroy()
        return
      case 'latency':
        await sleep(LATENCY_MS)
        break
      case 'slow':
        for (let at = 0; at < chunk.length && isAnswer; at += SLOW_BYTES) {
          to.write(chunk.subarray(at, at + SLOW_BYTES))
          await sleep(SLOW_MS)
        }
        if (isAnswer) return
        break
      case 'none':
    }
    if (!to.destroyed) to.write(chunk)
  }
}
