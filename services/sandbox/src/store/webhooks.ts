import { randomUUID } from 'node:crypto'
import { type Database, prepare } from './database.ts'

/** A webhook registration as the API returns it (spec section 2). */
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

    /** Removes a webhook registration and its pending deliveries. Returns false if the registration does not exist. */
    remove(uuid: string): boolean {
      return remove.run(uuid) > 0
    },
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
  const insertEvent = prepare(db, 'INSERT INTO events (event_id, body) VALUES (?, ?)')
  const insert = prepare(
    db,
    `INSERT INTO deliveries (event_id, webhook_uuid, state, due_at) VALUES (?, ?, 'pending', ?)`,
  )
  const selectNext = prepare<Delivery>(
    db,
    `SELECT delivery_id, event_id, body, webhook_uuid, webhook_url, attempts, due_at
     FROM deliveries JOIN events USING (event_id) JOIN webhooks ON uuid = webhook_uuid
     WHERE webhook_uuid = ? AND state = 'pending' ORDER BY due_at, delivery_id LIMIT 1`,
  )
  const selectWaiting = prepare<{ webhook_uuid: string }>(
    db,
    `SELECT DISTINCT webhook_uuid FROM deliveries WHERE state = 'pending'`,
  )
  const finish = prepare(db, 'UPDATE deliveries SET state = ?, attempts = attempts + 1 WHERE delivery_id = ?')
  const postpone = prepare(
    db,
    'UPDATE deliveries SET due_at = ?, attempts = attempts + 1 WHERE delivery_id = ?',
  )
  const reschedule = prepare(db, 'UPDATE deliveries SET due_at = ? WHERE delivery_id = ?')

  return {
    addEvent(event_id: string, body: string): void {
      insertEvent.run(event_id, body)
    },
    enqueue(event_id: string, webhook_uuid: string, due_at: number): void {
      insert.run(event_id, webhook_uuid, due_at)
    },
    next(webhook_uuid: string): Delivery | null {
      return selectNext.get(webhook_uuid) ?? null
    },
    /** Returns the ids of the webhook registrations that have pending deliveries. */
    waiting(): string[] {
      return selectWaiting.all().map((row) => row.webhook_uuid)
    },
    finish(delivery_id: number, state: 'delivered' | 'dropped'): void {
      finish.run(state, delivery_id)
    },
    postpone(delivery_id: number, due_at: number): void {
      postpone.run(due_at, delivery_id)
    },
    /** Changes the due time of a delivery without counting an attempt. */
    reschedule(delivery_id: number, due_at: number): void {
      reschedule.run(due_at, delivery_id)
    },
  }
}
