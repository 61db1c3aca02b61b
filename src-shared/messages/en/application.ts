export const application = {}
