export const submission = {}
