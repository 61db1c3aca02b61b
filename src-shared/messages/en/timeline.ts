export const timeline = {}
