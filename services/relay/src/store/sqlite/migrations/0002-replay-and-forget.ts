/** `replay_from` asks a device to go back. The index finds event ids that are old enough to forget. */
export const replayAndForget = `
  ALTER TABLE devices ADD COLUMN replay_from INTEGER;
  CREATE INDEX event_ids_by_age ON event_ids (environment, received_at);
`
