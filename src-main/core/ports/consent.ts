import type { Message } from '../../../src-shared/messages/message.ts'
/**
 * Questions that the broker answers in a system dialog. A script in the page can neither answer nor cover it. Cancel and closing the
 * dialog mean no.
 */
export interface Consent {
  /** Asks whether the holders of these certificates may read the traffic between this computer and the partner. */
  trust(certificates: readonly CertificateNamed[]): Promise<boolean>
  /** Asks whether this environment may send its applications to another address, and read the signing keys there. */
  moveService(addresses: { from: string; to: string }): Promise<boolean>
  /** Asks whether this relay may receive the partner's notifications. `from` is null if no relay is paired. */
  useRelay(addresses: { from: string | null; to: string }): Promise<boolean>
  /** Asks whether the app may send these requests, trust these signatures, and read offers from these fields. */
  changeEndpoints(change: EndpointsChange): Promise<boolean>
  /** Asks whether a restored backup may include these connections. */
  restoreConnections(connections: RestoredConnections): Promise<boolean>
  /** Asks whether these deals of the bin may be deleted permanently. */
  eraseDeals(deals: ErasedDeals): Promise<boolean>
  /** Asks whether this many backups in this folder may be deleted. */
  deleteBackups(backups: { count: number; folder: string }): Promise<boolean>
}

/** Content of the dialog before a permanent deletion. */
export interface ErasedDeals {
  names: Message[]
  deals: number
  /** Number of deals that were ever submitted: their proof is deleted too. */
  submitted: number
}

/** A certificate in the form that an administrator compares. */
export interface CertificateNamed {
  /** Common name, or organization if it has none. */
  name: string
  /** SHA-256 of the certificate, as pairs of hexadecimal digits. */
  fingerprint: string
}

/** Additions of an endpoint profile to the current behavior. */
export interface EndpointsChange {
  /** Operations that differ from both the current and the standard profile, each with its request. */
  operations: string[]
  /** Fields and words of an offer that differ from both the current and the standard profile. */
  offer_fields: string[]
  /** Names of the signing keys, if more keys match than before. */
  signing_keys: { from: string; to: string } | null
}

/** Connections of a backup that this computer does not use today. */
export interface RestoredConnections {
  service: string | null
  relay: string | null
  endpoints: EndpointsChange | null
  certificates: CertificateNamed[]
}
