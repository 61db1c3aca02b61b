import { toTimestamp } from './clock-and-log.ts'
import type { Application, Document, Offer } from './store.ts'

export const SHAPE_NAMES = ['standard', 'alternative'] as const
export type ShapeName = (typeof SHAPE_NAMES)[number]

/** Formats for the responses that the spec does not show. Those that it shows are the same in every shape. */
export interface Shapes {
  application(application: Application): object
  applications(applications: Application[]): object
  /** Response to an upload; null means 204. */
  documentCreated(document: Document): object | null
  documents(documents: Document[]): object
  offer(offer: Offer): object
  offers(offers: Offer[]): object
  webhooks(webhooks: object[]): object
  tokenValid(client_id: string, expires_at: number): object
  testFired(webhook_uuid: string, event_id: string): object | null
  /** False if a refresh returns only an access token, and the old refresh token stays valid. */
  refreshTokensRotate: boolean
}

const standard: Shapes = {
  application: standardApplication,
  applications: (applications) => ({ applications: applications.map(standardApplication) }),
  documentCreated: standardDocument,
  documents: (documents) => ({ documents: documents.map(standardDocument) }),
  offer: standardOffer,
  offers: (offers) => ({ offers: offers.map(standardOffer) }),
  webhooks: (webhooks) => ({ webhooks }),
  tokenValid: (client_id, expires_at) => ({ valid: true, client_id, expires_at: toTimestamp(expires_at) }),
  testFired: (webhook_uuid, event_id) => ({ webhook_uuid, event_id }),
  refreshTokensRotate: true,
}

const alternative: Shapes = {
  application: (application) => ({ data: alternativeApplication(application) }),
  applications: (applications) => applications.map(alternativeApplication),
  documentCreated: () => null,
  documents: (documents) =>
    documents.map(({ document_id, application_id, type, file_name, size, created_at }) => ({
      id: document_id,
      applicationId: application_id,
      documentType: type,
      fileName: file_name,
      fileSize: size,
      uploadedAt: toTimestamp(created_at),
    })),
  offer: (offer) => ({ data: alternativeOffer(offer) }),
  offers: (offers) => ({ data: offers.map(alternativeOffer), total: offers.length }),
  webhooks: (webhooks) => webhooks,
  tokenValid: (client_id, expires_at) => ({
    active: true,
    sub: client_id,
    exp: Math.floor(expires_at / 1000),
  }),
  testFired: () => null,
  refreshTokensRotate: false,
}

export const SHAPES: Record<ShapeName, Shapes> = { standard, alternative }

function standardApplication({ created_at, updated_at, ...application }: Application) {
  return { ...application, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) }
}

function alternativeApplication({ application_id, status, created_at, updated_at }: Application) {
  return {
    id: application_id,
    applicationId: application_id,
    status,
    createdAt: toTimestamp(created_at),
    updatedAt: toTimestamp(updated_at),
  }
}

function standardDocument(document: Document) {
  return { ...document, created_at: toTimestamp(document.created_at) }
}

/** Documents that an offer requires. */
const STIPULATIONS = [
  { label: 'Voided check', document_type: 'voided_check' },
  { label: 'Driver’s license', document_type: 'drivers_license' },
  { label: 'Signed contract', document_type: 'signed_contract' },
]

function standardOffer({ offer_id, application_id, status, terms, created_at, expires_at }: Offer) {
  return {
    offer_id,
    application_id,
    status,
    created_at: toTimestamp(created_at),
    expires_at: toTimestamp(expires_at),
    ...terms,
    stipulations: STIPULATIONS.map((stipulation, index) => ({
      stipulation_id: `${offer_id}-${index + 1}`,
      ...stipulation,
    })),
  }
}

function alternativeOffer({ offer_id, application_id, status, terms, created_at, expires_at }: Offer) {
  return {
    id: offer_id,
    applicationId: application_id,
    status,
    created: toTimestamp(created_at),
    expires: toTimestamp(expires_at),
    amount: terms.amount,
    minAmount: terms.minimum_amount,
    maxAmount: terms.maximum_amount,
    term: terms.term,
    termUnit: terms.term_unit,
    numberOfPayments: terms.number_of_payments,
    frequency: terms.payment_frequency,
    payment: terms.payment_amount,
    buyRate: Number(terms.buy_rate),
    maxUpsell: Number(terms.maximum_upsell),
    factor: Number(terms.factor_rate),
    apr: Number(terms.apr),
    payback: terms.payback_amount,
    fees: terms.fees.map(({ label, amount }) => ({ name: label, value: amount })),
    payoffAmount: terms.existing_balance,
    net: terms.net_to_merchant,
    holdback: terms.holdback_percent,
    position: terms.position,
    points: Number(terms.commission_points),
    commission: terms.commission_amount,
    stips: STIPULATIONS.map(({ label }) => label),
  }
}
