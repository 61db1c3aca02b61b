import type { Socket } from 'node:net'
import { senderKey } from './rate-limit.ts'

export interface ConnectionLimits {
  /** Maximum number of open connections. */
  all: number
  /** Maximum per address without a device token or a genuine signature; 0 means no limit. */
  of_sender: number
}

/** Far more than one workstation needs: four streams, four polls, and its other requests. */
const MAX_OF_DEVICE = 32

interface Place {
  socket: Socket
  peer: string
  sender: string
  /** Null until it shows a device's token. */
  device_id: string | null
}

/**
 * Decides which connection to close when there are too many. A connection belongs to a stranger until it shows a device token or a genuine
 * signature. The oldest stranger makes room for a new connection, both when one address holds too many and when all connections are taken,
 * because it had the most time to identify itself. Genuine senders are not counted by address, so an office or a
 * partner behind one address has as many connections as it needs. If no other stranger is left, the sender whose last genuine signature
 * came longest ago makes room, because an overheard signature can be sent again.
 */
export class Strangers {
  readonly #limits: ConnectionLimits
  readonly #onClosed: (limit: 'connections' | 'strangers' | 'device') => void
  readonly #open = new Set<Socket>()
  /** Each set keeps the oldest entry first. */
  readonly #strangers = new Set<Place>()
  /** Connections with a genuine signature. The one whose last signature is oldest comes first. */
  readonly #genuine = new Set<Place>()
  readonly #bySender = new Map<string, Set<Place>>()
  readonly #byDevice = new Map<string, Set<Place>>()
  readonly #byPeer = new Map<string, Place>()

  constructor(limits: ConnectionLimits, onClosed: (limit: 'connections' | 'strangers' | 'device') => void) {
    this.#limits = limits
    this.#onClosed = onClosed
  }

  /** Counts a connection until it closes, and makes room if all are taken. For a stranger, call `enter` first. */
  connect(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    if (this.#open.size <= this.#limits.all) return
    this.#onClosed('connections')
    const oldest = firstBut(socket, this.#strangers) ?? firstBut(socket, this.#genuine)
    if (oldest === undefined) this.#destroy(socket)
    else this.#close(oldest)
  }

  /** Counts a stranger's connection, or one request if it comes through a proxy. Returns a function that ends the count. */
  enter(socket: Socket, address: string): () => void {
    const peer = peerOf(socket)
    const place: Place = { socket, peer, sender: senderKey(address), device_id: null }
    this.#strangers.add(place)
    this.#byPeer.set(peer, place)
    const ofSender = addTo(this.#bySender, place.sender, place)
    const [oldest] = ofSender
    if (this.#limits.of_sender > 0 && ofSender.size > this.#limits.of_sender && oldest !== undefined) {
      this.#onClosed('strangers')
      this.#close(oldest)
    }
    return () => this.#leave(place)
  }

  isStranger(socket: Socket): boolean {
    const place = this.#byPeer.get(peerOf(socket))
    return place !== undefined && this.#strangers.has(place)
  }

  /** Records that the peer showed a device token. */
  knowDevice(socket: Socket, device_id: string): void {
    const place = this.#byPeer.get(peerOf(socket))
    if (place === undefined || place.device_id !== null) return
    this.#leave(place)
    place.device_id = device_id
    this.#byPeer.set(place.peer, place)
    const ofDevice = addTo(this.#byDevice, device_id, place)
    const [oldest] = ofDevice
    if (ofDevice.size <= MAX_OF_DEVICE || oldest === undefined) return
    this.#onClosed('device')
    this.#close(oldest)
  }

  /** Records that the peer sent a genuine signature. */
  knowSender(socket: Socket): void {
    const place = this.#byPeer.get(peerOf(socket))
    if (place === undefined || place.device_id !== null) return
    this.#leave(place)
    this.#byPeer.set(place.peer, place)
    this.#genuine.add(place)
  }

  #leave(place: Place): void {
    const { peer, sender, device_id } = place
    this.#strangers.delete(place)
    this.#genuine.delete(place)
    removeFrom(this.#bySender, sender, place)
    if (device_id !== null) removeFrom(this.#byDevice, device_id, place)
    if (this.#byPeer.get(peer) === place) this.#byPeer.delete(peer)
  }

  #close(place: Place): void {
    this.#leave(place)
    this.#destroy(place.socket)
  }

  /** Stops counting the socket immediately, because its `close` event comes one turn later. */
  #destroy(socket: Socket): void {
    this.#open.delete(socket)
    socket.destroy()
  }
}

function firstBut(socket: Socket, places: Set<Place>): Place | undefined {
  for (const place of places) if (place.socket !== socket) return place
  return undefined
}

/** Identifies a connection by address and port. With TLS, a request's socket is not the socket that was counted. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function addTo(groups: Map<string, Set<Place>>, key: string, place: Place): Set<Place> {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(place))
  return group
}

function removeFrom(groups: Map<string, Set<Place>>, key: string, place: Place): void {
  const group = groups.get(key)
  if (group?.delete(place) && group.size === 0) groups.delete(key)
}
