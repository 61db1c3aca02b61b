/**
 * Verbs in the names of channels (calls from the page to main): the first word after the dot. Channels with these verbs change data. The
 * list also contains verbs of channels that show the broker a dialog or may return a secret. Security tests do not call these channels.
 */
export const CHANGING = (
  'accept act add arrange attach back cancel change choose classify clear confirm continue copy create delete discard dismiss duplicate end enter erase ' +
  'export fix forget import link new open pair pick prepare print proven put redo register remove replace reset resolve restart restore retry reveal save ' +
  'send set settle start stop submit switch take test try undo unlock'
).split(' ')

/** Verbs of channels that only read data. Security tests call these channels as an attacker would. */
export const READING = (
  'check dashboard filters first get ids incomplete info layout ledger list next older preview problems read recovery refresh renewals ' +
  'retention rows settings shown status sums view'
).split(' ')

/** Returns the first word after the dot of a channel's name: `save` for `documents.save_copy`. */
export function firstWord(channel: string): string {
  return channel.split('.')[1]?.split('_')[0] ?? ''
}
