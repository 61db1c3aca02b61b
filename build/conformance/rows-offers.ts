import { setTimeout as sleep } from 'node:timers/promises'
import { verdictAtShownPath, notOffered, pass, type Row } from './row.ts'

/** Rows about offers. They cannot run if no offer arrives in time, because only the partner decides when it makes an offer. */
export const offerRows: Row[] = [
  {
    id: 'offers.list',
    section: '4.4',
    what: 'the offers of an application can be listed (assumed)',
    async run({ partner, made, wait_s }) {
      if (made.application_id === undefined) return notOffered('no application')
      for (const end = Date.now() + wait_s * 1000; ; await sleep(500)) {
        const listed = await partner.listOffers(made.application_id)
        if (!listed.ok) return verdictAtShownPath(listed, () => pass())
        const { entries } = listed.value
        const [first] = entries
        if (first !== undefined) {
          made.offer_id = first.offer_id
          return pass(`${entries.length} listed`)
        }
        if (Date.now() > end) return pass(`readable; no offer within ${wait_s} s`)
      }
    },
  },
  {
    id: 'offer.read',
    section: '4.4',
    what: 'one offer can be read (assumed)',
    async run({ partner, made: { offer_id } }) {
      if (offer_id === undefined) return notOffered('no offer to read')
      return verdictAtShownPath(await partner.readOffer(offer_id), ({ status }) =>
        pass(`status ${status ?? 'not reported'}`),
      )
    },
  },
  {
    id: 'offer.accept',
    section: '4.4',
    what: 'an offer can be accepted (assumed)',
    async run({ partner, made: { offer_id } }) {
      if (offer_id === undefined) return notOffered('no offer to accept')
      return verdictAtShownPath(await partner.acceptOffer(offer_id), () => pass())
    },
  },
]
