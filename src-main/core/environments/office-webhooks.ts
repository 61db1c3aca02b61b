import type { ShownOffice } from '../../../src-shared/domain/vocabulary.ts'
import type { WebhooksView, WebhookTest } from '../../../src-shared/domain/webhooks.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { RelayClient } from '../ports/relay-client.ts'
import type { Workspace } from '../workspace.ts'
import type { Office } from './office.ts'
import type { OpenEnvironment } from './office-parts.ts'
import { testWebhook } from './test-webhook.ts'
import { deleteWebhook, registerWebhooks, switchWebhook, viewWebhooks } from './webhooks.ts'

/** The webhook registrations at the partner (spec section 4.5), as the broker sees and changes them. */
export class OfficeWebhooks {
  readonly #office: Office
  readonly #relay: RelayClient

  constructor(office: Office, relay: RelayClient) {
    this.#office = office
    this.#relay = relay
  }

  async view(): Promise<Result<WebhooksView>> {
    const opened = await this.#office.open()
    return opened.ok ? this.#view(opened.value) : opened
  }

  mend(shown: ShownOffice): Promise<Result<WebhooksView>> {
    return this.#change(shown, (workspace) => registerWebhooks(workspace, this.#relay))
  }

  switch(uuid: string, is_active: boolean, shown: ShownOffice): Promise<Result<WebhooksView>> {
    return this.#change(shown, (workspace) => switchWebhook(workspace, uuid, is_active))
  }

  delete(uuid: string, shown: ShownOffice): Promise<Result<WebhooksView>> {
    return this.#change(shown, (workspace) => deleteWebhook(workspace, uuid))
  }

  async test(uuid: string, shown: ShownOffice): Promise<Result<WebhookTest>> {
    const opened = await this.#office.openAs(shown)
    if (!opened.ok) return opened
    const { workspace, bridge } = opened.value
    return testWebhook({ workspace, bridge, relay: this.#relay }, uuid)
  }

  /** Changes the registrations and returns their new state. */
  async #change(
    shown: ShownOffice,
    work: (workspace: Workspace) => Promise<Result<void>>,
  ): Promise<Result<WebhooksView>> {
    const opened = await this.#office.openAs(shown)
    if (!opened.ok) return opened
    const done = await oneAtATime('webhooks', () => work(opened.value.workspace))
    return done.ok ? this.#view(opened.value) : done
  }

  /** Reads the registrations and updates the connection status. */
  async #view({ workspace, bridge }: OpenEnvironment): Promise<Result<WebhooksView>> {
    const view = await viewWebhooks(workspace, this.#relay)
    if (view.ok) bridge.setRegistrations(view.value)
    return view
  }
}
