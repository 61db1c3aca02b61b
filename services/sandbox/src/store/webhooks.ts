import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/** A webhook registration as the API returns it (spec section 2). */
export interface Webhook {
  uuid: string
  event_type: string
  is_active: boolean
  webhook_url: string
}

type Row = Omit<Webhook, 'is_active'> & { is_active: number }

const COLUMNS = 'uuid, event_type, is_active, webhook_url'

export function webhookStore(db: Database) {
  return {
    create(event_type: string, webhook_url: string): Webhook {
      const webhook = { uuid: randomUUID(), event_type, is_active: true, webhook_url }
      db.run(
        `INSERT INTO webhooks (${COLUMNS}) VALUES (?, ?, 1, ?)`,
        ...[webhook.uuid, event_type, webhook_url],
      )
      return webhook
    },

    find(uuid: string): Webhook | null {
      const row = db.get<Row>(`SELECT ${COLUMNS} FROM webhooks WHERE uuid = ?`, uuid)
      return row === undefined ? null : fromRow(row)
    },

    list: (): Webhook[] => db.all<Row>(`SELECT ${COLUMNS} FROM webhooks ORDER BY number`).map(fromRow),

    update({ uuid, event_type, is_active, webhook_url }: Webhook): void {
      db.run(
        'UPDATE webhooks SET event_type = ?, is_active = ?, webhook_url = ? WHERE uuid = ?',
        ...[event_type, is_active ? 1 : 0, webhook_url, uuid],
      )
    },

    /** Removes a webhook registration and its pending deliveries. Returns false if the registration does not exist. */
    remove: (uuid: string): boolean => db.run('DELETE FROM webhooks WHERE uuid = ?', uuid) > 0,
  }
}

function fromRow(row: Row): Webhook {
  return { ...row, is_active: row.is_active === 1 }
}

/** An event to deliver to one registered URL. */
export interface Delivery {
  delivery_id: number
  event_id: string
  /** Body of the webhook request. Every attempt sends exactly these bytes. */
  body: string
  webhook_uuid: string
  webhook_url: string
  attempts: number
  due_at: number
}

/**
 * Stored queue of webhook deliveries. A delivery stays pending until a receiver confirms it, or the sandbox drops it after too many
 * attempts.
 */
export function deliveryStore(db: Database) {
  return {
    addEvent(event_id: string, body: string): void {
      db.run('INSERT INTO events (event_id, body) VALUES (?, ?)', event_id, body)
    },
    enqueue(event_id: string, webhook_uuid: string, due_at: number): void {
      db.run(
        `INSERT INTO deliveries (event_id, webhook_uuid, state, due_at) VALUES (?, ?, 'pending', ?)`,
        ...[event_id, webhook_uuid, due_at],
      )
    },
    next: (webhook_uuid: string): Delivery | null =>
      db.get<Delivery>(
        `SELECT delivery_id, event_id, body, webhook_uuid, webhook_url, attempts, due_at
        FROM deliveries JOIN events USING (event_id) JOIN webhooks ON uuid = webhook_uuid
        WHERE webhook_uuid = ? AND state = 'pending' ORDER BY due_at, delivery_id LIMIT 1`,
        webhook_uuid,
      ) ?? null,
    /** Returns the ids of the webhook registrations that have pending deliveries. */
    waiting: (): string[] =>
      db
        .all<{ webhook_uuid: string }>(`SELECT DISTINCT webhook_uuid FROM deliveries WHERE state = 'pending'`)
        .map((row) => row.webhook_uuid),
    finish(delivery_id: number, state: 'delivered' | 'dropped'): void {
      db.run(
        'UPDATE deliveries SET state = ?, attempts = attempts + 1 WHERE delivery_id = ?',
        state,
        delivery_id,
      )
    },
    postpone(delivery_id: number, due_at: number): void {
      db.run(
        'UPDATE deliveries SET due_at = ?, attempts = attempts + 1 WHERE delivery_id = ?',
        due_at,
        delivery_id,
      )
    },
    /** Changes the due time of a delivery without counting an attempt. */
    reschedule(delivery_id: number, due_at: number): void {
      db.run('UPDATE deliveries SET due_at = ? WHERE delivery_id = ?', due_at, delivery_id)
    },
  }
}
