export const offers = {}
