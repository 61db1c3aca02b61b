export const deal = {}
