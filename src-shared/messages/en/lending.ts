export const lending = {}
