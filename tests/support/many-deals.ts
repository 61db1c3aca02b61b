import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { SubmissionState } from '../../src-shared/features/deals/deal.ts'
import { APPLICATION_STATUSES } from '../../src-shared/platform/words/vocabulary.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'

/** A generator of pseudo-random numbers. Returns a number from 0 up to but not including 1. The same seed gives the same sequence. */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a random word of the list. Words near the start of the list are far more frequent, as common names are in real data. */
function usual(random: Random, words: readonly string[]): string {
  return words[Math.floor(random() ** 2 * words.length)] as string
}

const words = (text: string) => text.trim().split(/\s+/)
const FIRST =
  words(`James Maria Robert Linda Michael Patricia David Elizabeth William Jennifer Richard Susan Joseph Jessica
  Thomas Sarah Charles Karen Daniel Nancy Matthew Lisa Anthony Betty José Sandra Luis Ashley Ángel Kimberly Juan Emily Carlos
  Donna Wei Michelle Mohammed Carol Jesús Amanda Nguyễn Melissa Ahmed Deborah Zoë Stephanie Renée Rebecca Søren Laura Priya
  Kofi Ingrid Björn Yuki Olga Ivan Fatima Chloé Dmitri Aisha Raúl Noémie Hans Xiomara Quentin Ursula Vikram Yolanda Zachary`)
const LAST =
  words(`Smith Johnson Williams Brown Jones García Miller Davis Rodríguez Martínez Hernández López González Wilson
  Anderson Thomas Taylor Moore Jackson Martin Lee Pérez Thompson White Harris Sánchez Clark Ramírez Lewis Robinson Walker Young
  Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts
  O'Brien McDonald Müller Kowalski Okafor Patel Kim Singh Chen Ibrahim Lindqvist Dubois Fernández Vasquez Quinn Zhang Yamada
  Usman Xu Öztürk Eriksson Novák Petrov Silva Haddad Mbeki Takahashi Villanueva Underwood Jankowski Zimmerman`)
const FANCY =
  words(`Juniper Sunrise Golden Blue Summit Liberty Pacific Riverside Oak Cedar Maple Star Eagle Harbor Valley
  Mountain Lakeside Silver Red Green Royal Premier Elite Classic Modern Urban Metro Coastal Prairie Desert Northern Southern
  Eastern Western Heritage Pioneer Frontier Keystone Cornerstone Beacon Horizon Atlas Phoenix Falcon Bison Copper Iron Granite
  Marble Velvet Crimson Amber Indigo Violet Willow Aspen Birch Magnolia Lotus Orchid Zenith Apex Quantum Vertex Nimbus Ember
  Tidewater Cascade Sierra Mesa Canyon Delta Bayou Tundra Aurora Solstice Equinox Jubilee Kestrel Osprey Wren Yarrow Umbra`)
const TRADE =
  words(`Bakery Construction Plumbing Trucking Restaurant Café Auto Dental Landscaping Electric Roofing Salon
  Logistics Market Deli Pharmacy Consulting Cleaning Fitness Grill Pizza Flooring Painting Transport Medical Florist Jewelers
  Towing Printing Catering Nursery Veterinary Brewery Hardware Upholstery Yoga Kennels Quilting Zoological Vending Insulation`)
const FORM = ['LLC', 'Inc', 'LLC', 'Corp', 'Co', '& Sons LLC', 'Group Inc', 'Services LLC']
const TALK =
  words(`called owner asked for March statements bank said wire by Friday needs voided check landlord letter pending
  renewal offered better rate prefers daily payments spoke with accountant waiting on tax return sent reminder left voicemail
  wants 60k more positions two open advances seasonal business slow winter busy summer referral from broker partner decline
  reason NSF count reduce amount resubmit next month happy customer follow up Monday morning Zelle deposits explained`)

const CITIES =
  words(`Portland Houston Phoenix Chicago Dallas Miami Atlanta Denver Austin Seattle Boston Tampa Orlando Fresno
  Tucson Omaha Raleigh Memphis Newark Oakland Tulsa Boise Reno Salem Eugene Bend Astoria Medford Corvallis Ashland`)

