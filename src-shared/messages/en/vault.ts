export const vault = {}
