/** `replay_from` asks a device to go back; the index finds the event ids that are old enough to be forgotten. */
export const replayAndForget = `
  ALTER TABLE devices ADD COLUMN replay_from INTEGER;
  CREATE INDEX event_ids_by_age ON event_ids (environment, received_at);
`