const STATES: [SubmissionState, number][] = [
  ['draft', 0.12],
  ['refused', 0.03],
  ['unknown', 0.01],
  ['received', 0.84],
]

/** Creates deal `number` and its notes, with realistic content. The people, businesses, and numbers are fictional. */
export function makeDeal(random: Random, number: number): { deal: StoredDeal; notes: string[] } {
  const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, '0')
  const trade = usual(random, TRADE)
  const owner = usual(random, LAST)
  const legal_name =
    random() < 0.3
      ? `${owner}${random() < 0.5 ? "'s" : ''} ${trade} ${usual(random, FORM)}`
      : `${usual(random, FANCY)} ${random() < 0.4 ? `${usual(random, FANCY)} ` : ''}${trade} ${usual(random, FORM)}`
  const reference = random() < 0.7 ? `R-2026-${String(number).padStart(6, '0')}` : ''
  const { application, company, ...more } = completeDraft()
  const amount = 5_000 + Math.floor(random() * 90) * 2_500
  const owners = Array.from({ length: random() < 0.3 ? 2 : 1 }, (_, row) => ({
    first_name: usual(random, FIRST),
    last_name: row === 0 ? owner : usual(random, LAST),
    ownership_percent: '50',
    ssn: `900-${digits(2)}-${digits(4)}`,
  }))
  const values = {
    ...more,
    application: { ...(application as object), amount_requested: String(amount), reference },
    company: {
      ...(company as object),
      legal_name,
      dba: random() < 0.35 ? `${usual(random, FANCY)} ${trade}` : '',
      ein: `${digits(2)}-${digits(7)}`,
      owners: rowsOf(...owners),
      ...contactOf(number, owner),
    },
  }
  const created = Date.UTC(2024, 0, 1) + number * 400_000 + Math.floor(random() * 300_000)
  const later = (days: number) => new Date(created + random() * days * 86_400_000).toISOString()
  const state = pick(random, STATES)
  const isReceived = state === 'received'
  const application_status = isReceived && random() < 0.95 ? usual(random, APPLICATION_STATUSES) : null
  const offer_status =
    isReceived && random() < 0.3
      ? usual(random, ['offer_available', 'offer_accepted', 'offer_rescinded'])
      : null
  const created_at = new Date(created).toISOString()
  const deal: StoredDeal = {
    deal_id: uuidOf(random),
    profile_id: 'standard',
    profile_version: standardProfile.version,
    values,
    revision: 1,
    field_problems: [],
    refused_fields: [],
    state,
    error: null,
    application_id: isReceived ? String(4_000_000 + number * 7) : null,
    application_status,
    application_status_at: application_status && later(30),
    offer_status,
    offer_status_at: offer_status && later(30),
    offers: [],
    legal_name,
    reference,
    amount_cents: random() < 0.03 ? null : amount * 100,
    created_at,
    updated_at: later(30),
    submitted_at: isReceived ? later(3) : null,
    deleted_at: random() < 0.02 ? later(40) : null,
  }
  const notes = Array.from({ length: random() < 0.3 ? 1 + Math.floor(random() * 3) : 0 }, () =>
    Array.from({ length: 6 + Math.floor(random() * 12) }, () => usual(random, TALK)).join(' '),
  )
  return { deal, notes }
}

/** Returns how to reach the merchant of deal `number`. Uses its own random numbers, so that the other values do not depend on it. */
function contactOf(number: number, owner: string) {
  const random = seeded(number + 1_000_000)
  const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, '0')
  const name = owner
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
  const host = random() < 0.6 ? usual(random, ['gmail', 'yahoo', 'outlook']) : `${name}${digits(2)}`
  const city = usual(random, CITIES)
  return {
    phone: `(${2 + Math.floor(random() * 8)}${digits(2)}) 555-${digits(4)}`,
    ...(random() < 0.7 ? { email: `${name}.${digits(3)}@${host}.com` } : {}),
    address: { street_1: '18 Alder Street', city, state: 'OR', zip: '97204' },
  }
}

function pick<T>(random: Random, choices: [T, number][]): T {
  let left = random()
  for (const [choice, share] of choices) if ((left -= share) < 0) return choice
  return (choices.at(-1) as [T, number])[0]
}

function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
