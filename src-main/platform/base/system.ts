import type { ClickTarget } from '../../../src-shared/platform/addresses/deep-link.ts'
import type { AppearanceSettings } from '../../../src-shared/features/appearance/appearance.ts'
import type { SystemUnlockKind } from '../../../src-shared/features/lock/lock.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import type { UpdateState } from '../../../src-shared/features/updates/update.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import type { EventName } from '../../../src-shared/app/contract.ts'
import type { EventPayload } from '../../../src-shared/app/contract.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { Mail } from '../../../src-shared/features/snippets/mailto.ts'

/** The current time. Tests replace this port to control the time. */
export interface Clock {
  now(): string
}

/** Timers. Tests replace this port to control the waiting. */
export interface Timers {
  /** Runs `work` after this many milliseconds, unless the returned function is called before then. */
  after(ms: number, work: () => void): () => void
}

/** Waits this many milliseconds. Resolves with false if the app stopped the work during the wait. The caller must then give up. */
export type Pause = (ms: number) => Promise<boolean>

/** The app's log. A line contains codes, ids, and counts, and never a secret, a token, a form value, or a response body. */
export interface Log {
  info(message: string, details?: Record<string, string | number | boolean | null>): void
  warn(message: string, details?: Record<string, string | number | boolean | null>): void
}

export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void

/** Asks the operating system for the proxies of an address, in PAC syntax such as `PROXY host:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>

export interface Looks {
  chosen(): AppearanceSettings
  keep(settings: AppearanceSettings): Promise<void>
  /** Returns the languages of the operating system, the preferred one first. */
  systemLanguages(): string[]
}

/** Hides the app's windows from screenshots and screen sharing, where the system supports it (Windows, macOS). */
export type ProtectWindows = (on: boolean) => void

/** Opens the user's mail program with a mail that the user then reads, changes, and sends. */
export type OpenMail = (mail: Mail) => Promise<'opened' | 'too_long' | 'failed'>

/** Copies a text to the clipboard that the broker sends to someone. It contains no SSN and no EIN. */
export type CopyText = (text: string) => void

/** The operating system's clipboard for sensitive text. */
export interface Clipboard {
  /** Copies text and excludes it from clipboard histories where the system supports it. Returns false if the text could not be copied. */
  write(text: string): Promise<boolean>
  read(): Promise<string>
  clear(): void
}

export interface Notifier {
  notify(announcement: Announcement): void
  /**
   * The partner's list of a deal's offers was read. Adds the amounts of the offers that were announced without them moments ago. A
   * notification that waits for this list is shown, even if the list does not contain the offer yet.
   */
  offersRead(deal_id: string, amounts_cents: readonly number[]): void
}

/**
 * Notifications of the operating system. `title` and `body` are plain text. While the app is locked, `when_locked` replaces the title, and
 * the body says that the app must be unlocked. Without `when_locked`, a general title replaces it.
 */
export interface SystemNotifications {
  show(notification: { title: Message; body: Message; opens: ClickTarget; when_locked?: Message }): {
    close(): void
  }
}

/** The app's windows, as the lock uses them. */
export interface LockWindows {
  readonly isLocked: boolean
  /** True if the operating system reports that its screen was locked. */
  readonly reportsScreenLock: boolean
  /** Tells every window that the app is about to lock. Returns an id for each window from which a state can be expected. */
  prepareLock(): string[]
  /** Shows the lock screen in every window, in a new process, and ends the processes of the pages before. */
  lock(): void
  /**
   * Shows in every window the screen that it showed before the lock. If `hash` is given, the front window shows this address instead. A
   * link or notification that was clicked during the lock has priority.
   */
  unlock(hash: string | null): void
}

/** The operating system's own way to verify the user. */
export interface SystemUnlock {
  /** Returns null if there is none, or if it cannot be used now, for example with a closed lid. */
  available(): SystemUnlockKind | null
  /** Shows the system's dialog. Returns false if the system did not verify the user. */
  prompt(): Promise<boolean>
}

export type UpdateBlocker = Extract<UpdateState, { step: 'impossible' }>['why']

