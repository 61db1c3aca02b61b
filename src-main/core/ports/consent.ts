/**
 * Questions that the broker answers in a system dialog, which a script in the page can neither press nor draw over. Cancel and
 * closing the dialog mean no.
 */
export interface Consent {
  /** True when the holders of these certificates may read the traffic between this computer and the partner. */
  trust(certificates: readonly CertificateNamed[]): Promise<boolean>
  /** True when this environment may send its applications to another address, and read the signing keys there. */
  moveService(addresses: { from: string; to: string }): Promise<boolean>
  /** True when this relay may receive the partner's notifications. `from` is null where no relay is paired. */
  useRelay(addresses: { from: string | null; to: string }): Promise<boolean>
  /** True when the app may send these requests, believe these signatures, and read offers from these fields. */
  changeEndpoints(change: EndpointsChange): Promise<boolean>
  /** True when a restored backup may bring these connections along. */
  restoreConnections(connections: RestoredConnections): Promise<boolean>
  /** Whether these deals of the bin are to be deleted for good. */
  eraseDeals(deals: ErasedDeals): Promise<boolean>
  /** True when so many backups in this folder may be deleted. */
  deleteBackups(backups: { count: number; folder: string }): Promise<boolean>
}

/** What a dialog names before deals are deleted for good. */
export interface ErasedDeals {
  /** Of the first few. */
  names: string[]
  deals: number
  /** How many of them were ever submitted: their proof goes, too. */
  submitted: number
}

/** A certificate as an administrator would compare it. */
export interface CertificateNamed {
  /** Common name or, where it has none, organization. */
  name: string
  /** SHA-256 of the certificate, in pairs of hexadecimal digits. */
  fingerprint: string
}

/** What an endpoint profile adds to what the app does today. */
export interface EndpointsChange {
  /** The operations that are neither as before nor as in the standard profile, each with its request. */
  operations: string[]
  /** The fields and words of an offer that are read by names neither as before nor as in the standard profile. */
  offer_fields: string[]
  /** The names of the signing keys, where more keys match than before. */
  signing_keys: { from: string; to: string } | null
}

/** The connections of a backup that this computer does not use today. */
export interface RestoredConnections {
  service: string | null
  relay: string | null
  endpoints: EndpointsChange | null
  certificates: CertificateNamed[]
}
