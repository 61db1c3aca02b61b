/**
 * The names of all channels and events. They stand apart from the schemas in `contract.ts` only so that the preload, which
 * needs nothing but the names, does not load a schema library; the contract's types refuse a name too many or too few.
 */
export const CHANNELS = [
  'app.info',
  'environment.get',
  'environment.test_connection',
  'environment.save_credentials',
  'environment.forget_credentials',
  'relay.pair',
  'relay.forget',
  'bridge.status',
  'bridge.dismiss_note',
  'webhooks.register',
  'service.settings',
  'service.save_endpoints',
  'service.reset_endpoints',
  'service.save_network',
  'service.save_pace',
  'calls.list',
  'profile.get',
  'deals.list',
  'deals.create',
  'deals.get',
  'deals.reveal',
  'deals.delete',
  'deals.restore',
  'deals.duplicate',
  'deals.open_window',
  'drafts.save',
  'drafts.undo',
  'drafts.redo',
  'drafts.settle_aside',
  'drafts.remove_unfit',
  'documents.attach',
  'documents.set_kind',
  'documents.remove',
  'submission.submit',
  'submission.send_documents',
  'submission.cancel_document',
  'submission.resolve_unknown',
  'offers.refresh',
  'inbox.list',
  'inbox.read',
  'alerts.get',
  'alerts.save',
  'alerts.try',
  'proof.export',
] as const
export type Channel = (typeof CHANNELS)[number]

export const EVENTS = [
  'deal.changed',
  'draft.changed',
  'document.progress',
  'bridge.changed',
  'navigate.deal',
  'navigate.inbox',
  'inbox.changed',
  'notification.shown',
] as const
export type EventName = (typeof EVENTS)[number]

/** Called by the preload alone, with paths that Chromium gave it for files the user picked or dropped; the page cannot reach it. */
export const REGISTER_FILES = 'files.register'
