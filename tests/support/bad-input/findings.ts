export type Answer = { ok: boolean; error?: { code: string; message: string } } | string | undefined

/** Counts crashes and leaks, and stores a description of the first 20. */
export class Findings {
  crashes = 0
  leaks = 0
  readonly reported: string[] = []
  readonly codes = new Map<string, number>()
  /** Channels that returned a result or an error of the app at least once. A refusal by the preload bridge does not count. */
  readonly answered = new Set<string>()
  #secrets: Record<string, string> = {}

  lookFor(secrets: Record<string, string>): void {
    this.#secrets = secrets
  }

  crash(what: string): void {
    this.crashes += 1
    this.#notify(`crash: ${what}`)
  }

  /** Counts a leak for each secret that the text contains. `where` is the channel or output from which the text comes. */
  hear(where: string, said: unknown): void {
    const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? '')
    for (const [kind, secret] of Object.entries(this.#secrets))
      if (text.includes(secret) && !(where === 'deals.reveal' && kind.startsWith('ssn'))) {
        this.leaks += 1
        this.#notify(`leak: ${kind} in ${where}`)
      }
  }

  answer(channel: string, answer: Answer): void {
    this.hear(channel, answer)
    const code = typeof answer === 'object' ? (answer.error?.code ?? 'ok') : 'refused by the bridge'
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
    if (typeof answer === 'object') this.answered.add(channel)
    if (answer === 'no answer') this.crash(`${channel}: ${answer}`)
    else if (typeof answer === 'object' && (code === 'INTERNAL' || code === 'VAULT_UNAVAILABLE'))
      this.crash(`${channel}: ${code} ${answer.error?.message}`)
  }

  #notify(line: string): void {
    console.error(line)
    if (this.reported.length < 20) this.reported.push(line)
  }
}