/** The newest app version on the update server. The app has verified its signature. */
export interface OfferedVersion {
  version: string
  notes: string
  /** Percentage of installations that should install this version. */
  staging_percentage: number
}

/** Replaces this installation with a newer version. The room `updates` decides whether and when to do so. */
export interface Updater {
  /** True if `install` works without starting the new version. If false, an installation always restarts the app. */
  readonly installsAtQuit: boolean
  /** Returns the reason why this installation cannot be updated, or null. */
  blocker(): Promise<UpdateBlocker | null>
  /** Asks the update server for the newest version, without sending data about this computer. */
  look(): Promise<Result<OfferedVersion>>
  /** Downloads and verifies the version that the last call of `look` returned. */
  download(onProgress: (percent: number) => void): Promise<Result<void>>
  /** Replaces this installation with the downloaded version. This is the app's last action. */
  install(relaunch: boolean): Promise<Result<void>>
}

/** Connection data of the built-in sandbox and its relay. */
export interface DemoConnection {
  base_url: string
  client_id: string
  client_secret: string
  relay_url: string
  pairing_code: string
}

/** The sandbox and relay bundled with the app. They run until they are stopped or the app ends. */
export interface DemoServices {
  readonly available: boolean
  /** Starts the services. Fails with `DEMO_NOT_STARTED` if they do not respond. */
  start(data: string): Promise<DemoConnection>
  stop(): void
}

/**
 * Asks the broker for confirmation in system dialogs. A script in the page can neither confirm nor cover a dialog. Canceling or closing
 * the dialog means no.
 */
export interface Consent {
  /**
   * Asks whether to trust these certificates. The owners of trusted certificates can read the traffic between this computer and the
   * partner.
   */
  trust(certificates: readonly CertificateNamed[]): Promise<boolean>
  /** Asks whether this environment may send its applications to another address, and read the signing keys from that address. */
  moveService(addresses: { from: string; to: string }): Promise<boolean>
  /** Asks whether this relay may receive the partner's notifications. `from` is null if no relay is paired. */
  useRelay(addresses: { from: string | null; to: string }): Promise<boolean>
  /** Asks whether the app may send the changed requests, trust signatures of the changed keys, and read offers from the changed fields. */
  changeEndpoints(change: EndpointsChange): Promise<boolean>
  /** Asks whether a restored backup may connect this computer to the servers in `connections`. */
  restoreConnections(connections: RestoredConnections): Promise<boolean>
  /** Asks whether to permanently delete these deals from the trash. */
  eraseDeals(deals: ErasedDeals): Promise<boolean>
  /** Asks whether this many backups in this folder may be deleted. */
  deleteBackups(backups: { count: number; folder: string }): Promise<boolean>
}

/** Content of the dialog before a permanent deletion. */
export interface ErasedDeals {
  names: Message[]
  deals: number
  /** Number of these deals that were ever submitted. Their proofs of submission are deleted too. */
  submitted: number
}

/** The data of a certificate that an administrator can compare with the original. */
export interface CertificateNamed {
  /** Common name, or organization if it has none. */
  name: string
  /** SHA-256 of the certificate, as pairs of hexadecimal digits. */
  fingerprint: string
}

/** Behavior that a new endpoint profile would add, compared with the current profile and the standard profile. */
export interface EndpointsChange {
  /** The operations whose request differs from both the current and the standard profile, for example `offers.list: GET /offers`. */
  operations: string[]
  /**
   * The lines of the new profile's rules for reading offers (field names, words, and units) that are neither in the current nor in the
   * standard profile.
   */
  offer_fields: string[]
  /**
   * The current pattern (`from`) and the new pattern (`to`) for the names of the signing keys. Null if the new pattern matches no
   * additional names.
   */
  signing_keys: { from: string; to: string } | null
}

/** Connections that came with a restored backup and that this computer does not use at present. */
export interface RestoredConnections {
  service: string | null
  relay: string | null
  endpoints: EndpointsChange | null
  certificates: CertificateNamed[]
}
