import { randomUUID } from 'node:crypto'
import { prepare, type Database } from './database.ts'

/** A registration as the API returns it (spec section 2). */
export interface Webhook {
  uuid: string
  event_type: string
  is_active: boolean
  webhook_url: string
}

type Row = Omit<Webhook, 'is_active'> & { is_active: number }

export function webhookStore(db: Database) {
  const columns = 'uuid, event_type, is_active, webhook_url'
  const insert = prepare(db, `INSERT INTO webhooks (${columns}) VALUES (?, ?, ?, ?)`)
  const select = prepare<Row>(db, `SELECT ${columns} FROM webhooks WHERE uuid = ?`)
  const selectAll = prepare<Row>(db, `SELECT ${columns} FROM webhooks ORDER BY number`)
  const update = prepare(
    db,
    'UPDATE webhooks SET event_type = ?, is_active = ?, webhook_url = ? WHERE uuid = ?',
  )
  const remove = prepare(db, 'DELETE FROM webhooks WHERE uuid = ?')

  return {
    create(event_type: string, webhook_url: string): Webhook {
      const webhook = { uuid: randomUUID(), event_type, is_active: true, webhook_url }
      insert.run(webhook.uuid, event_type, 1, webhook_url)
      return webhook
    },

    find(uuid: string): Webhook | null {
      const row = select.get(uuid)
      return row === undefined ? null : fromRow(row)
    },

    list(): Webhook[] {
      return selectAll.all().map(fromRow)
    },

    update(webhook: Webhook): void {
      update.run(webhook.event_type, webhook.is_active ? 1 : 0, webhook.webhook_url, webhook.uuid)
    },

    /** Removes a registration and its pending deliveries. Returns false if there is none. */
    remove(uuid: string): boolean {
      return remove.run(uuid) > 0
    },
  }
}

function fromRow(row: Row): Webhook {
  return { ...row, is_active: row.is_active === 1 }
}
