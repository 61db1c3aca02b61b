import type { Socket } from 'node:net'
import { senderKey } from './rate-limit.ts'

interface Place {
  socket: Socket
  leave: () => void
}

/**
 * Bounds how many connections one address holds before they have shown a device's token or a genuine signature, so that nobody alone
 * takes all that there are. What has shown one counts no more: an office of many computers behind one address has as many as it needs.
 * One too many ends the oldest, which had the longest time to say something, and keeps out nobody who comes to do so.
 */
export class Strangers {
  readonly #most: number
  readonly #onTooMany: () => void
  /** By sender, the oldest first. */
  readonly #bySender = new Map<string, Set<Place>>()
  readonly #byPeer = new Map<string, Place>()

  /** 0 sets no limit. */
  constructor(most: number, onTooMany: () => void) {
    this.#most = most
    this.#onTooMany = onTooMany
  }

  /** Counts a connection for its sender until what it answers is called. */
  enter(socket: Socket, sender: string): () => void {
    if (this.#most === 0) return () => {}
    const key = senderKey(sender)
    const peer = peerOf(socket)
    const places = this.#bySender.get(key) ?? new Set()
    const place: Place = {
      socket,
      leave: () => {
        if (!places.delete(place)) return
        if (places.size === 0) this.#bySender.delete(key)
        if (this.#byPeer.get(peer) === place) this.#byPeer.delete(peer)
      },
    }
    this.#bySender.set(key, places.add(place))
    this.#byPeer.set(peer, place)
    const [oldest] = places
    if (places.size > this.#most && oldest !== undefined) {
      this.#onTooMany()
      oldest.leave()
      oldest.socket.destroy()
    }
    return place.leave
  }

  /** Who is at the other end has shown who it is. */
  know(socket: Socket): void {
    this.#byPeer.get(peerOf(socket))?.leave()
  }
}

/** A request over TLS does not come by the socket that was counted, but from the same address and port. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
