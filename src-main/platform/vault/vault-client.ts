import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { dirname } from 'node:path'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Vault } from './vault.ts'
import type { HostProcess, StartHost } from './host-process.ts'
import { vaultErrorOf } from './vault-errors.ts'
import type { VaultCall, VaultReply } from './vault-protocol.ts'

const ANSWER_TIMEOUT_MS = 30_000
/** Timeout for calls that read or write the whole database: a migration, a copy, a check. */
const LONG_ANSWER_TIMEOUT_MS = 15 * 60_000
/** Maximum number of process starts within a minute. If the process ended that often, it is not started again before the minute is over. */
const STARTS_A_MINUTE = 5

/**
 * The vault's client in main: sends each call to the vault's process. If the process ends, pending calls fail with `VAULT_UNAVAILABLE`, and
 * the next call restarts the process. A pending commit is then stored either completely or not at all.
 */
export class VaultClient implements Vault {
  readonly #startHost: StartHost
  readonly #file: string
  readonly #key: string
  readonly #pending = new Map<number, (result: Result<never>) => void>()
  #host: HostProcess | null = null
  #closed = false
  #opening: Promise<Result<void>> | null = null
  /** True if the process has the database open. The process may already run without an open database. */
  #isOpen = false
  #starts: number[] = []
  #nextId = 1
  readonly #look: boolean
  readonly #accept: boolean

  /**
   * With `look`, the database is opened only for reading: it must exist and is not migrated. With `accept`, a database that lost commits
   * opens with the remaining commits.
   */
  constructor(startHost: StartHost, file: string, key: string, { look = false, accept = false } = {}) {
    this.#startHost = startHost
    this.#file = file
    this.#key = key
    this.#look = look
    this.#accept = accept
  }

  /**
   * Opens the database, or creates it. Fails with `VAULT_KEY_WRONG`, `VAULT_DAMAGED`, `VAULT_SHORTENED`, `VAULT_NEWER_VERSION`, or
   * `VAULT_BUSY`.
   */
  async open(): Promise<Result<void>> {
    this.#begin()
    const opening = this.#request<void>(
      {
        method: 'open',
        args: [{ file: this.#file, key: this.#key, look: this.#look, accept: this.#accept }],
      },
      LONG_ANSWER_TIMEOUT_MS,
    )
    this.#opening = opening
    const opened = await opening
    this.#opening = null
    this.#isOpen = opened.ok
    return opened
  }

  commit: Vault['commit'] = (writes) => this.#call({ method: 'commit', args: [writes] })
  commitCompressed: Vault['commitCompressed'] = (writes) =>
    this.#call({ method: 'commitCompressed', args: [writes] })
  listDeals: Vault['listDeals'] = (window) => this.#call({ method: 'listDeals', args: [window] })
  listDealIds: Vault['listDealIds'] = (window) => this.#call({ method: 'listDealIds', args: [window] })
  dealRows: Vault['dealRows'] = (deal_ids) => this.#call({ method: 'dealRows', args: [deal_ids] })
  countDeals: Vault['countDeals'] = (lookups) => this.#call({ method: 'countDeals', args: [lookups] })
  sumDeals: Vault['sumDeals'] = (lookup) => this.#call({ method: 'sumDeals', args: [lookup] })
  getDeal: Vault['getDeal'] = (deal_id) => this.#call({ method: 'getDeal', args: [deal_id] })
  findIdHolder: Vault['findIdHolder'] = (application_id) =>
    this.#call({ method: 'findIdHolder', args: [application_id] })
  listDocuments: Vault['listDocuments'] = (deal_id) =>
    this.#call({ method: 'listDocuments', args: [deal_id] })
  getDocument: Vault['getDocument'] = (document_id) =>
    this.#call({ method: 'getDocument', args: [document_id] })
  listTimeline: Vault['listTimeline'] = (deal_id) => this.#call({ method: 'listTimeline', args: [deal_id] })
  timelinePage: Vault['timelinePage'] = (deal_id, page) =>
    this.#call({ method: 'timelinePage', args: [deal_id, page] })
  listProof: Vault['listProof'] = (deal_id) => this.#call({ method: 'listProof', args: [deal_id] })
  getDraft: Vault['getDraft'] = (deal_id) => this.#call({ method: 'getDraft', args: [deal_id] })
  draftSteps: Vault['draftSteps'] = (deal_id) => this.#call({ method: 'draftSteps', args: [deal_id] })
  listOrphans: Vault['listOrphans'] = (deal_id) => this.#call({ method: 'listOrphans', args: [deal_id] })
  waitingEvents: Vault['waitingEvents'] = (application_id) =>
    this.#call({ method: 'waitingEvents', args: [application_id] })
  newsContext: Vault['newsContext'] = (event_ids, application_ids) =>
    this.#call({ method: 'newsContext', args: [event_ids, application_ids] })
  openDeals: Vault['openDeals'] = () => this.#call({ method: 'openDeals', args: [] })
  hintedDeals: Vault['hintedDeals'] = (since) => this.#call({ method: 'hintedDeals', args: [since] })
  unconfirmedHints: Vault['unconfirmedHints'] = (application_id) =>
    this.#call({ method: 'unconfirmedHints', args: [application_id] })
  offersElsewhere: Vault['offersElsewhere'] = (deal_id, offer_ids) =>
    this.#call({ method: 'offersElsewhere', args: [deal_id, offer_ids] })
  countHints: Vault['countHints'] = (application_ids, since, until) =>
    this.#call({ method: 'countHints', args: [application_ids, since, until] })
  pollingHints: Vault['pollingHints'] = () => this.#call({ method: 'pollingHints', args: [] })
  reusedSignatures: Vault['reusedSignatures'] = (signed) =>
    this.#call({ method: 'reusedSignatures', args: [signed] })
  eventProblems: Vault['eventProblems'] = () => this.#call({ method: 'eventProblems', args: [] })
  listCalls: Vault['listCalls'] = (search) => this.#call({ method: 'listCalls', args: [search] })
  listInbox: Vault['listInbox'] = () => this.#call({ method: 'listInbox', args: [] })
  countUnread: Vault['countUnread'] = () => this.#call({ method: 'countUnread', args: [] })
  getCursor: Vault['getCursor'] = (source) => this.#call({ method: 'getCursor', args: [source] })
  getEpoch: Vault['getEpoch'] = (source) => this.#call({ method: 'getEpoch', args: [source] })
  getSetting: Vault['getSetting'] = (key) => this.#call({ method: 'getSetting', args: [key] })
  listTasks: Vault['listTasks'] = () => this.#call({ method: 'listTasks', args: [] })
  getTask: Vault['getTask'] = (subject_id) => this.#call({ method: 'getTask', args: [subject_id] })
  dueTasks: Vault['dueTasks'] = (kinds, now, limit) =>
    this.#call({ method: 'dueTasks', args: [kinds, now, limit] })
  queuePlaces: Vault['queuePlaces'] = (deal_id) => this.#call({ method: 'queuePlaces', args: [deal_id] })
  findDuplicates: Vault['findDuplicates'] = (fingerprint, since) =>
    this.#call({ method: 'findDuplicates', args: [fingerprint, since] })
  findMerchants: Vault['findMerchants'] = (merchants) =>
    this.#call({ method: 'findMerchants', args: [merchants] })
  sameMerchant: Vault['sameMerchant'] = (deal_id) => this.#call({ method: 'sameMerchant', args: [deal_id] })
  dealsWithFile: Vault['dealsWithFile'] = (deal_id, sha256) =>
    this.#call({ method: 'dealsWithFile', args: [deal_id, sha256] })
  countReference: Vault['countReference'] = (reference) =>
    this.#call({ method: 'countReference', args: [reference] })
  unmatchedEvents: Vault['unmatchedEvents'] = (since) =>
    this.#call({ method: 'unmatchedEvents', args: [since] })
  checklistOf: Vault['checklistOf'] = (deal_id) => this.#call({ method: 'checklistOf', args: [deal_id] })
  offerScenarios: Vault['offerScenarios'] = (deal_id) =>
    this.#call({ method: 'offerScenarios', args: [deal_id] })
  interruptedSendings: Vault['interruptedSendings'] = () =>
    this.#call({ method: 'interruptedSendings', args: [] })

  followUps: Vault['followUps'] = () => this.#call({ method: 'followUps', args: [] })
  followUpOf: Vault['followUpOf'] = (deal_id) => this.#call({ method: 'followUpOf', args: [deal_id] })
  snoozedItems: Vault['snoozedItems'] = () => this.#call({ method: 'snoozedItems', args: [] })
  unannounced: Vault['unannounced'] = () => this.#call({ method: 'unannounced', args: [] })
  setAside: Vault['setAside'] = () => this.#call({ method: 'setAside', args: [] })

  statementReadings: Vault['statementReadings'] = (deal_id) =>
    this.#call({ method: 'statementReadings', args: [deal_id] })
  statementCorrections: Vault['statementCorrections'] = (deal_id) =>
    this.#call({ method: 'statementCorrections', args: [deal_id] })
  unreadStatements: Vault['unreadStatements'] = (kind, reader_version, deal_id, limit) =>
    this.#call({ method: 'unreadStatements', args: [kind, reader_version, deal_id, limit] })

  moneyFacts: Vault['moneyFacts'] = () => this.#call({ method: 'moneyFacts', args: [] })
  moneyFactsOf: Vault['moneyFactsOf'] = (deal_id) => this.#call({ method: 'moneyFactsOf', args: [deal_id] })
  dashboard: Vault['dashboard'] = (period, now, rules) =>
    this.#call({ method: 'dashboard', args: [period, now, rules] })
  checkpoint: Vault['checkpoint'] = () => this.#call({ method: 'checkpoint', args: [] })
  purgeTrash: Vault['purgeTrash'] = (before, submitted_before) =>
    this.#call({ method: 'purgeTrash', args: [before, submitted_before] })
  eraseDeals: Vault['eraseDeals'] = (deal_ids) => this.#call({ method: 'eraseDeals', args: [deal_ids] })
  contentInUse: Vault['contentInUse'] = (after) => this.#call({ method: 'contentInUse', args: [after] })

  /**
   * Makes a consistent copy of the database, even while it is read and written. The copy is encrypted with the same key or with `newKey`.
   */
  copyInto(file: string, newKey: string | null = null): Promise<Result<void>> {
    return this.#call({ method: 'copyInto', args: [file, newKey] }, LONG_ANSWER_TIMEOUT_MS)
  }

  /** Reads the whole database. Fails with `VAULT_DAMAGED` if a page was changed or damaged or the content is inconsistent. */
  check(): Promise<Result<{ deals: number; documents: number }>> {
    return this.#call({ method: 'check', args: [] }, LONG_ANSWER_TIMEOUT_MS)
  }

  /** Closes the vault permanently. Calls after that do not restart the process, because no code would end the new process. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#host === null) return
    const host = this.#host
    await this.#request({ method: 'close', args: [] })
    this.#host = null
    host.kill()
  }

  async #call<T>(call: VaultCall, timeout_ms = ANSWER_TIMEOUT_MS): Promise<Result<T>> {
    if (this.#closed) return fail(gone(msg.errorsVault.closed))
    if (this.#host === null && this.#startsTooOften()) return fail(gone(msg.errorsVault.keepsStopping))
    // If an earlier attempt to open the database failed (disk full, file in use), this call tries again.
    if (this.#host === null || (!this.#isOpen && this.#opening === null)) {
      const opened = await this.open()
      if (!opened.ok) return opened
    }
    const opening = this.#opening
    const answer = await this.#request<T>(call, timeout_ms)
    if (answer.ok || opening === null) return answer
    // If opening fails, all waiting calls return the reason of this failure instead of "not open".
    const opened = await opening
    return opened.ok ? answer : opened
  }

  #startsTooOften(): boolean {
    const now = Date.now()
    this.#starts = this.#starts.filter((at) => now - at < 60_000)
    return this.#starts.length >= STARTS_A_MINUTE
  }

  #begin(): void {
    if (this.#host !== null) return
    const host = this.#startHost()
    this.#starts.push(Date.now())
    this.#host = host
    host.onMessage(({ id, answer }: VaultReply) =>
      this.#settle(
        id,
        'trouble' in answer
          ? fail(vaultErrorOf(answer.trouble, dirname(this.#file)))
          : ok(answer.value as never),
      ),
    )
    host.onExit(() => {
      if (this.#host !== host) return
      this.#host = null
      this.#isOpen = false
      for (const id of this.#pending.keys()) this.#settle(id, fail(gone(msg.errorsVault.ended)))
    })
  }

  #request<T>(call: VaultCall, timeout_ms = ANSWER_TIMEOUT_MS): Promise<Result<T>> {
    const host = this.#host
    if (host === null) return Promise.resolve(fail(gone(msg.errorsVault.ended)))
    const id = this.#nextId++
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const limit = () => {
        if (!this.#pending.has(id)) return
        timer = setTimeout(() => {
          this.#settle(id, fail(gone(msg.errorsVault.noAnswer)))
          // The process did not respond in time, so end it. The next call starts a new process.
          host.kill()
        }, timeout_ms)
      }
      this.#pending.set(id, (result) => {
        clearTimeout(timer)
        resolve(result)
      })
      // Opening the database may take long. If a call arrives during the opening, its time limit therefore starts only after the opening.
      if (this.#opening === null) limit()
      else void this.#opening.then(limit)
      host.post({ id, call })
    })
  }

  #settle(id: number, result: Result<never>): void {
    this.#pending.get(id)?.(result)
    this.#pending.delete(id)
  }
}

function gone(why: Message) {
  return appError('VAULT_UNAVAILABLE', msg.errorsVault.unreachable(why), msg.errorsVault.safeAgainOrRestart, {
    retryable: true,
  })
}
